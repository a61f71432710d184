package import HLSPlaylists

/// A rule about what an app publishes or a stream carries for the Apple side, with what a user is told about it.
package struct AppleSideRule: Sendable, Hashable {
    /// A stable name: `now-playing-rate-wrong`.
    package var id: String
    /// How strongly the source asks for it.
    package var severity: PlaylistRule.Severity
    /// What is wrong when it is broken, in a few words.
    package var title: String
    /// Why it matters.
    package var rationale: String
    /// The document that asks for it.
    package var source: String
    /// One breach.
    package var example: String

    /// All rules, those of Now Playing first.
    package static let all: [AppleSideRule] =
        valueRules + updateRules + scheduleRules + commandRules + logRules + metadataRules

    /// What it looks at.
    package var looksAt: String {
        id.hasPrefix("metadata-") ? "The timed metadata of a stream." : "A log of what an app publishes, or its stream."
    }

    /// The rule of a name.
    package static func rule(_ id: String) -> AppleSideRule? { all.first { $0.id == id } }
}

/// A broken rule with the place, the property and both values.
package struct AppleSideFinding: Sendable, Hashable {
    /// The rule.
    package var rule: AppleSideRule
    /// Time in the log, or on the primary timeline for timed metadata; `nil` when it concerns no moment.
    package var time: Duration?
    /// The property, command or track.
    package var subject: String
    /// What should be there; `nil` when nothing was to be compared.
    package var expected: String?
    /// What is there; `nil` when nothing is.
    package var found: String?
    /// One sentence with both values.
    package var message: String
    /// 1-based line of the log.
    package var line: Int?
    /// The document, printable.
    package var uri: String?

    /// Describes a breach.
    package init(
        _ rule: AppleSideRule, at time: Duration? = nil, subject: String, expected: String? = nil, found: String? = nil,
        message: String, line: Int? = nil, uri: String? = nil
    ) {
        self.rule = rule
        self.time = time
        self.subject = subject
        self.expected = expected
        self.found = found
        self.message = message
        self.line = line
        self.uri = uri
    }
}

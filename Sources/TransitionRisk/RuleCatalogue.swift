import HLSPlaylists

/// Everything that a report can complain about, for people who want to know more: `segue rules`.
package enum RuleCatalogue {
    /// What kind of matter a rule is about.
    package enum Group: String, Sendable, Hashable, Codable, CaseIterable {
        /// Something changes at a boundary, and it costs time.
        case transition
        /// A receiver cannot play one side.
        case capability
        /// A receiver cannot fetch something.
        case reachability
        /// A playlist breaks a rule of authoring.
        case playlist
        /// An asset does not fit its primary, as playlists alone show.
        case asset
        /// The schedule of breaks surprises.
        case schedule
        /// An app does not publish what the Apple side shows.
        case nowPlaying = "now-playing"
        /// Timed metadata gets lost, doubled or damaged.
        case metadata
        /// A document, a tag, an attribute or a medium cannot be read, or cannot be taken as it stands.
        case reading
    }

    /// One rule.
    package struct Entry: Sendable, Hashable {
        /// Its name.
        package var id: RuleID
        /// What it is about.
        package var group: Group
        /// What is wrong when it fires, or what it asks for.
        package var title: String
        /// What it compares or measures.
        package var looksAt: String
        /// Why a receiver, a player or a viewer minds.
        package var rationale: String
        /// A case.
        package var example: String
        /// The document that says so.
        package var source: String
        /// How strongly the source asks for it; `nil` for rules whose weight is worked out for each receiver.
        package var strength: String?
        /// Who can mend it; `nil` where the rule does not say.
        package var cause: Cause?

        /// Describes a rule.
        package init(
            id: RuleID, group: Group, title: String, looksAt: String, rationale: String, example: String,
            source: String,
            strength: String?, cause: Cause?
        ) {
            self.id = id
            self.group = group
            self.title = title
            self.looksAt = looksAt
            self.rationale = rationale
            self.example = example
            self.source = source
            self.strength = strength
            self.cause = cause
        }
    }

    /// All rules about boundaries, receivers and playlists, by group and in the order in which reports list them.
    package static let entries: [Entry] =
        RuleBook.rules.map { entry($0, .transition, cause: $0.cause) }
        + [entry(TotalLimitRule.self, .transition)]
        + CapabilityRules.rules.map { entry($0, .capability) }
        + Reachability.rules.map { entry($0, .reachability, strength: $0.severity.rawValue) }
        + PlaylistRule.all.map { rule in
            Entry(
                id: RuleID(rawValue: rule.id), group: .playlist, title: rule.summary, looksAt: "The playlists.",
                rationale: rule.rationale, example: rule.example, source: rule.source,
                strength: rule.severity.rawValue, cause: nil)
        }
        + AssetRule.descriptions.map { entry($0, .asset, "The playlists of the asset and of the primary.") }
        + ScheduleAuditRule.descriptions.map { entry($0, .schedule, "The schedule of breaks.") }

    private static func entry(
        _ rule: any DocumentedRule.Type, _ group: Group, strength: String? = nil, cause: Cause? = nil
    ) -> Entry {
        let text = rule.documentation
        return Entry(
            id: rule.id, group: group, title: text.title, looksAt: text.looksAt, rationale: text.rationale,
            example: text.example, source: text.source, strength: strength, cause: cause)
    }

    /// What reading playlists and asset lists complains of. It judges nothing, so verdicts do not hang on it.
    package static let readingEntries: [Entry] = ReadingRule.descriptions.map {
        entry($0, .reading, "The text of playlists, asset lists and plans.")
    }

    private static func entry(_ rule: RuleDescription, _ group: Group, _ looksAt: String) -> Entry {
        Entry(
            id: RuleID(rawValue: rule.id), group: group, title: rule.summary, looksAt: looksAt,
            rationale: rule.rationale, example: rule.example, source: rule.source, strength: rule.severity, cause: nil)
    }
}

/// What is expected of some cells of a run, with the reason for it (`expectations/*.yaml`).
///
/// ```yaml
/// expectations:
///   - when: {class: smart-tv, tier: low, event: ad-2, firmware: "2141.*"}
///     expect: severe
///     sometimes: [unknown]
///     reason: ad-2 is still HEVC; the encode is ordered
///     link: https://tracker.example/AD-231
/// ```
package struct Expectation: Sendable, Hashable, Codable {
    /// How a cell may end: a band of the scale, or what keeps a cell from having one.
    package enum Ending: String, Sendable, Hashable, Codable, CaseIterable {
        /// Any band below the run's limit.
        case pass
        /// At most this band.
        case none, low, medium, high, severe, blocking
        /// Nothing is known.
        case unknown
        /// AirPlay video does not reach the receiver.
        case unsupported
        /// The asset did not answer in time.
        case timedOut = "timed-out"
        /// The asset could not be read.
        case error
        /// The receiver was not there, or the run ended before.
        case notRun = "not-run"
    }

    /// Which cells are meant; every condition given must hold, one of its patterns is enough.
    package struct Conditions: Sendable, Hashable, Codable {
        /// Receiver classes: `smart-tv`.
        package var receiverClass: [Pattern] = []
        /// Decoding tiers.
        package var tier: [Pattern] = []
        /// Receiver ids, or `class/tier` in a run over classes.
        package var receiver: [Pattern] = []
        /// Models: `AppleTV14,1`.
        package var model: [Pattern] = []
        /// Firmware or system versions.
        package var firmware: [Pattern] = []
        /// Names of primaries in the catalogue.
        package var primary: [Pattern] = []
        /// Ids of breaks.
        package var event: [Pattern] = []
        /// Places in a break: `enter`, `1-2`, `resume`.
        package var position: [Pattern] = []
        /// Assets on either side, as reports name them.
        package var asset: [Pattern] = []

        /// No condition: every cell.
        package init() {}

        /// The conditions by their names in the file, in a fixed order.
        package var named: [(name: String, patterns: [Pattern])] {
            [
                ("class", receiverClass), ("tier", tier), ("receiver", receiver), ("model", model),
                ("firmware", firmware), ("primary", primary), ("event", event), ("position", position),
                ("asset", asset),
            ].filter { !$0.1.isEmpty }
        }
    }

    /// Which cells.
    package var when: Conditions
    /// The worst that is expected.
    package var expect: Ending
    /// What else happens now and then, exactly.
    package var sometimes: [Ending]
    /// Why; `nil` where nobody said yet.
    package var reason: String?
    /// Where the matter is followed; `nil` where it is not.
    package var link: String?
    /// What the failure is made of, so that its reason is found again on other cells; `nil` for any failure.
    package var failure: String?
    /// The file below the matrix folder.
    package var file: String
    /// 1-based line.
    package var line: Int?

    /// States an expectation.
    package init(
        when: Conditions, expect: Ending, sometimes: [Ending] = [], reason: String? = nil, link: String? = nil,
        failure: String? = nil, file: String = "", line: Int? = nil
    ) {
        self.when = when
        self.expect = expect
        self.sometimes = sometimes
        self.reason = reason
        self.link = link
        self.failure = failure
        self.file = file
        self.line = line
    }

    /// `expectations/known.yaml:12`.
    package var place: String { file + (line.map { ":\($0)" } ?? "") }
}

/// A text in which `*` stands for anything; letter case does not count.
package struct Pattern: Sendable, Hashable, Codable {
    /// As written.
    package var text: String

    /// Takes a pattern as written.
    package init(_ text: String) { self.text = text }

    /// The pattern that matches just this text, unless it has a star of its own.
    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the pattern as its text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// Whether it covers the whole of a text. Linear in the text for each star, whatever the pattern.
    package func matches(_ subject: String) -> Bool {
        let parts = text.lowercased().split(separator: "*", omittingEmptySubsequences: false)
        var rest = Substring(subject.lowercased())
        guard parts.count > 1 else { return parts.first.map { $0 == rest } ?? rest.isEmpty }
        guard let first = parts.first, let last = parts.last, rest.hasPrefix(first) else { return false }
        rest = rest.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

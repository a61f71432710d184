import NowPlaying
package import TransitionRisk

extension RuleCatalogue {
    /// All rules: those that judge streams, those about the Apple side, and what reading complains of.
    package static let all: [Entry] =
        entries
        + AppleSideRule.all.map { rule in
            Entry(
                id: RuleID(rawValue: rule.id), group: rule.id.hasPrefix("metadata-") ? .metadata : .nowPlaying,
                title: rule.title, looksAt: rule.looksAt, rationale: rule.rationale, example: rule.example,
                source: rule.source, strength: rule.severity.rawValue, cause: nil)
        } + readingEntries + checkingEntries

    /// The rule of a name; `nil` when there is none.
    package static func rule(named id: String) -> Entry? { all.first { $0.id.rawValue == id } }
}

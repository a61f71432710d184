import MediaFormats

/// The sound's language is chosen again for each asset, among the languages it offers.
enum AudioLanguageRule: TransitionRule {
    static let id: RuleID = "language-audio"
    static let documentation = RuleDocumentation(
        title: "The language of the sound is not offered on the other side",
        looksAt: "The languages of the sound on both sides.",
        rationale:
            "Automatic selection finds no rendition in the language that is playing and falls back to the default.",
        example:
            "A viewer listens to the English sound of a programme, and the ad offers German only. Where "
            + "both offer the same languages, selection is automatic, also over AirPlay.",
        source: "WWDC23 10275; rfc8216bis D.1")
    static let parameters: [ParameterName] = [.audioLanguage]
    static let annoyance: Band? = .low

    static func changes(at boundary: Boundary) -> [TriggeredChange] { [] }

    static func remark(at boundary: Boundary) -> String? {
        guard boundary.comparison.differs(.audioLanguage) else { return nil }
        return boundary.comparison[.audioLanguage].flatMap { difference in
            difference.from.flatMap { from in
                difference.to.map { "The sound plays in \(from.prefix { $0 != "," }), the next asset offers \($0)" }
            }
        }
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioLanguage, boundary, "offer the ad's sound in")
    }
}

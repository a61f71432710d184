import MediaFormats

/// Subtitles are chosen again for each asset, among the languages it offers.
enum SubtitleLanguageRule: TransitionRule {
    static let id: RuleID = "language-subtitles"
    static let documentation = RuleDocumentation(
        title: "Subtitles are not offered in the same languages",
        looksAt: "The languages of subtitles on both sides.",
        rationale: "Automatic selection finds no subtitles in the language that is shown.",
        example: "A programme with English and French subtitles and an ad without any: who reads along loses them.",
        source: "WWDC23 10275; rfc8216bis D.1")
    static let parameters: [ParameterName] = [.subtitleLanguage]
    static let annoyance: Band? = .low

    static func changes(at boundary: Boundary) -> [TriggeredChange] { [] }

    static func remark(at boundary: Boundary) -> String? {
        // A return to the primary brings back what was there before.
        guard boundary.kind != .resume, boundary.comparison.differs(.subtitleLanguage),
            let difference = boundary.comparison[.subtitleLanguage], let from = difference.from, let to = difference.to
        else { return nil }
        return "Subtitles are there in \(from), in the next asset in \(to)"
    }

    static func fix(for boundary: Boundary) -> String {
        match(.subtitleLanguage, boundary, "offer the ad's subtitles in")
    }
}

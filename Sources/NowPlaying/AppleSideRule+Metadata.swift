extension AppleSideRule {
    /// Cues are never seen.
    static let cueReplaced = AppleSideRule(
        id: "metadata-cue-replaced", severity: .should, title: "A break replaces cues of the programme",
        rationale: "A viewer goes on behind them: what the app does at those cues never happens.",
        source: "rfc8216bis D.2", example: "A cue at 305 s, and a break that replaces 300 to 320 s")
    /// Cues are seen twice.
    static let cueRepeated = AppleSideRule(
        id: "metadata-cue-repeated", severity: .should, title: "Cues are seen again after a break",
        rationale: "The programme resumes before the point at which it was left.", source: "rfc8216bis D.2",
        example: "X-RESUME-OFFSET=-10 with a cue every five seconds")
    /// Cadence is broken by a hole.
    static let cueMissing = AppleSideRule(
        id: "metadata-cue-missing", severity: .should, title: "A cue is missing in a regular sequence",
        rationale:
            "An app that waits for it does nothing for that time; it often happens where segments are cut for breaks.",
        source: "observed", example: "Cues every five seconds, and ten seconds between two of them")
    /// The same cue twice.
    static let cueDoubled = AppleSideRule(
        id: "metadata-cue-doubled", severity: .should, title: "The same cue comes twice",
        rationale: "A cue that two segments carry fires twice.", source: "observed",
        example: "The last cue of one segment stands again at the begin of the next")
    /// Cadence is shifted.
    static let cueShifted = AppleSideRule(
        id: "metadata-cue-shifted", severity: .should, title: "Cues are shifted at a break",
        rationale:
            "Before and after the break cues come equally often, but not in step: timestamps were moved when the "
            + "stream was cut.", source: "observed", example: "5, 10, 15, break, 21, 26, 31")
    /// Ads have cues.
    static let adCues = AppleSideRule(
        id: "metadata-ad-cues", severity: .advice, title: "An interstitial asset carries cues of its own",
        rationale: "An app that listens to the player gets them too and may take them for the programme's.",
        source: "observed", example: "An ad with a TXXX frame for its tracker")
    /// Renditions differ.
    static let renditionsDisagree = AppleSideRule(
        id: "metadata-renditions-disagree", severity: .must, title: "Variants do not carry the same cues",
        rationale: "What an app gets then depends on the bandwidth.",
        source: "HLS Authoring Specification, timed metadata",
        example: "A cue at 10 s that the second variant does not have")
    /// An ID3 tag is damaged.
    static let malformedTag = AppleSideRule(
        id: "metadata-tag-malformed", severity: .must, title: "An ID3 tag or event message is damaged",
        rationale: "Players drop it or read it differently.",
        source: "ID3v2.3.0 and ID3v2.4.0; ISO/IEC 23009-1 5.10.3.3",
        example: "A frame whose stated size is beyond the end of the tag")

    static let metadataRules = [
        cueReplaced, cueRepeated, cueMissing, cueDoubled, cueShifted, adCues, renditionsDisagree, malformedTag,
    ]
}

import MediaFormats

/// BT.709 and BT.2020 primaries in one dynamic range are told apart by decoders that look at the whole colour
/// description.
enum VideoColourRule: TransitionRule {
    static let id: RuleID = "video-colour"
    static let documentation = RuleDocumentation(
        title: "The colour primaries change",
        looksAt: "The colour primaries on both sides, within one dynamic range.",
        rationale:
            "Players give up a decoder when its colour description changes, and the display may change its gamut.",
        example:
            "An SDR programme in BT.709 with an SDR ad that was made in BT.2020. BT.601 and BT.709 are "
            + "one here: players take both for ordinary SDR.",
        source: "androidx/media MediaCodecInfo.canReuseCodec; HLS Authoring Specification 1.21")
    static let parameters: [ParameterName] = [.videoColour]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        // Where the range changes as well, its rule has said it all.
        boundary.comparison.differs(.videoColour) && !boundary.comparison.differs(.videoDynamicRange)
            ? [TriggeredChange("video.dynamic_range.decoder")] : []
    }

    static func fix(for boundary: Boundary) -> String { match(.videoColour, boundary, "master the ad in") }
}

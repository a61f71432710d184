import MediaFormats

/// The resolution of lossless sound; lossy codecs have none.
///
/// Example: a 24-bit ALAC programme with a 16-bit ad.
enum AudioBitDepthRule: TransitionRule {
    static let id: RuleID = "audio-bit-depth"
    static let documentation = RuleDocumentation(
        title: "The audio resolution changes",
        rationale: "The audio output may be reopened at the other bit depth.",
        source: "WWDC23 10275")
    static let parameters: [ParameterName] = [.audioBitDepth]
    static let worstCase: [ChangeID] = ["audio.bit_depth"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.audioBitDepth) ? [TriggeredChange("audio.bit_depth")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioBitDepth, boundary, "encode the ad's sound with")
    }
}

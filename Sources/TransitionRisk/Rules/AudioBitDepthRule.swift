import MediaFormats

/// The resolution of lossless sound; lossy codecs have none.
enum AudioBitDepthRule: TransitionRule {
    static let id: RuleID = "audio-bit-depth"
    static let documentation = RuleDocumentation(
        title: "The audio resolution changes",
        looksAt: "Bits a sample of lossless sound (ALAC, FLAC, PCM) on both sides; lossy sound has none.",
        rationale: "The audio output may be reopened at the other bit depth.",
        example: "A 24-bit ALAC programme with a 16-bit ad.",
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

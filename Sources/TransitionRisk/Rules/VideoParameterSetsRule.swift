import MediaFormats

/// Another encode of the same kind of stream brings other parameter sets, which a decoder takes in its stride.
///
/// It belongs to the total and not to the excess, because it happens between any two encodes.
enum VideoParameterSetsRule: TransitionRule {
    static let id: RuleID = "video-parameter-sets"
    static let documentation = RuleDocumentation(
        title: "Parameter sets change",
        looksAt: "A hash of the decoder configuration on both sides, where the codec is the same.",
        rationale: "The decoder is reconfigured in place.",
        example: "Two AVC High encodes of the same size and rate by different encoders.",
        source: "DASH-IF Timing Model 12; androidx/media MediaCodecInfo.canReuseCodec")
    static let parameters: [ParameterName] = [.videoParameterSets]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.videoParameterSets) ? [TriggeredChange(.parameterSets)] : []
    }

    static func fix(for boundary: Boundary) -> String { "use the same encoder settings for both assets" }
}

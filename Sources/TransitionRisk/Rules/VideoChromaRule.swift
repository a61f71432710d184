import MediaFormats

/// 4:2:0 is what consumer decoders are built for.
enum VideoChromaRule: TransitionRule {
    static let id: RuleID = "video-chroma"
    static let documentation = RuleDocumentation(
        title: "The chroma subsampling changes",
        looksAt: "The chroma subsampling on both sides.",
        rationale: "Surfaces change, and 4:2:2 or 4:4:4 is rarely decoded in hardware.",
        example: "A mezzanine file in 4:2:2 that reached the ad server.",
        source: "VTDecompressionSessionCanAcceptFormatDescription")
    static let parameters: [ParameterName] = [.videoChroma]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.videoChroma) ? [TriggeredChange("video.chroma")] : []
    }

    static func fix(for boundary: Boundary) -> String { match(.videoChroma, boundary, "encode the ad's video in") }
}

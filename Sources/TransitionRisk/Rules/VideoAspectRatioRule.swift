import MediaFormats

/// A change of the picture's shape reconfigures the scaler, and on some devices the decoder.
enum VideoAspectRatioRule: TransitionRule {
    static let id: RuleID = "video-aspect-ratio"
    static let documentation = RuleDocumentation(
        title: "The aspect ratio changes",
        looksAt: "The picture's shape on both sides, pixel shape applied; within 1 % counts as equal.",
        rationale: "The scaler is set up anew and the picture jumps in size; some decoders restart.",
        example: "A 16:9 programme with a 4:3 ad that is not padded.",
        source: "WWDC23 10275; HLS Authoring Specification 3.3")
    static let parameters: [ParameterName] = [.videoAspectRatio]
    static let worstCase: [ChangeID] = ["video.sar_dar"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.videoAspectRatio) ? [TriggeredChange("video.sar_dar")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        match(.videoAspectRatio, boundary, "pad or crop the ad to")
    }
}

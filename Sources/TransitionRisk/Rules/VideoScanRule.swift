import MediaFormats

/// Interlaced pictures start a deinterlacer, and AVPlayer on tvOS has none.
enum VideoScanRule: TransitionRule {
    static let id: RuleID = "video-scan"
    static let documentation = RuleDocumentation(
        title: "Progressive and interlaced pictures meet",
        looksAt: "Progressive or interlaced pictures on both sides.",
        rationale: "A deinterlacer starts or stops, and receivers without one show combing.",
        example: "A broadcast ad in 1080i50 in a progressive programme.",
        source: "HLS Authoring Specification 1.14")
    static let parameters: [ParameterName] = [.videoScan]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.videoScan) ? [TriggeredChange("video.interlaced")] : []
    }

    static func fix(for boundary: Boundary) -> String { match(.videoScan, boundary, "make the ad") }
}

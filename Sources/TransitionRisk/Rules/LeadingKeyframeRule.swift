import MediaFormats

/// A first picture that cannot be decoded alone is waited out until the next key frame.
enum LeadingKeyframeRule: TransitionRule {
    static let id: RuleID = "timing-leading-keyframe"
    static let documentation = RuleDocumentation(
        title: "The asset does not begin with a key frame",
        looksAt: "Whether the first picture of the asset can be decoded alone.",
        rationale: "Nothing can be shown until the next key frame.",
        example: "An ad cut out of a longer file without re-encoding.",
        source: "HLS Authoring Specification 1.13, 7.4")
    static let parameters: [ParameterName] = []

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard boundary.kind != .resume, boundary.timing?.startsWithKeyframe == false else { return [] }
        guard let interval = boundary.timing?.keyframeInterval else {
            return [TriggeredChange("timing.no_leading_keyframe")]
        }
        return [TriggeredChange("timing.no_leading_keyframe", size: .lasting(to: interval))]
    }

    static func fix(for boundary: Boundary) -> String { "begin the ad with a key frame" }
}

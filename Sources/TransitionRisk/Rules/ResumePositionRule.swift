import MediaFormats

/// A return into the middle of a group of pictures decodes ahead from the key frame before it.
enum ResumePositionRule: TransitionRule {
    static let id: RuleID = "timing-resume-position"
    static let documentation = RuleDocumentation(
        title: "Playback resumes between key frames",
        looksAt: "How far the resume position lies behind the last key frame of the primary.",
        rationale: "Pictures from the key frame before are decoded first and thrown away.",
        example:
            "A break at 10.0 s in a programme with 6 s segments: the return needs 4 s of pictures that "
            + "nobody sees. X-SNAP or a resume offset on a segment boundary avoids it.",
        source: "rfc8216bis D.2 X-SNAP; hls.js config")
    static let cause = Cause.schedule
    static let parameters: [ParameterName] = []

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        // Sound alone can start anywhere.
        guard boundary.to.values.videoPresence != .absent else { return [] }
        return switch boundary.landing {
        case nil, .keyframe: []
        case .afterKeyframe(let distance):
            [
                TriggeredChange("timing.resume_mid_gop", size: .lasting(from: distance, to: distance))
            ]
        case .unknown(let interval?):
            [TriggeredChange("timing.resume_mid_gop", size: .lasting(to: interval))]
        case .unknown(nil): [TriggeredChange("timing.resume_mid_gop")]
        }
    }

    static func fix(for boundary: Boundary) -> String {
        "move the break to a segment boundary, or add X-SNAP=\"IN\""
    }
}

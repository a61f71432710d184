import MediaFormats

/// `hvc1` and `hev1`, `avc1` and `avc3` say whether parameter sets may stand in the stream.
enum VideoSampleEntryRule: TransitionRule {
    static let id: RuleID = "video-sample-entry"
    static let documentation = RuleDocumentation(
        title: "The sample entry changes",
        looksAt: "The sample entry on both sides: avc1 or avc3, hvc1 or hev1.",
        rationale: "Parameter sets move between container and stream; some televisions reload or fail.",
        example: "A television that plays hvc1 content and fails at a hev1 ad.",
        source: "HLS Authoring Specification 1.10; shaka-player issue 2862")
    static let parameters: [ParameterName] = [.videoSampleEntry]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard boundary.comparison.outcome(.videoCodec) == .match, boundary.comparison.differs(.videoSampleEntry),
            let from = boundary.from.values.video?.sampleEntry, let to = boundary.to.values.video?.sampleEntry,
            allowsInBand(from) != allowsInBand(to)
        else { return [] }
        return [TriggeredChange("video.sample_entry")]
    }

    /// Whether parameter sets may stand among the samples. `dvh1` and `hvc1` both forbid it, so they are alike here.
    private static func allowsInBand(_ entry: SampleEntry) -> Bool {
        ["avc3", "avc4", "hev1", "dvhe", "dvav"].contains(entry.rawValue)
    }

    static func fix(for boundary: Boundary) -> String {
        match(.videoSampleEntry, boundary, "store the ad's video as")
    }
}

import MediaFormats

/// 8-bit and 10-bit pictures use different surfaces; some decoders restart at a change of profile.
enum VideoProfileRule: TransitionRule {
    static let id: RuleID = "video-profile"
    static let documentation = RuleDocumentation(
        title: "The profile or bit depth changes",
        looksAt: "Bit depth and, within one codec, the profile on both sides.",
        rationale: "Output surfaces change; decoders that cannot adapt restart.",
        example: "An HEVC Main programme with a Main 10 ad.",
        source: "VTDecompressionSessionCanAcceptFormatDescription; androidx/media MediaCodecInfo.canReuseCodec")
    static let parameters: [ParameterName] = [.videoBitDepth, .videoProfile]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        let depth = boundary.comparison.differs(.videoBitDepth)
        let profile = boundary.comparison.differs(.videoProfile) && boundary.comparison[.videoCodec]?.outcome == .match
        return depth || profile ? [TriggeredChange("video.profile_bit_depth")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        boundary.comparison.differs(.videoBitDepth)
            ? match(.videoBitDepth, boundary, "encode the ad's video with")
            : match(.videoProfile, boundary, "encode the ad's video in profile")
    }
}

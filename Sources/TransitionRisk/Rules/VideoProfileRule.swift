import MediaFormats

/// 8-bit and 10-bit pictures use different surfaces, for which some decoders restart. Another profile at the same depth, as
/// ladders of one asset often have it (AVC Main below High), is taken as it comes.
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
        if boundary.comparison.differs(.videoBitDepth) { return [TriggeredChange("video.profile_bit_depth")] }
        guard boundary.comparison.differs(.videoProfile), boundary.comparison.outcome(.videoCodec) == .match else {
            return []
        }
        // Without the depths, the other profile may be the one with ten bits.
        let isSameDepth = boundary.comparison.outcome(.videoBitDepth) == .match
        return [TriggeredChange(isSameDepth ? "video.profile" : "video.profile_bit_depth")]
    }

    static func fix(for boundary: Boundary) -> String {
        boundary.comparison.differs(.videoBitDepth)
            ? match(.videoBitDepth, boundary, "encode the ad's video with")
            : match(.videoProfile, boundary, "encode the ad's video in profile")
    }
}

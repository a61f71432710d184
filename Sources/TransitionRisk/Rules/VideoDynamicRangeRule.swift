import MediaFormats

/// SDR, HLG, PQ and Dolby Vision are different modes of decoder and display.
enum VideoDynamicRangeRule: TransitionRule {
    static let id: RuleID = "video-dynamic-range"
    static let documentation = RuleDocumentation(
        title: "The dynamic range changes",
        looksAt: "SDR, HLG, PQ, HDR10+ or Dolby Vision on both sides, and the Dolby Vision profile.",
        rationale: "The display changes mode, which takes the picture and, over HDMI, the sound for seconds.",
        example:
            "An SDR ad in a Dolby Vision programme. A television behind HDMI goes dark while the link "
            + "re-trains.",
        source: "HLS Authoring Specification 1.21; WWDC19 507")
    static let parameters: [ParameterName] = [.videoDynamicRange, .videoDolbyVisionProfile]
    static let worstCase: [ChangeID] = ["video.dynamic_range.display", "video.dynamic_range.decoder"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        var changes: [TriggeredChange] = []
        if boundary.comparison.differs(.videoDynamicRange), !isOneMode(boundary) {
            changes += [TriggeredChange("video.dynamic_range.display"), TriggeredChange("video.dynamic_range.decoder")]
        }
        if boundary.comparison.differs(.videoDolbyVisionProfile) {
            changes.append(TriggeredChange("video.dv_profile"))
        }
        return changes
    }

    /// HDR10 and HDR10+ are one mode of the display and one set-up of the decoder: only metadata differ.
    private static func isOneMode(_ boundary: Boundary) -> Bool {
        let ranges = [boundary.from, boundary.to].compactMap { $0.values.video?.dynamicRange }
        return ranges.allSatisfy { $0 == .pq || $0 == .hdr10Plus }
    }

    static func fix(for boundary: Boundary) -> String {
        boundary.comparison.differs(.videoDynamicRange)
            ? match(.videoDynamicRange, boundary, "master the ad in")
            : match(.videoDolbyVisionProfile, boundary, "encode the ad's Dolby Vision in")
    }
}

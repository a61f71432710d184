import MediaFormats

/// A display that follows the content's frame rate changes mode at a family change.
enum VideoFrameRateRule: TransitionRule {
    static let id: RuleID = "video-frame-rate"
    static let documentation = RuleDocumentation(
        title: "The frame rate changes",
        looksAt:
            "The exact frame rates on both sides and how they relate: equal, 1000/1001 neighbours, whole "
            + "multiples, other.",
        rationale: "A display that matches the content's rate goes dark while it changes mode.",
        example:
            "A programme at 23.976 fps with an ad at 29.97 fps. x, 2x and x/2 are accepted by the "
            + "authoring rules for AirPlay televisions; the 1000/1001 neighbours are separate HDMI modes, "
            + "though some devices change between them without a break.",
        source: "WWDC23 10275; HLS Authoring Specification 3.5, 8.25, 9.23")
    static let parameters: [ParameterName] = [.videoFrameRate]
    static let worstCase: [ChangeID] = ["video.frame_rate.family.display", "video.frame_rate.decoder"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard boundary.comparison.differs(.videoFrameRate),
            let from = boundary.from.values.video?.frameRate, let to = boundary.to.values.video?.frameRate
        else { return [] }
        return switch from.relation(to: to) {
        case .equal: []
        case .nearlyEqual: [TriggeredChange("video.frame_rate.fractional.display")]
        // 30 beside 59.94 is a multiple only nearly: its modes are 60 and 59.94 Hz.
        case .multiple:
            [
                TriggeredChange(
                    from.isWholeMultiple(of: to) || to.isWholeMultiple(of: from)
                        ? "video.frame_rate.multiple.display" : "video.frame_rate.fractional.display")
            ]
        case .other:
            [TriggeredChange("video.frame_rate.family.display"), TriggeredChange("video.frame_rate.decoder")]
        }
    }

    static func fix(for boundary: Boundary) -> String {
        let advice = match(.videoFrameRate, boundary, "encode the ad at")
        // Whole multiples are cheaper than other rates; where there is one already, only the same rate is better.
        return changes(at: boundary).contains { $0.id == "video.frame_rate.multiple.display" }
            ? advice : advice + " (or a whole multiple of it)"
    }
}

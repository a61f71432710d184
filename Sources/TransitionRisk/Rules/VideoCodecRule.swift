import MediaFormats

/// AVC, HEVC and AV1 need different decoders.
enum VideoCodecRule: TransitionRule {
    static let id: RuleID = "video-codec"
    static let documentation = RuleDocumentation(
        title: "The video codec changes",
        looksAt: "The family of video codecs on both sides.",
        rationale: "The decoder must be rebuilt: receivers with one decoder stop until the new one gives a picture.",
        example:
            "An AVC programme with an HEVC ad. A single-decoder television drains and releases one "
            + "decoder, creates the other and waits for its first picture; web players on televisions "
            + "reload their whole pipeline.",
        source: "WWDC23 10275; HLS Authoring Specification 3.2; rfc8216bis D.1")
    static let parameters: [ParameterName] = [.videoCodec]
    static let worstCase: [ChangeID] = ["video.codec_family"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.videoCodec) ? [TriggeredChange("video.codec_family")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        // Another codec comes with a profile and depth of its own, so these are part of the advice.
        let video = boundary.kind == .between ? nil : boundary.referenceSide.values.video
        let details = [video?.profile, video?.bitDepth.map { "\($0) bit" }].compactMap(\.self)
        let advice = match(.videoCodec, boundary, "encode the ad's video as")
        return details.isEmpty ? advice : advice + " (\(details.joined(separator: ", ")))"
    }
}

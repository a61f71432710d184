import MediaFormats

/// MPEG-TS and ISO base media need different demuxers.
enum ContainerRule: TransitionRule {
    static let id: RuleID = "video-container"
    static let documentation = RuleDocumentation(
        title: "The container changes",
        looksAt: "MPEG-TS or ISO base media on both sides; mp4 and fmp4 count as one.",
        rationale: "Another demuxer is needed; players on Media Source Extensions change type or reload.",
        example: "A programme in fMP4 with an ad in MPEG-TS.",
        source: "shaka-player lib/device; hls.js mediasource-helper")
    static let parameters: [ParameterName] = [.container]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard let from = boundary.from.values.container, let to = boundary.to.values.container else { return [] }
        let isoMedia: Set<ContainerFormat> = [.mp4, .fragmentedMP4]
        let differs = from != to && !(isoMedia.contains(from) && isoMedia.contains(to))
        return differs ? [TriggeredChange("container.ts_fmp4")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        let advice = match(.container, boundary, "package the ad as")
        guard boundary.comparison.differs(.trackLayout) else { return advice }
        return boundary.referenceSide.values.trackLayout == .muxed
            ? advice + ", sound and picture together" : advice + ", with its sound as a rendition of its own"
    }
}

import MediaFormats

/// Sound and picture in one file, or in files of their own, need other buffers in players on Media Source Extensions.
enum TrackLayoutRule: TransitionRule {
    static let id: RuleID = "track-layout"
    static let documentation = RuleDocumentation(
        title: "Sound and picture are packed otherwise",
        looksAt: "Whether sound and picture share segments, on both sides.",
        rationale:
            "Web players keep one buffer for muxed media and two for separate ones; they reload, or drop the asset.",
        example:
            "A programme with separate audio renditions and an ad in which each segment holds both. In "
            + "MPEG-TS nothing changes, because such players take its streams apart anyway.",
        source: "hls.js interstitials controller and buffer controller; Adobe Primetime ad requirements")
    static let parameters: [ParameterName] = [.trackLayout]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        guard boundary.comparison.differs(.trackLayout) else { return [] }
        let muxed = [boundary.from, boundary.to].first { $0.values.trackLayout == .muxed }
        return muxed?.values.container == .transportStream ? [] : [TriggeredChange("container.track_layout")]
    }

    static func fix(for boundary: Boundary) -> String {
        boundary.referenceSide.values.trackLayout == .muxed
            ? "package the ad's sound and picture together" : "package the ad's sound as a rendition of its own"
    }
}

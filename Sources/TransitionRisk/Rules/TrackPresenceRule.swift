import MediaFormats

/// An asset without sound, or without picture, stops a renderer and changes the clock.
enum TrackPresenceRule: TransitionRule {
    static let id: RuleID = "audio-video-tracks"
    static let documentation = RuleDocumentation(
        title: "A track is missing on one side",
        looksAt: "Whether both sides have a picture, and whether both have sound.",
        rationale: "A renderer is switched off and the clock changes its source; some players stall or drop the asset.",
        example:
            "A silent ad without an audio track. Web players drop such an asset when it should be "
            + "appended in place.",
        source: "hls.js stream controller; androidx/media issue 936")
    static let parameters: [ParameterName] = [.audioTrack, .videoTrack]
    static let worstCase: [ChangeID] = ["audio.missing_track"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        let missing = boundary.comparison.differs(.audioTrack) || boundary.comparison.differs(.videoTrack)
        return missing ? [TriggeredChange("audio.missing_track")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        boundary.comparison.differs(.audioTrack)
            ? "give both assets an audio track, if need be a silent one" : "give both assets a video track"
    }
}

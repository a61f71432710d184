import MediaFormats

/// Stereo and surround configure the audio output differently.
enum AudioChannelLayoutRule: TransitionRule {
    static let id: RuleID = "audio-channel-layout"
    static let documentation = RuleDocumentation(
        title: "The channel layout changes",
        looksAt: "The channel layout on both sides; 5.1 and 5.1(side) count as one.",
        rationale: "The audio output is set up for another number of channels; over HDMI the link may mute meanwhile.",
        example: "A stereo programme with a 5.1 ad. 5.1 and 5.1(side) are one layout.",
        source: "WWDC23 10275; HLS Authoring Specification 2.10, 2.11")
    static let parameters: [ParameterName] = [.audioChannelLayout]
    static let worstCase: [ChangeID] = ["audio.channel_layout"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.audioChannelLayout) ? [TriggeredChange("audio.channel_layout")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioChannelLayout, boundary, "mix the ad's sound to")
    }
}

import MediaFormats

/// 44.1 and 48 kHz need the audio device reopened unless the receiver resamples.
enum AudioSampleRateRule: TransitionRule {
    static let id: RuleID = "audio-sample-rate"
    static let documentation = RuleDocumentation(
        title: "The sampling frequency changes",
        looksAt: "The sampling frequency that leaves the decoder, on both sides.",
        rationale: "The audio output is closed and opened again at the other rate.",
        example:
            "A 48 kHz programme with a 44.1 kHz ad. On Kodi this is the one change that stands out of the "
            + "noise.",
        source: "WWDC23 10275")
    static let parameters: [ParameterName] = [.audioSampleRate]
    static let worstCase: [ChangeID] = ["audio.sample_rate"]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.audioSampleRate) ? [TriggeredChange("audio.sample_rate")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioSampleRate, boundary, "resample the ad's sound to")
    }
}

import MediaFormats

/// A step in loudness costs no time, and viewers mind it most of all.
enum AudioLoudnessRule: TransitionRule {
    static let id: RuleID = "audio-loudness"
    static let documentation = RuleDocumentation(
        title: "The loudness changes",
        looksAt: "Integrated loudness of the sound on both sides, where it was measured.",
        rationale: "Sound jumps at the boundary. It takes no time, but viewers reach for the remote.",
        example:
            "A film at -27 LUFS with an ad at -18 LUFS. Steps up to 2 LU are within what broadcasters "
            + "allow each other.",
        source: "HLS Authoring Specification 2.18; ATSC A/85; AWS MediaTailor normalises ads to -24 LKFS")
    static let parameters: [ParameterName] = [.audioLoudness]
    static let annoyance: Band? = .low

    static func changes(at boundary: Boundary) -> [TriggeredChange] { [] }

    static func remark(at boundary: Boundary) -> String? {
        guard boundary.comparison.differs(.audioLoudness), let from = boundary.from.values.audio?.integratedLoudness,
            let to = boundary.to.values.audio?.integratedLoudness
        else { return nil }
        let step = ((to - from) * 10).rounded() / 10
        return "The sound becomes \(abs(step)) LU \(step > 0 ? "louder" : "softer"): \(from) → \(to) LUFS"
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioLoudness, boundary, "normalise the ad's sound to")
    }
}

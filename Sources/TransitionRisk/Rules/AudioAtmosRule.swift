import MediaFormats

/// E-AC-3 with and without Atmos share a decoder, but the output's carriage may change.
enum AudioAtmosRule: TransitionRule {
    static let id: RuleID = "audio-atmos"
    static let documentation = RuleDocumentation(
        title: "Atmos starts or stops",
        looksAt: "Whether E-AC-3 carries Atmos objects (JOC), on both sides.",
        rationale: "The output may change to or from the carriage of Atmos, and the AV receiver locks again.",
        example: "An Atmos programme with an ad in plain E-AC-3 5.1.",
        source: "androidx/media PR 1346")
    static let parameters: [ParameterName] = [.audioAtmos]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.audioAtmos) && boundary.comparison.outcome(.audioCodec) == .match
            ? [TriggeredChange("audio.atmos_flag")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioAtmos, boundary, "carry the ad's sound with")
    }
}

import MediaFormats

/// E-AC-3 with and without Atmos share a decoder, but the output's carriage may change.
///
/// Example: an Atmos programme with an ad in plain E-AC-3 5.1.
enum AudioAtmosRule: TransitionRule {
    static let id: RuleID = "audio-atmos"
    static let documentation = RuleDocumentation(
        title: "Atmos starts or stops",
        rationale: "The output may change to or from the carriage of Atmos, and the AV receiver locks again.",
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

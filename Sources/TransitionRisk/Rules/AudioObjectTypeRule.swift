import MediaFormats

/// AAC-LC and HE-AAC configure the decoder differently.
///
/// Example: an AAC-LC programme with an HE-AAC ad, whose spectral band replication doubles the output rate.
enum AudioObjectTypeRule: TransitionRule {
    static let id: RuleID = "audio-object-type"
    static let documentation = RuleDocumentation(
        title: "The kind of AAC changes",
        rationale:
            "The audio decoder is configured anew. Apple players switch among AAC types; televisions promise nothing.",
        source: "HLS Authoring Specification 2.3")
    static let parameters: [ParameterName] = [.audioObjectType]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.audioObjectType) ? [TriggeredChange("audio.aac_object_type")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioObjectType, boundary, "encode the ad's sound as AAC")
    }
}

import MediaFormats

/// AAC-LC and HE-AAC configure the decoder differently.
enum AudioObjectTypeRule: TransitionRule {
    static let id: RuleID = "audio-object-type"
    static let documentation = RuleDocumentation(
        title: "The kind of AAC changes",
        looksAt: "The kind of AAC on both sides: LC, HE, HEv2, xHE.",
        rationale:
            "The audio decoder is configured anew. Apple players switch among AAC types; televisions promise nothing.",
        example: "An AAC-LC programme with an HE-AAC ad, whose spectral band replication doubles the output rate.",
        source: "HLS Authoring Specification 2.3")
    static let parameters: [ParameterName] = [.audioObjectType]

    static func changes(at boundary: Boundary) -> [TriggeredChange] {
        boundary.comparison.differs(.audioObjectType) ? [TriggeredChange("audio.aac_object_type")] : []
    }

    static func fix(for boundary: Boundary) -> String {
        match(.audioObjectType, boundary, "encode the ad's sound as AAC")
    }
}

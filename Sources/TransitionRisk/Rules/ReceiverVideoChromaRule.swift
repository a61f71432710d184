/// Chroma beyond 4:2:0 needs a decoder that few receivers have.
enum ReceiverVideoChromaRule: DocumentedRule {
    static let id: RuleID = "receiver-video-chroma"
    static let documentation = RuleDocumentation(
        title: "The chroma is more than receivers decode",
        looksAt: "Chroma subsampling of each variant; anything but 4:2:0 is in doubt.",
        rationale: "Hardware decoders of televisions and boxes decode 4:2:0; of 4:2:2 and 4:4:4 nothing is known.",
        example: "An AVC High 4:4:4 ad made from a screen recording.",
        source: "HLS Authoring Specification 1.2, 1.5")
}

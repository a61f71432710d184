/// Decoders end at a level.
enum ReceiverVideoLevelRule: DocumentedRule {
    static let id: RuleID = "receiver-video-level"
    static let documentation = RuleDocumentation(
        title: "The level is above what the receiver decodes",
        looksAt: "The level of each variant against the highest of the decoder.",
        rationale: "Levels bound picture size times rate; beyond them a decoder drops pictures or refuses.",
        example: "AVC at level 5.1 on a television that ends at 4.2.",
        source: "The receiver's /info, its model, or its class")
}

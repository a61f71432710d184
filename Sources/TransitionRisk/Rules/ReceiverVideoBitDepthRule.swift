/// Ten bits need a decoder that knows them.
enum ReceiverVideoBitDepthRule: DocumentedRule {
    static let id: RuleID = "receiver-video-bit-depth"
    static let documentation = RuleDocumentation(
        title: "The bit depth is above what the receiver decodes",
        looksAt: "Bits a sample of each variant against those of the decoder.",
        rationale: "An 8-bit decoder shows garbage or nothing.",
        example: "HEVC Main 10 on a television that decodes Main.",
        source: "The receiver's /info, its model, or its class")
}

/// What a receiver has no decoder for, it cannot play.
enum ReceiverVideoCodecRule: DocumentedRule {
    static let id: RuleID = "receiver-video-codec"
    static let documentation = RuleDocumentation(
        title: "The receiver has no decoder for the video codec",
        looksAt: "The video codec of each variant against the decoders of the receiver.",
        rationale: "Without a decoder there is no picture, however long one waits.",
        example: "An AV1 ladder on an Apple TV without an AV1 decoder.",
        source: "The receiver's /info, its model, or its class")
}

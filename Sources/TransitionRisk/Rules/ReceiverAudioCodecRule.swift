/// What a receiver has no decoder for, stays silent.
enum ReceiverAudioCodecRule: DocumentedRule {
    static let id: RuleID = "receiver-audio-codec"
    static let documentation = RuleDocumentation(
        title: "The receiver does not decode the audio codec",
        looksAt: "The audio codec of each variant against those of the receiver.",
        rationale: "A variant with sound that cannot be decoded is not chosen; without another one nothing plays.",
        example: "E-AC-3 as the only sound of an ad, on a low-end television.",
        source: "The receiver's /info, its model, or its class")
}

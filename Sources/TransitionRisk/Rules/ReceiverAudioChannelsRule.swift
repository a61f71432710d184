/// Low-end receivers take stereo.
enum ReceiverAudioChannelsRule: DocumentedRule {
    static let id: RuleID = "receiver-audio-channels"
    static let documentation = RuleDocumentation(
        title: "The sound has more channels than the receiver takes",
        looksAt: "The number of channels of each variant against the most that the receiver takes.",
        rationale: "Low-end receivers take stereo AAC and refuse surround sound.",
        example: "A 5.1 ad without a stereo rendition.",
        source: "WWDC23 10275")
}

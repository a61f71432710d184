/// Decoders end at a picture size.
enum ReceiverVideoResolutionRule: DocumentedRule {
    static let id: RuleID = "receiver-video-resolution"
    static let documentation = RuleDocumentation(
        title: "The picture is larger than the receiver decodes",
        looksAt: "The picture size of each variant against the largest of the decoder.",
        rationale: "The decoder cannot be set up for the picture.",
        example: "A 2160p ad on a 1080p stick.",
        source: "The receiver's /info, its model, or its class")
}

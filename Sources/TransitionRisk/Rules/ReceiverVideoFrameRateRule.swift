/// Decoders end at a frame rate.
enum ReceiverVideoFrameRateRule: DocumentedRule {
    static let id: RuleID = "receiver-video-frame-rate"
    static let documentation = RuleDocumentation(
        title: "The frame rate is above what the receiver decodes",
        looksAt: "The frame rate of each variant against the highest of the decoder.",
        rationale: "Pictures are dropped, or nothing is shown.",
        example: "1080p60 on a box that ends at 30 fps.",
        source: "The receiver's /info, its model, or its class")
}

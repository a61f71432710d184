/// A display shows the ranges it has.
enum ReceiverDynamicRangeRule: DocumentedRule {
    static let id: RuleID = "receiver-dynamic-range"
    static let documentation = RuleDocumentation(
        title: "The receiver does not show the dynamic range",
        looksAt:
            "The dynamic range of each variant, and what Dolby Vision falls back to, against the ranges "
            + "of the receiver.",
        rationale: "Shown as SDR, PQ pictures are grey and dark; players refuse the variant instead.",
        example: "A Dolby Vision profile 5 ad on a low-end television.",
        source: "The receiver's /info, its model, or its class")
}

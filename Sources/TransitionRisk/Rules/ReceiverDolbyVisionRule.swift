/// Dolby Vision comes in profiles.
enum ReceiverDolbyVisionRule: DocumentedRule {
    static let id: RuleID = "receiver-dolby-vision-profile"
    static let documentation = RuleDocumentation(
        title: "The receiver does not show this Dolby Vision profile",
        looksAt: "The Dolby Vision profile of each variant against those of the receiver.",
        rationale: "A profile without a base layer that the receiver knows shows wrong colours.",
        example: "Profile 5 on a receiver that shows 8.1 only.",
        source: "The receiver's /info, its model, or its class")
}

/// The whole delay may be limited, too, where a service promises one.
package enum TotalLimitRule: DocumentedRule {
    package static let id: RuleID = "timing-total-limit"
    static let documentation = RuleDocumentation(
        title: "The whole delay is above the limit",
        looksAt: "The 95th percentile of the total, floor included, against --fail-on-total.",
        rationale:
            "Viewers wait for the whole, not for the excess; what a receiver needs at any change of item may be too much.",
        example: "A limit of 1500 ms, and a low-end television whose floor alone is near a second.",
        source: "the user's own limit")
}

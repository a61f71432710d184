/// One thing to look for in a receiver's facts.
///
/// A rule says what it saw and what that speaks for; it never decides. ``Verdict`` weighs all evidence together.
protocol ClassificationRule: Sendable {
    /// The stable word in kebab case under which its evidence is reported.
    static var id: String { get }

    /// What is seen of it in these facts, in a stable order; empty when it has nothing to say.
    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence]
}

extension ClassificationRule {
    /// Evidence under this rule's id.
    func saw<Value>(
        _ fact: ReceiverFacts.Fact<Value>, _ says: String, for supports: ReceiverClass? = nil,
        excludes: [ReceiverClass] = [], _ strength: Evidence.Strength
    ) -> Evidence {
        Evidence(
            rule: Self.id, place: fact.place, seen: fact.seen, says: says, supports: supports, excludes: excludes,
            strength: strength)
    }
}

/// The rules in the order in which their evidence is listed.
let classificationRules: [any ClassificationRule] = [
    SoftwareMarkerRule(), SoftwareMaskRule(), AppleClaimRule(), AppleMaskRule(), ModelTableRule(), VideoAccessoryRule(),
    AudioAccessoryRule(), SonosFirmwareRule(), FeatureTroubleRule(),
]

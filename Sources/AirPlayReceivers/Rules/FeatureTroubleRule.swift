/// Feature bits that cannot be read, or that `fex` contradicts: reported, and no ground for anything.
struct FeatureTroubleRule: ClassificationRule {
    static let id = "feature-trouble"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        facts.featureTrouble.map { saw($0, $0.value, .weak) }
    }
}

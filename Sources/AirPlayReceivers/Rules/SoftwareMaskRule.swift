/// Feature bits that were seen on programs only, under a model that is not Apple's: the rest of the record may be copied.
///
/// Under a model of Apple's ``AppleClaimRule`` weighs them.
struct SoftwareMaskRule: ClassificationRule {
    static let id = "software-mask"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard let features = facts.features, FeatureFamily.software.contains(features.value.lowWord),
            facts.model.flatMap({ AppleFamily(model: $0.value) }) == nil
        else { return [] }
        // Each mask is a single observation, so that alone it makes a program no more than likely.
        let strength: Evidence.Strength = facts.model == nil ? .fair : .strong
        return [saw(features, "this mask was seen on programs only", for: .software, strength)]
    }
}

/// Apple's devices set bits 36 and 39, which nobody else does; the low word then tells which kind it is.
///
/// Speaks only where no model is published, as in a record that was cut short; a model goes to ``AppleClaimRule``.
struct AppleMaskRule: ClassificationRule {
    static let id = "apple-mask"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard facts.model == nil, facts.manufacturer == nil, let features = facts.features, features.value.has(36, 39)
        else { return [] }
        return switch features.value.lowWord {
        case FeatureFamily.homePod: [saw(features, "the bits of a HomePod", for: .smartSpeaker, .strong)]
        case FeatureFamily.mac: [saw(features, "the bits of a Mac", for: .mac, .fair)]
        case let word where FeatureFamily.appleTV.contains(word):
            [saw(features, "the bits of an Apple TV", for: .appleTV, .fair)]
        default: []
        }
    }
}

/// Speakers, sound bars and AV receivers under the audio kit share one set of bits: sound (9) without any picture (4, 7).
///
/// It rules out everything with a picture; which of the three it is, only model and manufacturer tell.
struct AudioAccessoryRule: ClassificationRule {
    static let id = "audio-accessory"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard let features = facts.features, facts.isSoundOnly else { return [] }
        return [
            saw(
                features, "sound only: no bit for video or mirroring is set",
                excludes: [.appleTV, .mac, .smartTV, .setTopBox, .mediaStick], .strong)
        ]
    }
}

extension ReceiverFacts {
    /// Whether the feature bits say sound and nothing that has to do with a picture or is Apple's own.
    var isSoundOnly: Bool {
        features.map { $0.value.has(9) && !$0.value.hasAny(0, 4, 7, 33, 36, 39, 49) } ?? false
    }
}

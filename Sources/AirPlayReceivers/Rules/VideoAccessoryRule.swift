/// Licensed televisions and streaming players set bits 47 and 51 with video (bit 4) and none of Apple's own.
///
/// No bit tells a television from a player, so this makes a television likely and leaves a player possible: of the
/// captures behind it 15 were televisions and 2 players.
struct VideoAccessoryRule: ClassificationRule {
    static let id = "video-accessory"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard let features = facts.features, features.value.has(4, 47, 51), !features.value.hasAny(36, 39, 44)
        else { return [] }
        let excluded: [ReceiverClass] = [.appleTV, .mac, .smartSpeaker, .avReceiver]
        // Where a row knows the maker's products, the bits only confirm that there is a picture.
        if let row = model?.entry.receiverClass, row != .smartTV {
            return [saw(features, "the bits of a third-party receiver with a picture", excludes: excluded, .fair)]
        }
        return [
            saw(
                features, "the bits of a third-party receiver with a picture", for: .smartTV, excludes: excluded, .fair),
            saw(features, "a streaming player sets the same bits", for: .mediaStick, .weak),
        ]
    }
}

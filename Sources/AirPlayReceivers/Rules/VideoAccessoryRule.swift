/// Licensed televisions and streaming players set bits 47 and 51 with video (bit 4) and none of Apple's own.
///
/// No bit tells a television from a player: of the captures behind this 15 were televisions and 2 players, which says what
/// teams own and not what this one is. So the bits bear out a row of the model table that says television, and name one as
/// the runner-up where no row speaks; they make nothing likely alone.
struct VideoAccessoryRule: ClassificationRule {
    static let id = "video-accessory"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard let features = facts.features, features.value.has(4, 47, 51), !features.value.hasAny(36, 39, 44)
        else { return [] }
        let excluded: [ReceiverClass] = [.appleTV, .mac, .smartSpeaker, .avReceiver]
        let says = "the bits of a third-party receiver with a picture"
        return switch model?.entry.receiverClass {
        case .smartTV: [saw(features, says, for: .smartTV, excludes: excluded, .fair)]
        case nil:
            [
                saw(
                    features, "\(says); televisions and players set the same", for: .smartTV, excludes: excluded, .weak)
            ]
        default: [saw(features, says, excludes: excluded, .fair)]
        }
    }
}

import AirPlayReceivers
import HLSPlaylists
import MediaFormats
import Synchronization

/// A variant with its merged parameters, worked out once.
struct PreparedVariant: Sendable, Hashable {
    /// The variant.
    let variant: ProfiledVariant
    /// What counts of it.
    let effective: EffectiveParameters
}

/// An asset ready to be judged: its variants in an order of their own, so that the order in the playlist does not matter.
final class PreparedAsset: Sendable {
    /// A number of its own among the assets of an assessor.
    let id: Int
    let profile: AssetProfile
    let variants: [PreparedVariant]
    private let selections = Mutex<[(ReceiverProfile, Int?, VariantSelection)]>([])

    init(_ profile: AssetProfile, id: Int) {
        self.id = id
        self.profile = profile
        variants = profile.variants.sorted { $0.label < $1.label }
            .map { PreparedVariant(variant: $0, effective: $0.effective) }
    }

    /// What a receiver would play of it.
    func selection(on receiver: ReceiverProfile, bandwidth: Int?) -> VariantSelection {
        let known = selections.withLock { all in all.first { $0.1 == bandwidth && $0.0 == receiver }?.2 }
        if let known { return known }
        let made = VariantSelection(variants, on: receiver, bandwidth: bandwidth)
        selections.withLock { $0.append((receiver, bandwidth, made)) }
        return made
    }

    /// Whether at least one variant has a known codec; else there is nothing to judge.
    var isKnown: Bool {
        variants.contains { $0.effective.values.video?.codec != nil || $0.effective.values.audio?.codec != nil }
    }

    /// Whether whole segments are encrypted, so that nobody but the player can look inside.
    var isEncrypted: Bool { variants.contains { $0.effective.values.video?.protection == .aes128 } }
}

/// The assets an assessor has met, each prepared once.
final class PreparedAssets: Sendable {
    private let known = Mutex<(count: Int, assets: [AssetReference: [PreparedAsset]])>((0, [:]))

    func prepared(_ profile: AssetProfile) -> PreparedAsset {
        let found = known.withLock { $0.assets[profile.reference]?.first { $0.profile == profile } }
        if let found { return found }
        return known.withLock {
            $0.count += 1
            let made = PreparedAsset(profile, id: $0.count)
            $0.assets[profile.reference, default: []].append(made)
            return made
        }
    }
}

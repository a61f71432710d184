import HLSPlaylists
import MediaProbing

/// Measured ads, each measured once, however many breaks and primaries play it.
actor ProfileShelf {
    private let profiler: AssetProfiler
    private var measuring: [AssetReference: Task<AssetProfile, Never>] = [:]

    init(profiler: AssetProfiler) { self.profiler = profiler }

    /// The assets of breaks, measured side by side.
    func profiles(of breaks: [ResolvedInterstitial]) async -> AssetProfiles {
        var order: [AssetReference] = []
        for asset in breaks.flatMap(\.assets) {
            guard let reference = asset.reference, let presentation = asset.presentation, !order.contains(reference)
            else { continue }
            order.append(reference)
            if measuring[reference] == nil {
                measuring[reference] = Task { [profiler] in
                    var profile = await profiler.profile(presentation)
                    // The session's identifier is no part of the asset's name.
                    profile.reference = profile.reference.withoutPrimaryID ?? profile.reference
                    return profile
                }
            }
        }
        var found: [(AssetReference, AssetProfile)] = []
        for reference in order {
            if let task = measuring[reference] { found.append((reference, await task.value)) }
        }
        return AssetProfiles(found)
    }
}

/// The measured assets of all breaks, by the reference under which the break names them.
struct AssetProfiles: Sendable {
    /// Each asset once, in order of appearance.
    let inOrder: [AssetProfile]
    private let byReference: [AssetReference: AssetProfile]

    init(_ profiles: [(AssetReference, AssetProfile)]) {
        byReference = Dictionary(profiles) { first, _ in first }
        inOrder = profiles.map(\.1)
    }

    subscript(asset: InterstitialAsset) -> AssetProfile? { asset.reference.flatMap { byReference[$0] } }

    /// The break with the measured length of assets whose playlists state none, such as plain files.
    func lengthened(_ resolved: ResolvedInterstitial) -> ResolvedInterstitial {
        guard case .assets(let assets) = resolved.content else { return resolved }
        var result = resolved
        result.content = .assets(
            assets.map { asset in
                guard asset.duration == nil else { return asset }
                var asset = asset
                asset.declaredDuration = self[asset]?.duration
                return asset
            })
        return result
    }
}

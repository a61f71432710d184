import HLSPlaylists
import MediaProbing

/// Measured ads, each measured once, however many breaks and primaries play it.
actor ProfileShelf {
    private let profiler: AssetProfiler
    private var measuring: [AssetReference: Task<MeasuredAsset, Never>] = [:]

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
                    async let start = profiler.profile(presentation)
                    let lastChange = presentation.changeTimes.last
                    var ending: AssetProfile?
                    if let lastChange { ending = await profiler.profile(presentation, at: lastChange).unnumbered }
                    return MeasuredAsset(profile: await start.unnumbered, ending: ending, lastChange: lastChange)
                }
            }
        }
        var found: [(AssetReference, MeasuredAsset)] = []
        for reference in order {
            if let task = measuring[reference] { found.append((reference, await task.value)) }
        }
        return AssetProfiles(found)
    }
}

/// One ad as it was measured.
struct MeasuredAsset: Sendable {
    /// Its start.
    var profile: AssetProfile
    /// Its last stretch, where it changes at a discontinuity of its own.
    var ending: AssetProfile?
    /// When that begins.
    var lastChange: Duration?
}

extension AssetProfile {
    /// The profile under the asset's own name, of which the session's identifier is no part.
    fileprivate var unnumbered: AssetProfile {
        var result = self
        result.reference = reference.withoutPrimaryID ?? reference
        return result
    }
}

/// The measured assets of all breaks, by the reference under which the break names them.
struct AssetProfiles: Sendable {
    /// Each asset once, in order of appearance.
    let inOrder: [AssetProfile]
    private let byReference: [AssetReference: MeasuredAsset]

    init(_ profiles: [(AssetReference, MeasuredAsset)]) {
        byReference = Dictionary(profiles) { first, _ in first }
        inOrder = profiles.map(\.1.profile)
    }

    subscript(asset: InterstitialAsset) -> MeasuredAsset? { asset.reference.flatMap { byReference[$0] } }

    /// The break with the measured length of assets whose playlists state none, such as plain files.
    func lengthened(_ resolved: ResolvedInterstitial) -> ResolvedInterstitial {
        guard case .assets(let assets) = resolved.content else { return resolved }
        var result = resolved
        result.content = .assets(
            assets.map { asset in
                guard asset.duration == nil else { return asset }
                var asset = asset
                asset.declaredDuration = self[asset]?.profile.duration
                return asset
            })
        return result
    }
}

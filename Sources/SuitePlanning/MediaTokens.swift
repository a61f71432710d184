import DeviceMatrix
import HLSPlaylists
import MediaFormats
import TransitionRisk

/// Gives assets with the same media the same number, and remembers what each number uses: what is asked a hundred
/// thousand times is worked out once for each kind.
struct MediaTokens {
    private struct VariantKey: Hashable {
        var declared: OperatingParameters
        var measured: OperatingParameters?
        var timing: MediaTiming?
        var bandwidth: Int?
        var audioLanguages: [String]
    }

    private struct Pair: Hashable {
        var from: Int
        var to: Int
    }

    private var tokens: [[VariantKey]: Int] = [:]
    private var byReference: [AssetReference: (variants: [ProfiledVariant], token: Int)] = [:]
    /// For each number the first asset that has it.
    private(set) var first: [AssetProfile] = []
    private var traitSets: [Int: Set<String>] = [:]
    private var changeSets: [Pair: Set<String>] = [:]

    /// The number of an asset's media.
    subscript(asset: AssetProfile) -> Int {
        mutating get {
            // Mostly the very same array, which compares in no time; behind a discontinuity it is another one.
            if let known = byReference[asset.reference], known.variants == asset.variants { return known.token }
            let keys = asset.variants.map {
                VariantKey(
                    declared: $0.declared, measured: $0.measured, timing: $0.timing, bandwidth: $0.bandwidth,
                    audioLanguages: $0.audioLanguages)
            }
            let token = tokens[keys] ?? tokens.count
            if token == tokens.count {
                tokens[keys] = token
                first.append(asset)
            }
            byReference[asset.reference] = (asset.variants, token)
            return token
        }
    }

    /// What an asset uses, as `trait=value`.
    mutating func traits(of asset: AssetProfile) -> Set<String> {
        let token = self[asset]
        if let known = traitSets[token] { return known }
        let traits = Set(asset.variants.flatMap { $0.effective.values.traits }.map(\.text))
        traitSets[token] = traits
        return traits
    }

    /// The parameters that change between the best variants of two assets.
    mutating func changes(from: AssetProfile, to: AssetProfile) -> Set<String> {
        let pair = Pair(from: self[from], to: self[to])
        if let known = changeSets[pair] { return known }
        var names: Set<String> = []
        if let a = from.best, let b = to.best {
            let differences = ParameterComparison(from: a.effective, to: b.effective).differences
            names = Set(
                differences.filter { $0.outcome == .mismatch }.map {
                    TraitValue(CatalogueTrait.change, $0.parameter.rawValue).text
                })
        }
        changeSets[pair] = names
        return names
    }
}

extension AssetProfile {
    /// The variant with the highest bandwidth.
    fileprivate var best: ProfiledVariant? {
        variants.max { ($0.bandwidth ?? 0, $1.label) < ($1.bandwidth ?? 0, $0.label) }
    }
}

extension OperatingParameters {
    /// What the media uses.
    fileprivate var traits: [TraitValue<CatalogueTrait>] {
        var traits: [TraitValue<CatalogueTrait>] = []
        func add(_ trait: CatalogueTrait, _ value: String?) {
            if let value { traits.append(TraitValue(trait, value)) }
        }
        add(.content, videoPresence == .absent ? "audio-only" : "video")
        add(.container, container?.rawValue)
        add(.videoCodec, video?.codec?.description)
        add(.dynamicRange, video?.dynamicRange?.rawValue)
        add(.dolbyVisionProfile, video?.dolbyVision.map { "\($0.profile)" })
        add(.frameRate, video?.frameRate.flatMap { CatalogueTrait.frameRateFamily($0.framesPerSecond) })
        add(.resolution, video?.resolution.map { CatalogueTrait.size(width: $0.width, height: $0.height) })
        add(.protection, video?.protection?.rawValue)
        add(.audioCodec, audio?.codec?.description)
        add(.channels, (audio?.layout?.channels ?? audio?.channels).map(CatalogueTrait.channels))
        return traits
    }
}

extension CatalogueTrait {
    /// `24`, `25`, `30`, `50` or `60`, whichever is within 1 %; `nil` for other rates.
    static func frameRateFamily(_ rate: Double) -> String? {
        [24, 25, 30, 50, 60].first { abs(rate - $0) <= $0 / 100 }.map { "\(Int($0))" }
    }

    /// `uhd` from 2561 columns on, `hd` from 720 lines on.
    static func size(width: Int, height: Int) -> String { width > 2560 ? "uhd" : height >= 720 ? "hd" : "sd" }

    /// `mono`, `stereo`, `surround`.
    static func channels(_ count: Int) -> String { count == 1 ? "mono" : count == 2 ? "stereo" : "surround" }
}

import AirPlayReceivers
import HLSPlaylists
import MediaFormats

/// The variants of one asset that a receiver would play, judged by its capabilities and a bandwidth.
///
/// The order of variants in a playlist changes nothing here but ``start``; ties are broken by label.
struct VariantSelection: Sendable {
    /// Variants that nothing speaks against and that the bandwidth carries, best first; where there is none, those with
    /// an unknown capability in the way. Where the bandwidth carries none, the smallest alone.
    let candidates: [PreparedVariant]
    /// Candidates that differ in a parameter or in timing, best first.
    let distinct: [PreparedVariant]
    /// The first candidate of the playlist: where a player starts that knows no bandwidth yet.
    let start: PreparedVariant?
    /// The largest picture among all that it decodes, which its decoder is set up for from the start.
    let largest: Resolution?
    /// Why nothing is left, or which unknown capabilities the candidates rest on.
    let obstacles: [Block]

    /// Selects from an asset's variants, which must be in an order that does not depend on the playlist.
    init(_ variants: [PreparedVariant], on receiver: ReceiverProfile, bandwidth: Int?) {
        // Stereo pictures and projections are for headsets; no class of receiver selects them beside flat ones.
        let flat = variants.filter { $0.variant.spatialLayout == nil }
        let judged = (flat.isEmpty ? variants : flat).map { ($0, CapabilityGate($0.effective, on: receiver)) }
        let sure = judged.filter { $0.1.blocks.isEmpty && $0.1.doubts.isEmpty }
        let possible = sure.isEmpty ? judged.filter { $0.1.blocks.isEmpty } : sure
        let decodable = possible.sorted { Self.isBetter($0.0, $1.0, on: receiver) }
        if let first = decodable.first {
            obstacles = first.1.doubts
        } else {
            // The variant with the fewest obstacles tells best what stands in the way.
            obstacles = judged.min { $0.1.blocks.count < $1.1.blocks.count }?.1.blocks ?? []
        }
        let shown = decodable.map {
            PreparedVariant(variant: $0.0.variant, effective: $0.0.effective.shown(on: receiver))
        }
        candidates = Self.carried(shown, by: bandwidth)
        var seen: Set<Signature> = []
        distinct = candidates.filter { seen.insert(Signature($0.effective)).inserted }
        start = candidates.min { ($0.variant.position, $0.variant.label) < ($1.variant.position, $1.variant.label) }
        let sizes = shown.compactMap(\.effective.values.video?.resolution)
        largest = sizes.map(\.width).max().flatMap { width in
            sizes.map(\.height).max().flatMap { Resolution(width: width, height: $0) }
        }
    }

    private static func carried(_ variants: [PreparedVariant], by bandwidth: Int?) -> [PreparedVariant] {
        guard let bandwidth else { return variants }
        let carried = variants.filter { $0.variant.bandwidth.map { $0 <= bandwidth } ?? true }
        if !carried.isEmpty { return carried }
        let least = variants.compactMap(\.variant.bandwidth).min()
        return Array(variants.filter { $0.variant.bandwidth == least }.prefix(1))
    }

    /// Players prefer the widest range they can show, then the best that the bandwidth carries; AVPlayer also HEVC over
    /// AVC. See the decision note on the likely pair.
    private static func isBetter(_ a: PreparedVariant, _ b: PreparedVariant, on receiver: ReceiverProfile) -> Bool {
        let (left, right) = (rank(a, receiver), rank(b, receiver))
        return left == right ? a.variant.label < b.variant.label : right.lexicographicallyPrecedes(left)
    }

    private static func rank(_ variant: PreparedVariant, _ receiver: ReceiverProfile) -> [Int] {
        let values = variant.effective.values
        let isHDR = values.video?.dynamicRange.map { $0 != .sdr } ?? false
        let isEfficient = receiver.switching == .adaptive && values.video?.codec == .hevc
        return [
            isHDR ? 1 : 0, isEfficient ? 1 : 0, variant.variant.bandwidth ?? 0, values.video?.resolution?.area ?? 0,
            values.audio?.layout?.channels ?? values.audio?.channels ?? 0,
        ]
    }
}

/// What two variants have in common that are judged alike: all but labels, places and bandwidth.
struct Signature: Hashable, Sendable {
    let values: OperatingParameters
    let timing: MediaTiming?
    let audioLanguages: [String]

    init(_ effective: EffectiveParameters) {
        values = effective.values
        timing = effective.timing
        audioLanguages = effective.audioLanguages
    }
}

extension EffectiveParameters {
    /// What a receiver makes of these media: Dolby Vision without a decoder for it is its base layer, HDR10+ without its
    /// metadata is PQ. Where nobody knows what the receiver shows, the media stay as they were mastered.
    func shown(on receiver: ReceiverProfile) -> EffectiveParameters {
        guard let ranges = receiver.capabilities.dynamicRanges?.value, let range = values.video?.dynamicRange,
            !ranges.contains(range), !receiver.capabilities.undecidedRanges.contains(range)
        else { return self }
        let base: DynamicRange? =
            switch range {
            case .dolbyVision: values.video?.dolbyVision?.fallback
            case .hdr10Plus: .pq
            default: nil
            }
        guard let base else { return self }
        var result = self
        result.values.video?.dynamicRange = base
        return result
    }
}

import AirPlayReceivers
import HLSPlaylists
import MediaFormats

/// The variants of one asset that a receiver would play, judged by its capabilities.
///
/// The order of variants in a playlist changes nothing here; ties are broken by label.
struct VariantSelection: Sendable {
    /// Variants that nothing speaks against, best first; where there is none, those with an unknown capability in the way.
    let candidates: [ProfiledVariant]
    /// Why nothing is left, or which unknown capabilities the candidates rest on.
    let obstacles: [Block]

    /// Selects from an asset's variants.
    init(_ asset: AssetProfile, on receiver: ReceiverProfile) {
        let judged = asset.variants.sorted(by: Self.isBetter).map { ($0, CapabilityGate($0.effective, on: receiver)) }
        let sure = judged.filter { $0.1.blocks.isEmpty && $0.1.doubts.isEmpty }
        let possible = judged.filter { $0.1.blocks.isEmpty }
        if !sure.isEmpty {
            (candidates, obstacles) = (sure.map(\.0), [])
        } else if !possible.isEmpty {
            (candidates, obstacles) = (possible.map(\.0), possible[0].1.doubts)
        } else {
            // The variant with the fewest obstacles tells best what stands in the way.
            let nearest = judged.min { $0.1.blocks.count < $1.1.blocks.count }
            (candidates, obstacles) = ([], nearest?.1.blocks ?? [])
        }
    }

    /// Candidates that differ in a parameter or in timing, best first, at most sixteen.
    var distinct: [ProfiledVariant] {
        var seen: Set<Signature> = []
        let all = candidates.filter { seen.insert(Signature(values: $0.effective.values, timing: $0.timing)).inserted }
        return Array(all.prefix(16))
    }

    private struct Signature: Hashable {
        let values: OperatingParameters
        let timing: MediaTiming?
    }

    private static func isBetter(_ a: ProfiledVariant, _ b: ProfiledVariant) -> Bool {
        let (left, right) = (rank(a), rank(b))
        return left == right ? a.label < b.label : left.lexicographicallyPrecedes(right) == false
    }

    private static func rank(_ variant: ProfiledVariant) -> [Int] {
        let values = variant.effective.values
        return [
            variant.bandwidth ?? 0, values.video?.resolution?.area ?? 0,
            values.audio?.layout?.channels ?? values.audio?.channels ?? 0,
        ]
    }
}

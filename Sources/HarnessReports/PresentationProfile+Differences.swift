import HLSPlaylists
import MediaFormats
import TransitionRisk

extension PresentationProfile {
    /// Parameters of which the variants have several known values, or the audio renditions have.
    var differences: Set<ParameterName> {
        let pictures = renditions.filter { [.variant, .media, .file].contains($0.kind) }
        let sounds = renditions.filter { $0.kind == .audio }
        return Self.differing(pictures).union(Self.differing(sounds))
    }

    private static func differing(_ renditions: [RenditionProfile]) -> Set<ParameterName> {
        guard renditions.count > 1 else { return [] }
        var values: [ParameterName: Set<String>] = [:]
        for rendition in renditions {
            let effective = rendition.combination.effective
            for row in ParameterComparison(from: effective, to: effective).differences {
                guard let value = row.from, row.parameter != .videoParameterSets, row.outcome != .notApplicable else {
                    continue
                }
                values[row.parameter, default: []].insert(value)
            }
        }
        return Set(values.filter { $0.value.count > 1 }.keys)
    }
}

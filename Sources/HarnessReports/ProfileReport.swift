package import HLSPlaylists
package import MediaFormats
import TransitionRisk

/// What `segue probe` found out about some assets, ready to be written in any format.
package struct ProfileReport: Sendable {
    /// One asset that was asked for.
    package struct Asset: Sendable {
        /// What was asked for, printable (redacted).
        package var name: String
        /// Line of the standard input, from 1; `nil` for an argument.
        package var line: Int?
        /// What was found; `nil` when nothing could be.
        package var profile: PresentationProfile?
        /// Why nothing was found.
        package var failure: String?
        /// What reading it cost.
        package var usage: Usage

        /// Collects what was found about an asset.
        package init(
            name: String, line: Int?, profile: PresentationProfile?, failure: String? = nil,
            usage: Usage = Usage(requests: 0, bytes: 0)
        ) {
            self.name = name
            self.line = line
            self.profile = profile?.withContradictions
            self.failure = failure
            self.usage = usage
        }

        /// Whether everything that has media was measured.
        package var isComplete: Bool {
            guard let profile else { return false }
            return profile.renditions.allSatisfy { $0.failure == nil }
        }
    }

    /// The program that made it.
    package var tool: Tool
    /// How deep was looked.
    package var tier: MeasuringTier
    /// The assets, in the order of asking.
    package var assets: [Asset]

    /// Collects a report.
    package init(tool: Tool, tier: MeasuringTier, assets: [Asset]) {
        self.tool = tool
        self.tier = tier
        self.assets = assets
    }
}

extension PresentationProfile {
    /// The profile in which each rendition names the claims that its media contradict.
    fileprivate var withContradictions: PresentationProfile {
        var profile = self
        var told: Set<Diagnostic> = []
        for index in renditions.indices where renditions[index].measured != nil {
            profile.renditions[index].contradictions = asset([renditions[index]]).contradictions
            told.formUnion(profile.renditions[index].contradictions)
        }
        // What only several renditions beside each other show.
        let pictures = renditions.filter { $0.kind == .variant && $0.measured != nil }
        if pictures.count > 1 {
            profile.diagnostics += asset(pictures).contradictions.filter { told.insert($0).inserted }
        }
        return profile
    }

    private func asset(_ renditions: [RenditionProfile]) -> AssetProfile {
        AssetProfile(reference: reference, variants: renditions.map(\.combination), hasPlaylists: form != .file)
    }
}

extension RenditionProfile {
    /// The rendition as something that can be compared.
    var combination: ProfiledVariant {
        var combination = ProfiledVariant(
            label: label, bandwidth: bandwidth, declared: declared, measured: measured?.parameters,
            timing: measured?.timing, declaredProvenance: declaredProvenance,
            measuredProvenance: measured?.provenance ?? [:])
        combination.segment = measured == nil ? nil : segment
        return combination
    }

    /// What was measured alone, with the defaults of specifications.
    var shown: EffectiveParameters {
        var bare = combination
        bare.declared = OperatingParameters()
        bare.declaredProvenance = [:]
        return bare.effective
    }

    /// What is claimed alone.
    var claimed: EffectiveParameters { EffectiveParameters(values: declared, provenance: declaredProvenance) }
}

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

        /// Whether everything that has media was measured, and every segment that was asked for.
        package var isComplete: Bool {
            guard let profile else { return false }
            return profile.renditions.allSatisfy { $0.shortfall == nil }
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
        let review = SegmentReview(renditions)
        var told: Set<Diagnostic> = []
        for index in renditions.indices {
            var found: [Diagnostic] = []
            if renditions[index].measured != nil { found = asset([renditions[index]]).contradictions }
            found += review.findings(about: renditions[index]).filter { !found.contains($0) }
            profile.renditions[index].contradictions = found
            told.formUnion(found)
        }
        for (index, found) in soundContradictions {
            let new = found.filter { told.insert($0).inserted }
            profile.renditions[index].contradictions += new
        }
        // What only several renditions beside each other show.
        let pictures = renditions.filter { $0.kind == .variant && $0.measured != nil }
        if pictures.count > 1 {
            profile.diagnostics += asset(pictures).contradictions.filter { told.insert($0).inserted }
        }
        let places = Set(profile.diagnostics.filter { $0.code == "renditions-not-aligned" }.map(\.uri))
        profile.diagnostics += review.findings.filter { told.insert($0).inserted && !places.contains($0.uri) }
        return profile
    }

    /// What CODECS of each variant says of sound that stands elsewhere, where all of its group is of one kind.
    private var soundContradictions: [(Int, [Diagnostic])] {
        renditions.indices.compactMap { index in
            let variant = renditions[index]
            guard variant.kind == .variant, variant.soundStandsApart, let claim = variant.declared.audio else {
                return nil
            }
            let sounds = renditions.filter { $0.kind == .audio && $0.groupID == variant.audioGroupID }
                .compactMap(\.measured).filter { $0.parameters.audio != nil }
            let kinds = Set(
                sounds.map { [$0.parameters.audio?.codec?.rawValue, $0.parameters.audio?.objectType?.rawValue] })
            guard kinds.count == 1, let sound = sounds.first else { return nil }
            var stated = AudioParameters()
            (stated.codec, stated.objectType) = (claim.codec, claim.objectType)
            let names: Set<ParameterName> = [.audioCodec, .audioObjectType]
            let combination = ProfiledVariant(
                label: variant.label, declared: OperatingParameters(audio: stated, audioPresence: .present),
                measured: OperatingParameters(audio: sound.parameters.audio, audioPresence: .present),
                declaredProvenance: variant.declaredProvenance.filter { names.contains($0.key) },
                measuredProvenance: sound.provenance.filter { names.contains($0.key) })
            return (index, AssetProfile(reference: reference, variants: [combination]).contradictions)
        }
    }

    private func asset(_ renditions: [RenditionProfile]) -> AssetProfile {
        let variants = renditions.map { rendition in
            var combination = rendition.combination
            let sounds =
                rendition.soundStandsApart ? self.renditions.filter { $0.groupID == rendition.audioGroupID } : []
            combination.soundPeak = sounds.filter { $0.kind == .audio && $0.reference != nil }.compactMap(\.peak)
                .max { $0.bitsPerSecond < $1.bitsPerSecond }
            return combination
        }
        return AssetProfile(reference: reference, variants: variants, hasPlaylists: form != .file)
    }
}

extension RenditionProfile {
    /// The rendition as something that can be compared. What CODECS says of sound that stands elsewhere is not about it.
    var combination: ProfiledVariant {
        let claimed = claimed
        var combination = ProfiledVariant(
            label: label, bandwidth: bandwidth, declared: claimed.values, measured: measured?.parameters,
            timing: measured?.timing, declaredProvenance: claimed.provenance,
            measuredProvenance: measured?.provenance ?? [:])
        combination.boxContradictions = measured?.boxContradictions
        combination.segment = measured == nil ? nil : segment
        combination.peak = peak
        combination.averageBandwidth = averageBandwidth
        return combination
    }

    /// The fastest of the segments whose size is known.
    var peak: SegmentPeak? {
        var known = segments.compactMap { read in read.bytes.map { (read.declared, $0) } }
        if let segment, let bytes = measured?.timing.mediaBytes, !known.contains(where: { $0.0 == segment }) {
            known.append((segment, bytes))
        }
        return SegmentPeak(known, of: segmentCount ?? known.count)
    }

    /// What was measured alone, with the defaults of specifications.
    var shown: EffectiveParameters {
        var bare = combination
        bare.declared = OperatingParameters()
        bare.declaredProvenance = [:]
        return bare.effective
    }

    /// What is claimed alone.
    var claimed: EffectiveParameters {
        guard soundStandsApart else {
            return EffectiveParameters(values: declared, provenance: declaredProvenance)
        }
        var values = declared
        (values.audio, values.audioPresence, values.trackLayout) = (nil, .unknown, nil)
        let places = declaredProvenance.filter { !$0.key.rawValue.hasPrefix("audio-") && $0.key != .trackLayout }
        return EffectiveParameters(values: values, provenance: places)
    }
}

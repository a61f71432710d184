package import MediaFormats

/// One asset with each of its renditions, as playlists declare them and as their media are.
///
/// Where ``AssetProfile`` holds what can play together, this holds each rendition once.
package struct PresentationProfile: Sendable, Hashable {
    /// What the asset's reference led to.
    package enum Form: String, Sendable, Hashable, Codable {
        /// A multivariant playlist.
        case multivariant
        /// A media playlist.
        case media
        /// A media file.
        case file
    }

    /// The asset, after redirects.
    package var reference: AssetReference
    /// What the reference led to.
    package var form: Form
    /// Variants in playlist order, then audio, then subtitles and captions.
    package var renditions: [RenditionProfile]
    /// Length, from EXTINF sums or the container; `nil` when neither tells.
    package var duration: Duration?
    /// What was found in playlists and where they contradict the media.
    package var diagnostics: [Diagnostic]

    /// Collects a profile.
    package init(
        reference: AssetReference, form: Form, renditions: [RenditionProfile], duration: Duration? = nil,
        diagnostics: [Diagnostic] = []
    ) {
        self.reference = reference
        self.form = form
        self.renditions = renditions
        self.duration = duration
        self.diagnostics = diagnostics
    }
}

/// One rendition: a variant's own media, an audio, subtitle or caption rendition, or a file.
package struct RenditionProfile: Sendable, Hashable {
    /// What it is in its playlist.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// A variant's own media.
        case variant
        /// An audio rendition.
        case audio
        /// A subtitle rendition. Its text is not measured.
        case subtitles
        /// Captions inside the picture.
        case captions = "closed-captions"
        /// A media playlist that stands alone.
        case media
        /// A file.
        case file
    }

    /// What it is.
    package var kind: Kind
    /// A name that is unique among those of its kind.
    package var label: String
    /// Where its playlist or file is; `nil` when it has none of its own.
    package var reference: AssetReference?
    /// Language by the playlist (BCP 47).
    package var language: String?
    /// The rendition group.
    package var groupID: String?
    /// The group of audio renditions that play with a variant; `nil` without one.
    package var audioGroupID: String?
    /// Whether the sound of a variant stands in segments of its own: what CODECS says of sound is not about these media.
    package var soundStandsApart = false
    /// BANDWIDTH in bits a second.
    package var bandwidth: Int?
    /// AVERAGE-BANDWIDTH in bits a second.
    package var averageBandwidth: Int?
    /// What playlists claim.
    package var declared: OperatingParameters
    /// Where each claim stands.
    package var declaredProvenance: [ParameterName: Provenance]
    /// What the playlist says of the segment that was measured; `nil` for a file.
    package var segment: DeclaredSegment?
    /// Segments of its playlist; `nil` for a file.
    package var segmentCount: Int?
    /// Segments whose times were looked at besides, in playlist order.
    package var segments: [ReadSegment] = []
    /// What the media show; `nil` when they were not measured.
    package var measured: MeasuredMedia?
    /// HTTP requests that the measurement rests on.
    package var requests = 0
    /// Why there is no measurement although there should be one.
    package var failure: String?
    /// Claims that the media contradict.
    package var contradictions: [Diagnostic] = []

    /// Describes a rendition of which only claims are known.
    package init(
        _ kind: Kind, label: String, reference: AssetReference? = nil, declared: OperatingParameters,
        provenance: [ParameterName: Provenance] = [:]
    ) {
        self.kind = kind
        self.label = label
        self.reference = reference
        self.declared = declared
        declaredProvenance = provenance
    }
}

extension RenditionProfile {
    /// Why a segment that was looked at tells nothing; `nil` for one that does, and for one that is encrypted as a whole.
    ///
    /// A text may have nothing to say for a while; any other segment has a track.
    package func problem(of segment: ReadSegment) -> String? {
        guard segment.failure != ReadSegment.encryptedAsAWhole else { return nil }
        let isEmpty = segment.tracks.isEmpty && kind != .subtitles
        return segment.failure ?? (isEmpty ? "no track in it was understood" : nil)
    }

    /// Why less is known than was asked for: of the rendition, or of some of its segments with the first of them by name.
    package var shortfall: String? {
        if let failure { return failure }
        let broken = segments.compactMap { segment in problem(of: segment).map { (segment, $0) } }
        guard let (first, problem) = broken.first else { return nil }
        return "\(broken.count) of \(segments.count) segments could not be read, the first at "
            + "\(first.declared.document):\(first.declared.line): \(problem)"
    }
}

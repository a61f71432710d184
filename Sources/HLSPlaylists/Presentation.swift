public import MediaFormats

/// An asset as its playlists describe it: variants with what they declare, renditions, date ranges and length.
///
/// Nothing here was measured; see ``AssetProfile`` for that.
public struct Presentation: Sendable, Hashable {
    /// What the asset's reference led to.
    public enum Kind: Sendable, Hashable {
        /// A multivariant playlist.
        case multivariant(MultivariantPlaylist)
        /// A media playlist alone.
        case media
        /// A media file without any playlist; the container by its first bytes.
        case file(ContainerFormat)
    }

    /// Where it really is, after redirects.
    public var reference: AssetReference
    /// What the reference led to.
    public var kind: Kind
    /// Variants in playlist order; one without attributes for a media playlist or file.
    public var variants: [PresentationVariant]
    /// Breaks of all its media playlists, in order of first appearance.
    public var events: [InterstitialEvent]
    /// All date ranges of all its media playlists.
    public var dateRanges: [DateRange]
    /// Length of the first media playlist that could be read; `nil` for files and when none could.
    public var duration: Duration?
    /// Whether segments may still be added; `nil` when no media playlist could be read.
    public var isLive: Bool?
    /// What was found in all documents.
    public var diagnostics: [Diagnostic]
    /// The playlists of subtitle renditions by their URI as written; empty unless the loader was asked to read them.
    public var subtitlePlaylists: [String: LoadedMediaPlaylist] = [:]

    /// Collects a presentation.
    public init(
        reference: AssetReference, kind: Kind, variants: [PresentationVariant], events: [InterstitialEvent] = [],
        dateRanges: [DateRange] = [], duration: Duration? = nil, isLive: Bool? = nil, diagnostics: [Diagnostic] = []
    ) {
        self.reference = reference
        self.kind = kind
        self.variants = variants
        self.events = events
        self.dateRanges = dateRanges
        self.duration = duration
        self.isLive = isLive
        self.diagnostics = diagnostics
    }

    /// The playlists that play together in one variant: video first, then its default audio rendition.
    public func playingPlaylists(variant: Int = 0) -> [MediaPlaylist] {
        guard variants.indices.contains(variant) else { return [] }
        let chosen = variants[variant]
        return [chosen.media?.playlist, chosen.defaultAudio?.media?.playlist].compactMap(\.self)
    }

    /// The primary timeline of one variant; for a file its length is unknown.
    public func timeline(variant: Int = 0, startPosition: Duration = .zero) -> PrimaryTimeline {
        PrimaryTimeline(playlists: playingPlaylists(variant: variant), startPosition: startPosition)
    }
}

/// A media playlist with the place its URIs resolve against.
public struct LoadedMediaPlaylist: Sendable, Hashable {
    /// Where it really is, after redirects.
    public var reference: AssetReference
    /// What it says.
    public var playlist: MediaPlaylist

    /// Places a playlist.
    public init(reference: AssetReference, playlist: MediaPlaylist) {
        self.reference = reference
        self.playlist = playlist
    }
}

/// One variant of a presentation.
public struct PresentationVariant: Sendable, Hashable {
    /// A label that is unique in the presentation: `1280x720 AVC 2.2 Mbit/s`.
    public var label: String
    /// Position in the playlist, from 0.
    public var position: Int
    /// BANDWIDTH; `nil` for a media playlist or file alone.
    public var bandwidth: Int?
    /// AVERAGE-BANDWIDTH.
    public var averageBandwidth: Int?
    /// The tag, for a multivariant playlist.
    public var variant: Variant?
    /// Where its media playlist (or the file) is; `nil` when the URI names nothing that may be fetched.
    public var reference: AssetReference?
    /// Its media playlist; `nil` when it could not be read, and for a file.
    public var media: LoadedMediaPlaylist?
    /// Its audio renditions, in playlist order; empty when the sound is muxed in or there is none.
    public var audio: [PresentationRendition]
    /// Languages of its subtitle renditions, in playlist order, without repetition.
    public var subtitleLanguages: [String]
    /// What playlists claim, with the default audio rendition.
    public var declared: OperatingParameters
    /// Where each claim stands.
    public var provenance: [ParameterName: Provenance]

    /// Collects a variant.
    public init(
        label: String, position: Int = 0, bandwidth: Int? = nil, averageBandwidth: Int? = nil, variant: Variant? = nil,
        reference: AssetReference? = nil, media: LoadedMediaPlaylist? = nil, audio: [PresentationRendition] = [],
        subtitleLanguages: [String] = [], declared: OperatingParameters = OperatingParameters(),
        provenance: [ParameterName: Provenance] = [:]
    ) {
        self.label = label
        self.position = position
        self.bandwidth = bandwidth
        self.averageBandwidth = averageBandwidth
        self.variant = variant
        self.reference = reference
        self.media = media
        self.audio = audio
        self.subtitleLanguages = subtitleLanguages
        self.declared = declared
        self.provenance = provenance
    }

    /// The rendition that plays when the viewer has no preference: the one with DEFAULT, else the first.
    public var defaultAudio: PresentationRendition? { audio.first(where: \.isDefault) ?? audio.first }

    /// What playlists claim when another audio rendition plays.
    public func declared(with rendition: PresentationRendition) -> OperatingParameters {
        var parameters = declared
        parameters.audio = rendition.declared
        return parameters
    }
}

/// One audio rendition of a variant.
public struct PresentationRendition: Sendable, Hashable {
    /// Its name for people.
    public var name: String
    /// Its language (BCP 47).
    public var language: String?
    /// Its group.
    public var groupID: String
    /// Whether it plays without a preference of the viewer.
    public var isDefault: Bool
    /// Whether it may be chosen by the viewer's settings.
    public var isAutoselect: Bool
    /// Where its playlist is; `nil` when the sound is in the variant's own segments.
    public var reference: AssetReference?
    /// Its playlist; `nil` when it has none or it could not be read.
    public var media: LoadedMediaPlaylist?
    /// What playlists claim about it.
    public var declared: AudioParameters
    /// Where each claim stands.
    public var provenance: [ParameterName: Provenance]

    /// Collects a rendition.
    public init(
        name: String, language: String? = nil, groupID: String, isDefault: Bool = false, isAutoselect: Bool = false,
        reference: AssetReference? = nil, media: LoadedMediaPlaylist? = nil,
        declared: AudioParameters = AudioParameters(), provenance: [ParameterName: Provenance] = [:]
    ) {
        self.name = name
        self.language = language
        self.groupID = groupID
        self.isDefault = isDefault
        self.isAutoselect = isAutoselect
        self.reference = reference
        self.media = media
        self.declared = declared
        self.provenance = provenance
    }
}

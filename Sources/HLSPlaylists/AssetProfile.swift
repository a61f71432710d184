public import MediaFormats

/// Everything known about one asset's media: each playable combination of variant and audio rendition with its declared
/// and its measured operating parameters.
///
/// ``Presentation`` says what the playlists claim; the prober fills in what the media shows.
public struct AssetProfile: Sendable, Hashable, Codable {
    /// The asset.
    public var reference: AssetReference
    /// Playable combinations, in a stable order that does not depend on the order in the playlist.
    public var variants: [ProfiledVariant]
    /// Length of the asset, from EXTINF sums or the container.
    public var duration: Duration?
    /// Whether playlists must be read before its media.
    public var hasPlaylists: Bool
    /// What went wrong while reading it; variants that could be read are above all the same.
    public var problems: [Diagnostic]

    /// Collects a profile.
    public init(
        reference: AssetReference, variants: [ProfiledVariant], duration: Duration? = nil, hasPlaylists: Bool = true,
        problems: [Diagnostic] = []
    ) {
        self.reference = reference
        self.variants = variants
        self.duration = duration
        self.hasPlaylists = hasPlaylists
        self.problems = problems
    }
}

/// One combination that a receiver can play: a variant with one audio rendition of its group, or a plain file.
public struct ProfiledVariant: Sendable, Hashable, Codable {
    /// A label that is unique in the asset and says what it is: `1280x720 AVC 2.2 Mbit/s, audio 'English'`.
    public var label: String
    /// Peak bits per second (BANDWIDTH); `nil` for a plain file.
    public var bandwidth: Int?
    /// Average bits per second (AVERAGE-BANDWIDTH); `nil` when the playlist does not say.
    public var averageBandwidth: Int?
    /// What showing it takes beside decoding (REQ-VIDEO-LAYOUT): stereo or a projection; `nil` for flat pictures.
    public var spatialLayout: String?
    /// Position of the variant in the multivariant playlist, from 0: players may start with the first.
    public var position: Int
    /// Languages of all audio renditions that can play with it, in playlist order; empty when none is stated.
    public var audioLanguages: [String] = []
    /// What playlists claim.
    public var declared: OperatingParameters
    /// What the media shows; `nil` when it could not be measured.
    public var measured: OperatingParameters?
    /// Timestamps of the first media, if measured.
    public var timing: MediaTiming?
    /// Boxes that contradict the coded pictures; `nil` for none.
    public var boxContradictions: [BoxContradiction]?
    /// What the playlist says of the segment that was measured; `nil` for a plain file.
    public var segment: DeclaredSegment?
    /// The fastest segment of the picture, or of picture and sound together, among those that were read.
    public var peak: SegmentPeak?
    /// The fastest segment of a sound that stands in segments of its own.
    public var soundPeak: SegmentPeak?
    /// Where declared values were read.
    public var declaredProvenance: [ParameterName: Provenance]
    /// Where measured values were read.
    public var measuredProvenance: [ParameterName: Provenance]

    /// Collects a combination.
    public init(
        label: String, bandwidth: Int? = nil, position: Int = 0, declared: OperatingParameters = OperatingParameters(),
        measured: OperatingParameters? = nil, timing: MediaTiming? = nil,
        declaredProvenance: [ParameterName: Provenance] = [:], measuredProvenance: [ParameterName: Provenance] = [:]
    ) {
        self.label = label
        self.bandwidth = bandwidth
        self.position = position
        self.declared = declared
        self.measured = measured
        self.timing = timing
        self.declaredProvenance = declaredProvenance
        self.measuredProvenance = measuredProvenance
    }
}

/// The segment with the highest bit rate among those of a media playlist whose size is known.
public struct SegmentPeak: Sendable, Hashable, Codable {
    /// The segment.
    public var segment: DeclaredSegment
    /// Its bytes, without its initialization section.
    public var bytes: Int
    /// Segments whose sizes are known.
    public var known: Int
    /// Segments of the playlist.
    public var total: Int
    /// Bits a second over the whole playlist; `nil` unless the sizes of all segments are known.
    public var averageBitsPerSecond: Double?

    /// The fastest of some segments; `nil` when none of them counts: one of less than half the target duration does not
    /// (rfc8216bis 4.4.6.2, peak segment bit rate).
    public init?(_ segments: [(segment: DeclaredSegment, bytes: Int)], of total: Int) {
        let counted = segments.filter { segment, bytes in
            bytes > 0 && segment.duration > .zero && segment.targetDuration.map { segment.duration * 2 >= $0 } ?? true
        }
        func rate(_ entry: (segment: DeclaredSegment, bytes: Int)) -> Double {
            Double(entry.bytes) * 8 / (entry.segment.duration / .seconds(1))
        }
        guard let fastest = counted.max(by: { rate($0) < rate($1) }) else { return nil }
        (segment, bytes, known, self.total) = (fastest.segment, fastest.bytes, segments.count, total)
        guard known == total, segments.allSatisfy({ $0.bytes > 0 }) else { return }
        let size = segments.reduce(0.0) { $0 + Double($1.bytes) }
        averageBitsPerSecond = size * 8 / (segments.reduce(.zero) { $0 + $1.segment.duration } / .seconds(1))
    }

    /// Its size over its stated length.
    public var bitsPerSecond: Double { Double(bytes) * 8 / (segment.duration / .seconds(1)) }
}

/// What a playlist says of one segment.
public struct DeclaredSegment: Sendable, Hashable, Codable {
    /// Its length (EXTINF).
    public var duration: Duration
    /// The longest length that segments may have, rounded (EXT-X-TARGETDURATION).
    public var targetDuration: Duration?
    /// The media playlist.
    public var document: String
    /// Line of its URI, 1-based.
    public var line: Int

    /// Describes a segment.
    public init(duration: Duration, targetDuration: Duration?, document: String, line: Int) {
        self.duration = duration
        self.targetDuration = targetDuration
        self.document = document
        self.line = line
    }
}

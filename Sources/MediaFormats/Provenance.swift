/// Where a fact was read.
///
/// Declared and measured facts are kept apart; a value never loses its origin on the way to a report.
public struct Provenance: Sendable, Hashable, Codable {
    /// The kind of place.
    public enum Origin: String, Sendable, Hashable, Codable {
        /// A line of a playlist or asset list: a claim.
        case playlist
        /// A container header: init section, `moov`, program map table.
        case container
        /// The coded data itself.
        case bitstream
        /// Worked out from timestamps.
        case timestamps
        /// Filled in because the specification gives a default for an absent value.
        case specificationDefault = "specification-default"
    }

    /// The kind of place.
    public var origin: Origin
    /// Which document: a redacted URI, a file name.
    public var document: String?
    /// Line of the document, 1-based; `nil` for binary ones.
    public var line: Int?
    /// The attribute, box or field: `CODECS`, `avcC`, `r_frame_rate`.
    public var field: String?
    /// What read it, for a measured fact; `nil` for a claim.
    public var instrument: Instrument?

    /// What measures media.
    public enum Instrument: String, Sendable, Hashable, Codable {
        /// The reader of container and codec headers.
        case headers
        /// libavformat, in the probe worker.
        case libavformat
    }

    /// Names a place.
    public init(
        _ origin: Origin, document: String? = nil, line: Int? = nil, field: String? = nil,
        instrument: Instrument? = nil
    ) {
        self.instrument = instrument
        self.origin = origin
        self.document = document
        self.line = line
        self.field = field
    }

    private enum CodingKeys: CodingKey {
        case origin, document, line, field, instrument
    }

    /// Writes it down, as text and numbers alone: a document holds dozens of places, and encoders take longer over values that
    /// encode themselves.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(origin.rawValue, forKey: .origin)
        try container.encodeIfPresent(document, forKey: .document)
        try container.encodeIfPresent(line, forKey: .line)
        try container.encodeIfPresent(field, forKey: .field)
        try container.encodeIfPresent(instrument?.rawValue, forKey: .instrument)
    }
}

/// The name of one operating parameter, as used in provenance maps, differences and rules.
///
/// An open set with one static member for each parameter that is compared.
public struct ParameterName: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable, Comparable,
    CustomStringConvertible
{
    /// The stable kebab-case name, with its group as prefix.
    public let rawValue: String

    /// Names a parameter.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Video codec family.
    public static let videoCodec = ParameterName(rawValue: "video-codec")
    /// Sample entry.
    public static let videoSampleEntry = ParameterName(rawValue: "video-sample-entry")
    /// Profile.
    public static let videoProfile = ParameterName(rawValue: "video-profile")
    /// Level.
    public static let videoLevel = ParameterName(rawValue: "video-level")
    /// Tier.
    public static let videoTier = ParameterName(rawValue: "video-tier")
    /// Bit depth.
    public static let videoBitDepth = ParameterName(rawValue: "video-bit-depth")
    /// Chroma subsampling.
    public static let videoChroma = ParameterName(rawValue: "video-chroma")
    /// Picture size.
    public static let videoResolution = ParameterName(rawValue: "video-resolution")
    /// Picture shape.
    public static let videoAspectRatio = ParameterName(rawValue: "video-aspect-ratio")
    /// Frame rate.
    public static let videoFrameRate = ParameterName(rawValue: "video-frame-rate")
    /// Progressive or interlaced.
    public static let videoScan = ParameterName(rawValue: "video-scan")
    /// Dynamic range.
    public static let videoDynamicRange = ParameterName(rawValue: "video-dynamic-range")
    /// Dolby Vision profile.
    public static let videoDolbyVisionProfile = ParameterName(rawValue: "video-dolby-vision-profile")
    /// Colour primaries, transfer and matrix.
    public static let videoColour = ParameterName(rawValue: "video-colour")
    /// Protection of video samples.
    public static let videoProtection = ParameterName(rawValue: "video-protection")
    /// Decoder configuration record.
    public static let videoParameterSets = ParameterName(rawValue: "video-parameter-sets")
    /// Whether there is video.
    public static let videoTrack = ParameterName(rawValue: "video-track")
    /// Audio codec family.
    public static let audioCodec = ParameterName(rawValue: "audio-codec")
    /// AAC object type.
    public static let audioObjectType = ParameterName(rawValue: "audio-object-type")
    /// Sampling frequency.
    public static let audioSampleRate = ParameterName(rawValue: "audio-sample-rate")
    /// Loudness that the stream states.
    public static let audioLoudness = ParameterName(rawValue: "audio-loudness")
    /// Subtitle and caption tracks.
    public static let subtitleTracks = ParameterName(rawValue: "subtitle-tracks")
    /// Size before cropping.
    public static let videoCodedSize = ParameterName(rawValue: "video-coded-size")
    /// Size of the part that is meant to be seen.
    public static let videoCleanAperture = ParameterName(rawValue: "video-clean-aperture")
    /// By how much the picture is turned for display.
    public static let videoRotation = ParameterName(rawValue: "video-rotation")
    /// Mastering display and content light level.
    public static let videoMastering = ParameterName(rawValue: "video-mastering")
    /// Resolution of a sample, for lossless codecs.
    public static let audioBitDepth = ParameterName(rawValue: "audio-bit-depth")
    /// Channel layout.
    public static let audioChannelLayout = ParameterName(rawValue: "audio-channel-layout")
    /// Atmos carriage.
    public static let audioAtmos = ParameterName(rawValue: "audio-atmos")
    /// Protection of audio samples.
    public static let audioProtection = ParameterName(rawValue: "audio-protection")
    /// Language of the sound.
    public static let audioLanguage = ParameterName(rawValue: "audio-language")
    /// Languages of the subtitles.
    public static let subtitleLanguage = ParameterName(rawValue: "subtitle-language")
    /// How much later than the picture the sound begins.
    public static let startOffset = ParameterName(rawValue: "timing-start-offset")
    /// Whether the media begin with a picture that can be decoded alone.
    public static let leadingKeyframe = ParameterName(rawValue: "timing-leading-keyframe")
    /// Bits a second that a variant takes at most.
    public static let bandwidth = ParameterName(rawValue: "bandwidth")
    /// Whether there is audio.
    public static let audioTrack = ParameterName(rawValue: "audio-track")
    /// Container.
    public static let container = ParameterName(rawValue: "container")
    /// Muxed or demuxed.
    public static let trackLayout = ParameterName(rawValue: "track-layout")

    /// Orders by name.
    public static func < (a: ParameterName, b: ParameterName) -> Bool { a.rawValue < b.rawValue }

    /// The name.
    public var description: String { rawValue }
}

extension Provenance: CustomStringConvertible {
    /// `main.m3u8:12 CODECS (playlist)`.
    public var description: String {
        let place = [document, line.map(String.init)].compactMap(\.self).joined(separator: ":")
        return [place.isEmpty ? nil : place, field, "(\(origin.rawValue))"].compactMap(\.self).joined(separator: " ")
    }
}

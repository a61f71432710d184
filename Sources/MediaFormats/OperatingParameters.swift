/// The media operating parameters of one playable combination: what the decoders, the display and the audio output of a
/// receiver must be set up for.
///
/// Every field is optional: `nil` says that nobody told, which is neither a match nor a mismatch. `video` is `nil` for
/// an audio-only combination **only** when ``videoPresence`` says so; the same holds for audio.
public struct OperatingParameters: Sendable, Hashable, Codable {
    /// What is known about the picture.
    public var video: VideoParameters?
    /// What is known about the sound.
    public var audio: AudioParameters?
    /// Subtitle and caption tracks, in file or playlist order.
    public var subtitles: [SubtitleParameters]
    /// Whether there is a video track at all.
    public var videoPresence: TrackPresence
    /// Whether there is an audio track at all.
    public var audioPresence: TrackPresence
    /// The wrapping of the media; for demuxed renditions that of the video.
    public var container: ContainerFormat?
    /// Whether audio and video share segments.
    public var trackLayout: TrackLayout?

    /// Collects parameters.
    public init(
        video: VideoParameters? = nil, audio: AudioParameters? = nil, subtitles: [SubtitleParameters] = [],
        videoPresence: TrackPresence = .unknown, audioPresence: TrackPresence = .unknown,
        container: ContainerFormat? = nil, trackLayout: TrackLayout? = nil
    ) {
        self.video = video
        self.audio = audio
        self.subtitles = subtitles
        self.videoPresence = videoPresence
        self.audioPresence = audioPresence
        self.container = container
        self.trackLayout = trackLayout
    }
}

/// Whether a kind of track exists. Not knowing is not absence.
public enum TrackPresence: String, Sendable, Hashable, Codable {
    /// The track is there.
    case present
    /// The track is known not to be there.
    case absent
    /// Nobody said.
    case unknown
}

/// Whether audio and video travel together.
public enum TrackLayout: String, Sendable, Hashable, Codable {
    /// In the same segments.
    case muxed
    /// In segments of their own, as rendition groups.
    case demuxed
}

/// Operating parameters of a video track.
public struct VideoParameters: Sendable, Hashable, Codable {
    /// Codec family.
    public var codec: VideoCodec?
    /// Sample entry (`avc1`, `hvc1`); `nil` in a transport stream, which has none.
    public var sampleEntry: SampleEntry?
    /// Profile by its usual name: `High`, `Main 10`.
    public var profile: String?
    /// Level times ten: 41 is level 4.1. (Exact for AVC, HEVC, AV1 and VP9.)
    public var level: Int?
    /// HEVC or AV1 tier: `Main` or `High`.
    public var tier: String?
    /// Bits a sample: 8, 10, 12.
    public var bitDepth: Int?
    /// Chroma subsampling: `4:2:0`.
    public var chroma: String?
    /// Size of the decoded picture after cropping.
    public var resolution: Resolution?
    /// Size of the coded picture before cropping: whole macroblocks or coding units.
    public var codedSize: Resolution?
    /// Size of the part of the picture that is meant to be seen (`clap`); `nil` when all of it is.
    public var cleanAperture: Resolution?
    /// Degrees by which the container has the picture turned clockwise for display: 90, 180 or 270; `nil` when it is
    /// shown as it is coded.
    public var rotation: Int?
    /// Shape of a pixel.
    public var pixelAspect: PixelAspectRatio?
    /// Exact frame rate.
    public var frameRate: FrameRate?
    /// Whether the pictures are interlaced.
    public var interlaced: Bool?
    /// Which field of an interlaced picture comes first.
    public var fieldOrder: FieldOrder?
    /// Mastered range.
    public var dynamicRange: DynamicRange?
    /// Dolby Vision record, if any.
    public var dolbyVision: DolbyVisionConfiguration?
    /// H.273 colour code points.
    public var colour: ColourDescription?
    /// The display that the picture was mastered on.
    public var masteringDisplay: MasteringDisplay?
    /// How bright the content becomes.
    public var contentLight: ContentLight?
    /// Protection of the samples.
    public var protection: ProtectionScheme?
    /// A hash of the decoder configuration (parameter sets), equal only for equal encoder settings.
    public var configurationDigest: String?

    /// Nothing known.
    public init() {}

    /// The picture's shape as it is shown; `nil` until the size is known. An unstated pixel shape counts as square.
    public var displayAspect: DisplayAspectRatio? {
        let upright = resolution.map { DisplayAspectRatio($0, pixel: pixelAspect ?? .square) }
        return rotation == 90 || rotation == 270 ? upright?.turned : upright
    }
}

/// Operating parameters of an audio track.
public struct AudioParameters: Sendable, Hashable, Codable {
    /// Codec family.
    public var codec: AudioCodec?
    /// Which AAC, for AAC.
    public var objectType: AACObjectType?
    /// Output sampling frequency in hertz (for HE-AAC the doubled one).
    public var sampleRate: Int?
    /// Sampling frequency of the AAC core in hertz, before any extension doubles it.
    public var coreSampleRate: Int?
    /// Bits a sample of a lossless codec; `nil` for lossy ones, which have none.
    public var bitDepth: Int?
    /// Channel arrangement.
    public var layout: ChannelLayout?
    /// Number of channels, where only the number is known.
    public var channels: Int?
    /// Whether E-AC-3 carries Atmos objects (JOC).
    public var atmos: Bool?
    /// The complexity index that goes with Atmos objects: how many of them at most (ETSI TS 103 420 8.3).
    public var atmosComplexity: Int?
    /// What the stream states about its own loudness.
    public var loudness: [LoudnessStatement]?
    /// Language as BCP 47.
    public var language: String?
    /// Protection of the samples.
    public var protection: ProtectionScheme?

    /// Nothing known.
    public init() {}

    /// How many channels there are, whether or not their arrangement is known.
    package var channelCount: Int? { layout?.channels ?? channels }

    /// The arrangement, or the number where only that is known: `5.1`, `6 channels`.
    package var channelText: String? {
        layout?.description ?? channels.map { "\($0) channel\($0 == 1 ? "" : "s")" }
    }
}

/// A subtitle or caption track.
public struct SubtitleParameters: Sendable, Hashable, Codable {
    /// The format's short name: `webvtt`, `imsc1`, `cea-608`.
    public var format: String?
    /// Language as BCP 47.
    public var language: String?

    /// Describes a track.
    public init(format: String? = nil, language: String? = nil) {
        self.format = format
        self.language = language
    }
}

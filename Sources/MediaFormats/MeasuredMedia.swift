/// What an instrument found in the bytes of one media resource: a file, or an init section with the start of its
/// segments.
///
/// This is the answer of the probe worker. A field that the bytes did not decide is `nil`.
public struct MeasuredMedia: Sendable, Hashable, Codable {
    /// The operating parameters found.
    public var parameters: OperatingParameters
    /// Timestamps and durations found.
    public var timing: MediaTiming
    /// Where each parameter was read.
    public var provenance: [ParameterName: Provenance]
    /// Further tracks of a kind beyond the first, as one line each for a reader (`audio 2: AC-3 5.1 de`).
    public var otherTracks: [String]
    /// Timed metadata found in what was read, in file order.
    public var cues: [TimedMetadataCue]
    /// Where two instruments read different values; the parameters hold libavformat's.
    public var conflicts: [MeasurementConflict] = []
    /// Why this is less than was asked for: an instrument failed, and these are the facts of the other. `nil` when none did.
    public var shortfall: String?
    /// Bytes that the instrument looked at.
    public var bytesRead: Int

    /// Collects a measurement.
    public init(
        parameters: OperatingParameters, timing: MediaTiming = MediaTiming(),
        provenance: [ParameterName: Provenance] = [:], cues: [TimedMetadataCue] = [], otherTracks: [String] = [],
        bytesRead: Int = 0
    ) {
        self.cues = cues
        self.parameters = parameters
        self.timing = timing
        self.provenance = provenance
        self.otherTracks = otherTracks
        self.bytesRead = bytesRead
    }
}

/// Timestamps of the start of a media resource and the lengths it states.
public struct MediaTiming: Sendable, Hashable, Codable {
    /// Presentation time of the first picture.
    public var videoStart: Duration?
    /// Presentation time of the first audible sample.
    public var audioStart: Duration?
    /// Length of the whole resource, where the container or the timestamps read say so.
    public var duration: Duration?
    /// Whether the first picture can be decoded alone.
    public var startsWithKeyframe: Bool?
    /// Distance between the first two key frames, if both were read.
    public var keyframeInterval: Duration?
    /// Whether the pictures examined come evenly, within 2 ms; `nil` when too few were read to say.
    public var frameRateIsConstant: Bool?
    /// How many pictures' times were examined.
    public var picturesExamined: Int?
    /// Start and end of every track whose times were read, in file order.
    public var tracks: [TrackTiming] = []
    /// Bytes of the media resource itself, without its init section, where known.
    public var mediaBytes: Int?

    /// Nothing known.
    public init() {}

    /// Sound start minus picture start; positive when the sound comes later.
    public var audioLag: Duration? {
        guard let videoStart, let audioStart else { return nil }
        return audioStart - videoStart
    }
}

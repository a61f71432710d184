/// When one track of a media resource begins and ends, after its edit list.
public struct TrackTiming: Sendable, Hashable, Codable {
    /// What a track carries.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Subtitles or captions.
        case subtitle
        /// Timed metadata.
        case metadata
        /// Anything else.
        case other
    }

    /// What the track carries.
    public var kind: Kind
    /// Track identifier or PID.
    public var identifier: Int
    /// Presentation time of the first sample that is shown or heard.
    public var start: Duration?
    /// End of the last sample; `nil` unless every sample of the resource was listed in what was read.
    public var end: Duration?
    /// Whether the first sample can be decoded alone.
    public var startsWithSyncSample: Bool?
    /// Delay that an empty edit puts before the track.
    public var emptyEdit: Duration?
    /// Encoder delay that an edit list or a gapless tag removes.
    public var priming: Duration?
    /// Samples that must be decoded before one for that one to be right (`roll`): -1 for AAC, that is the frame before it;
    /// positive for pictures that become right so many samples later.
    public var rollDistance: Int?
    /// Most bits in a second by the container's own statement.
    public var peakBitRate: Int?
    /// Bits in a second on average by the container's own statement.
    public var averageBitRate: Int?
    /// Longest sample that was listed: a frame.
    public var sampleDuration: Duration?
    /// How many samples' times were examined.
    public var samplesExamined: Int

    /// Nothing known of a track yet.
    public init(kind: Kind, identifier: Int) {
        self.kind = kind
        self.identifier = identifier
        samplesExamined = 0
    }
}

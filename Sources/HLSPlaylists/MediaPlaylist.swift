public import MediaFormats

/// A media playlist (rfc8216bis 4.4.3 to 4.4.5).
public struct MediaPlaylist: Sendable, Hashable {
    /// Whether segments may change (EXT-X-PLAYLIST-TYPE).
    public enum PlaylistType: String, Sendable, Hashable {
        /// Nothing may change.
        case vod = "VOD"
        /// Segments may only be added.
        case event = "EVENT"
    }

    /// EXT-X-VERSION; `nil` when absent, which means 1.
    public var version: Int?
    /// EXT-X-TARGETDURATION; `nil` when it is missing, which is an error.
    public var targetDuration: Duration?
    /// Media sequence number of the first listed segment.
    public var mediaSequence = 0
    /// Discontinuity sequence number of the first listed segment.
    public var discontinuitySequence = 0
    /// EXT-X-PLAYLIST-TYPE, if stated.
    public var playlistType: PlaylistType?
    /// EXT-X-ENDLIST: no more segments will come.
    public var hasEndList = false
    /// EXT-X-I-FRAMES-ONLY.
    public var isIFramesOnly = false
    /// EXT-X-INDEPENDENT-SEGMENTS.
    public var hasIndependentSegments = false
    /// EXT-X-START.
    public var start: StartPoint?
    /// EXT-X-SERVER-CONTROL.
    public var serverControl: ServerControl?
    /// EXT-X-PART-INF:PART-TARGET.
    public var partTarget: Duration?
    /// EXT-X-SKIP, in a delta update.
    public var skip: SkippedSegments?
    /// EXT-X-DEFINE, in order.
    public var variables: [VariableDefinition] = []
    /// The segments.
    public var segments = SegmentList()
    /// Partial segments after the last complete segment.
    public var trailingParts: [PartialSegment] = []
    /// EXT-X-PRELOAD-HINT, in order.
    public var preloadHints: [PreloadHint] = []
    /// EXT-X-RENDITION-REPORT, in order.
    public var renditionReports: [RenditionReport] = []
    /// Every EXT-X-DATERANGE as written, legal or not, in order.
    public var dateRangeTags: [DateRangeTag] = []
    /// The date ranges that a conforming client sees: legal tags, merged by ID, in order of first appearance.
    public var dateRanges: [DateRange] = []
    /// Tags that are not interpreted.
    public var unknownTags: [UnknownTag] = []

    /// An empty playlist.
    public init() {}

    /// The sum of all EXTINF durations.
    public var duration: Duration { segments.totalDuration }

    /// Whether segments may still be added.
    public var isLive: Bool { !hasEndList }

    /// All ways in which segments are protected, in order of first appearance: more than one means a change on the way,
    /// such as a clear lead.
    public var protections: [ProtectionScheme] {
        var found: [ProtectionScheme] = []
        var last: Int32?
        for index in segments.indices where segments.rows[index].keys != last {
            last = segments.rows[index].keys
            let scheme = segments[index].protection
            if !found.contains(scheme) { found.append(scheme) }
        }
        return found
    }
}

/// EXT-X-SERVER-CONTROL (rfc8216bis 4.4.3.8).
public struct ServerControl: Sendable, Hashable {
    /// Age from which segments can be skipped in delta updates; `nil` without support.
    public var canSkipUntil: Duration?
    /// Whether date ranges can be skipped too.
    public var canSkipDateRanges = false
    /// Recommended distance from the end.
    public var holdBack: Duration?
    /// Recommended distance from the end in low-latency mode.
    public var partHoldBack: Duration?
    /// Whether requests may block until a segment exists.
    public var canBlockReload = false
}

/// EXT-X-SKIP (rfc8216bis 4.4.5.2).
public struct SkippedSegments: Sendable, Hashable {
    /// Segments left out at this place.
    public var count: Int
    /// IDs of date ranges that were removed recently.
    public var removedDateRanges: [String]
    /// Where it stands.
    public var line: SourceLine
}

/// EXT-X-PRELOAD-HINT (rfc8216bis 4.4.5.3).
public struct PreloadHint: Sendable, Hashable {
    /// `PART` or `MAP`.
    public var type: String
    /// What to load.
    public var uri: String
    /// First byte.
    public var offset: Int
    /// Number of bytes; `nil` means to the end.
    public var length: Int?
    /// Where it stands.
    public var line: SourceLine
}

/// EXT-X-RENDITION-REPORT (rfc8216bis 4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
    /// The other rendition's playlist, relative to this one.
    public var uri: String
    /// Its last media sequence number.
    public var lastMediaSequence: Int?
    /// Its last part index.
    public var lastPart: Int?
    /// Where it stands.
    public var line: SourceLine
}

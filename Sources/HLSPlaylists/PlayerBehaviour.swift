/// Whose reading of the specification a schedule follows where texts leave a point open or players differ.
public enum PlayerBehaviour: String, Sendable, Hashable, Codable, CaseIterable {
    /// draft-pantos-hls-rfc8216bis to the letter.
    case draft
    /// AVPlayerInterstitialEventController as its header describes it.
    case avfoundation
    /// hls.js.
    case hlsjs
    /// Shaka Player.
    case shaka
    /// Jetpack Media3.
    case media3

    /// What counts as the length of an event, in order of preference.
    enum LengthSource {
        case assets, stated, planned, limit
    }

    var lengthSources: [LengthSource] {
        switch self {
        case .draft, .avfoundation, .hlsjs, .shaka: [.assets, .stated, .planned]
        case .media3: [.limit, .stated, .planned, .assets]
        }
    }

    /// Whether a limit longer than the content counts as the length.
    var takesLimitForLength: Bool { self == .media3 }

    /// Whether pre-rolls and post-rolls only name a time, at which they stand among other breaks in playlist order.
    var mergesCuesByTime: Bool { self == .media3 }

    /// Whether X-SNAP moves anything.
    var snaps: Bool { self != .shaka }

    /// Whether a time behind the last boundary is left where it is by X-SNAP.
    var snapsOnlyInsidePlaylist: Bool { self == .hlsjs }

    /// Whether X-SNAP moves what lies behind the segments that a live playlist lists to the end of the list.
    var snapsToPlaylistEnds: Bool { self == .media3 }

    /// Whether a pre-roll of a live playlist without an offset leaves the session at the live edge.
    var resumesPreRollsAtLiveEdge: Bool { self == .hlsjs }

    /// Whether only the first (video) playlist's boundaries count for X-SNAP.
    var snapsToFirstPlaylistOnly: Bool { self == .hlsjs || self == .media3 }

    /// Whether the resumption offset counts from the boundary where playback left instead of the scheduled point.
    var countsOffsetFromSnappedPoint: Bool { self == .hlsjs || self == .media3 || self == .avfoundation }

    /// Whether playback that starts inside primary time which a break replaces starts in that break.
    var joinsBreaksUnderWay: Bool { insideReplacedRange != .followsFromOwnStart }

    /// What becomes of an event that lies in primary time which an earlier one replaces.
    enum InsideReplacedRange {
        /// The playhead never gets there.
        case neverReached
        /// It plays before the primary resumes, and its offset is added.
        case joins
        /// It plays right after, and counts from its own start.
        case followsFromOwnStart
    }

    var insideReplacedRange: InsideReplacedRange {
        switch self {
        case .draft, .shaka, .media3: .neverReached
        case .avfoundation: .joins
        case .hlsjs: .followsFromOwnStart
        }
    }
}

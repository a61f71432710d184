package import MediaFormats

/// One segment of a media playlist whose times were looked at, beside what the playlist says of it.
package struct ReadSegment: Sendable, Hashable {
    /// Its position in the playlist, from 0.
    package var index: Int
    /// What the playlist says of its length, and where.
    package var declared: DeclaredSegment
    /// When it begins by the lengths of the segments before it.
    package var position: Duration
    /// Its discontinuity sequence number: timestamps go on only between segments with the same one.
    package var discontinuity: Int
    /// Whether the playlist claims that it can be decoded alone (EXT-X-INDEPENDENT-SEGMENTS).
    package var isIndependent: Bool
    /// When its tracks begin and end; empty when it could not be read.
    package var tracks: [TrackTiming] = []
    /// Its bytes, without its initialization section; `nil` when unknown.
    package var bytes: Int?
    /// Why nothing is known of it; `nil` when something is.
    package var failure: String?

    /// What ``failure`` says of a segment that nobody looks into: that is a limit and no error.
    package static let encryptedAsAWhole = "encrypted as a whole (AES-128)"

    /// Names a segment that has not been read yet.
    package init(
        index: Int, declared: DeclaredSegment, position: Duration, discontinuity: Int, isIndependent: Bool
    ) {
        self.index = index
        self.declared = declared
        self.position = position
        self.discontinuity = discontinuity
        self.isIndependent = isIndependent
    }

    /// The track whose times stand for the segment's: pictures, else sound, else the first one.
    package var mainTrack: TrackTiming? {
        tracks.first { $0.kind == .video } ?? tracks.first { $0.kind == .audio } ?? tracks.first
    }
}

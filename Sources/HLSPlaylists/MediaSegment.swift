/// One media segment with everything that applies to it (rfc8216bis 3 and 4.4.4).
public struct MediaSegment: Sendable, Hashable {
    /// Where the media is, as written.
    public var uri: String
    /// Stated length.
    public var duration: Duration
    /// The text after the comma of EXTINF; `nil` when empty.
    public var title: String?
    /// The part of the resource; `nil` for all of it. The offset is always filled in.
    public var byteRange: ByteRange?
    /// Whether encoding changes between the segment before and this one.
    public var isDiscontinuous = false
    /// The date of its first sample, if stated on this segment.
    public var programDate: ProgramDate?
    /// Whether the segment is missing and must not be loaded.
    public var isGap = false
    /// Approximate kilobits a second (EXT-X-BITRATE), if stated.
    public var bitrate: Int?
    /// The media initialization section that applies.
    public var map: InitializationSection?
    /// The keys that apply, one for each key format; empty for clear media.
    public var keys: [EncryptionKey] = []
    /// Partial segments of this segment.
    public var parts: [PartialSegment] = []
    /// Where the URI stands.
    public var line: SourceLine
}

/// The media initialization section of following segments (EXT-X-MAP, rfc8216bis 4.4.4.5).
public struct InitializationSection: Sendable, Hashable {
    /// Where it is, as written.
    public var uri: String
    /// The part of the resource; `nil` for all of it.
    public var byteRange: ByteRange?
    /// The keys in force where the tag stands.
    public var keys: [EncryptionKey]
    /// Where the tag stands.
    public var line: SourceLine
}

/// How following segments are encrypted (EXT-X-KEY, EXT-X-SESSION-KEY, rfc8216bis 4.4.4.4).
public struct EncryptionKey: Sendable, Hashable {
    /// `AES-128`, `SAMPLE-AES`, `SAMPLE-AES-CTR`; `NONE` never occurs here.
    public var method: String
    /// Where the key is; schemes like `skd:` name a key system.
    public var uri: String?
    /// The key format; `identity` when absent.
    public var keyFormat: String
    /// All attributes as written.
    public var attributes: AttributeList
    /// Where the tag stands.
    public var line: SourceLine
}

/// EXT-X-PART (rfc8216bis 4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
    /// Where it is, as written.
    public var uri: String
    /// Stated length.
    public var duration: Duration
    /// Whether it begins with a picture that can be decoded alone.
    public var isIndependent: Bool
    /// The part of the resource; `nil` for all of it.
    public var byteRange: ByteRange?
    /// Whether it is missing.
    public var isGap: Bool
    /// Where the tag stands.
    public var line: SourceLine
}

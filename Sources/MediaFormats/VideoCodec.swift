/// A family of video codecs: two streams of one family can share a decoder.
///
/// An open set; what is not known keeps its own name.
public struct VideoCodec: RawRepresentable, Sendable, Hashable, Codable {
    /// The family's short name in lower case: `avc`, `hevc`.
    public let rawValue: String

    /// Names a family.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.264, MPEG-4 part 10.
    public static let avc = VideoCodec(rawValue: "avc")
    /// H.265. Dolby Vision profiles 4, 5, 7, 8 and 20 are HEVC with metadata.
    public static let hevc = VideoCodec(rawValue: "hevc")
    /// H.266.
    public static let vvc = VideoCodec(rawValue: "vvc")
    /// AOMedia Video 1.
    public static let av1 = VideoCodec(rawValue: "av1")
    /// VP9.
    public static let vp9 = VideoCodec(rawValue: "vp9")
    /// MPEG-2 video.
    public static let mpeg2 = VideoCodec(rawValue: "mpeg2")
    /// MPEG-4 part 2.
    public static let mpeg4 = VideoCodec(rawValue: "mpeg4")
    /// Motion JPEG, used in I-frame playlists.
    public static let mjpeg = VideoCodec(rawValue: "mjpeg")
    /// Apple ProRes.
    public static let proRes = VideoCodec(rawValue: "prores")
}

extension VideoCodec: CustomStringConvertible {
    /// The name people use: `AVC`, `HEVC`.
    public var description: String { rawValue.uppercased() }
}

/// The four-character code under which a track is stored, such as `avc1`; it says where parameter sets may stand.
public struct SampleEntry: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The case-sensitive four-character code.
    public let rawValue: String

    /// Names a sample entry.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code itself.
    public var description: String { rawValue }
}

/// How media samples are protected.
///
/// An open set: `identity`-keyed AES-128, SAMPLE-AES, and the common encryption schemes of ISO 23001-7.
public struct ProtectionScheme: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The scheme's name: `none`, `AES-128`, `SAMPLE-AES`, `SAMPLE-AES-CTR`, `cenc`, `cbcs`.
    public let rawValue: String

    /// Names a scheme.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Clear media.
    public static let none = ProtectionScheme(rawValue: "none")
    /// Whole segments encrypted with AES-128 CBC; decrypted before demuxing, so no secure decoder is involved.
    public static let aes128 = ProtectionScheme(rawValue: "AES-128")
    /// HLS sample encryption.
    public static let sampleAES = ProtectionScheme(rawValue: "SAMPLE-AES")
    /// Common encryption, AES-CTR.
    public static let cenc = ProtectionScheme(rawValue: "cenc")
    /// Common encryption, AES-CBC with pattern.
    public static let cbcs = ProtectionScheme(rawValue: "cbcs")

    /// Whether samples reach the decoder encrypted, so that clear and protected use different decoder paths.
    public var needsSecureDecoder: Bool { self != .none && self != .aes128 }

    /// The name.
    public var description: String { rawValue }
}

/// The wrapping of media data.
public struct ContainerFormat: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The short name: `fmp4`, `ts`, `mp4`.
    public let rawValue: String

    /// Names a container.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Fragmented ISO base media.
    public static let fragmentedMP4 = ContainerFormat(rawValue: "fmp4")
    /// ISO base media with all samples indexed in `moov`.
    public static let mp4 = ContainerFormat(rawValue: "mp4")
    /// MPEG-2 transport stream.
    public static let transportStream = ContainerFormat(rawValue: "ts")
    /// Elementary AAC, AC-3, E-AC-3 or MP3 with timestamps in ID3 (packed audio, rfc8216bis 3.1.3).
    public static let packedAudio = ContainerFormat(rawValue: "packed-audio")
    /// Matroska, and WebM, which is a part of it.
    public static let matroska = ContainerFormat(rawValue: "matroska")
    /// FLAC in its own container.
    public static let flac = ContainerFormat(rawValue: "flac")
    /// Ogg.
    public static let ogg = ContainerFormat(rawValue: "ogg")
    /// RIFF WAVE.
    public static let wav = ContainerFormat(rawValue: "wav")
    /// WebVTT text.
    public static let webVTT = ContainerFormat(rawValue: "webvtt")

    /// The short name.
    public var description: String { rawValue }
}

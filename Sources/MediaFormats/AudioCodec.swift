/// A family of audio codecs: two streams of one family can share a decoder.
///
/// An open set; what is not known keeps its own name.
public struct AudioCodec: RawRepresentable, Sendable, Hashable, Codable {
    /// The family's short name in lower case: `aac`, `ac-3`.
    public let rawValue: String

    /// Names a family.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// MPEG-4 or MPEG-2 AAC of any object type; see ``AACObjectType``.
    public static let aac = AudioCodec(rawValue: "aac")
    /// Dolby Digital.
    public static let ac3 = AudioCodec(rawValue: "ac-3")
    /// Dolby Digital Plus, with or without Atmos (JOC).
    public static let eac3 = AudioCodec(rawValue: "ec-3")
    /// Dolby AC-4.
    public static let ac4 = AudioCodec(rawValue: "ac-4")
    /// Apple Lossless.
    public static let alac = AudioCodec(rawValue: "alac")
    /// Free Lossless Audio Codec.
    public static let flac = AudioCodec(rawValue: "flac")
    /// MPEG-1 or MPEG-2 layer III.
    public static let mp3 = AudioCodec(rawValue: "mp3")
    /// Opus, always decoded at 48 kHz.
    public static let opus = AudioCodec(rawValue: "opus")
    /// Uncompressed.
    public static let pcm = AudioCodec(rawValue: "pcm")
    /// DTS of any kind.
    public static let dts = AudioCodec(rawValue: "dts")
    /// Apple Positional Audio Codec.
    public static let apac = AudioCodec(rawValue: "apac")
    /// MPEG-H 3D Audio.
    public static let mpegH = AudioCodec(rawValue: "mpeg-h")
    /// Immersive Audio Model and Formats.
    public static let iamf = AudioCodec(rawValue: "iamf")

    /// Whether a sample's bit depth is a property of the stream. A lossy codec has none.
    public var isLossless: Bool { [.alac, .flac, .pcm].contains(self) }
}

extension AudioCodec: CustomStringConvertible {
    /// The name people use: `AAC`, `AC-3`, `E-AC-3`.
    public var description: String { self == .eac3 ? "E-AC-3" : rawValue.uppercased() }
}

/// The kind of AAC (ISO 14496-3 audio object type), which decides how the decoder is configured.
public enum AACObjectType: String, Sendable, Hashable, Codable {
    /// Low Complexity, object type 2.
    case lowComplexity = "LC"
    /// High Efficiency: LC core at half rate plus spectral band replication, object type 5.
    case highEfficiency = "HE"
    /// High Efficiency v2: HE with parametric stereo, object type 29.
    case highEfficiencyV2 = "HEv2"
    /// Extended HE-AAC (USAC), object type 42.
    case extendedHighEfficiency = "xHE"
    /// Main, object type 1.
    case main = "Main"
    /// Low Delay, object type 23.
    case lowDelay = "LD"
    /// Enhanced Low Delay, object type 39.
    case enhancedLowDelay = "ELD"

    /// The type of an `mp4a.40.N` string; `nil` for a number that is no AAC type known here.
    public init?(number: Int) {
        switch number {
        case 1: self = .main
        case 2: self = .lowComplexity
        case 5: self = .highEfficiency
        case 23: self = .lowDelay
        case 29: self = .highEfficiencyV2
        case 39: self = .enhancedLowDelay
        case 42: self = .extendedHighEfficiency
        default: return nil
        }
    }
}

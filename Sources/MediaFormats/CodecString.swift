/// One entry of a CODECS attribute (RFC 6381), read as far as its registered form is known.
///
/// ```swift
/// CodecString("avc1.640028").kind   // .video: AVC High, level 4.0
/// ```
///
/// A codec string never gives the sampling frequency or the number of channels; those stay `nil`.
public struct CodecString: Sendable, Hashable, Codable {
    /// What the entry names.
    public enum Kind: Sendable, Hashable, Codable {
        /// A video codec with what the string tells about profile, level, depth and colour.
        case video(VideoParameters)
        /// An audio codec.
        case audio(AudioParameters)
        /// A text format.
        case text(SubtitleParameters)
        /// Nothing known here: a variant with such an entry cannot be judged, which is not the same as being wrong.
        case unknown
    }

    /// The entry as written, without surrounding blanks.
    public let raw: String
    /// What the entry names.
    public let kind: Kind
    /// What is unusual about the spelling, one sentence each: legacy forms, wrong case, blanks.
    public let remarks: [String]

    /// Reads one entry.
    public init(_ text: String) {
        var remarks: [String] = []
        var entry = text
        if let first = entry.first, let last = entry.last, first == " " || last == " " {
            entry = String(entry.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            remarks.append("'\(entry)' is surrounded by blanks, which the grammar does not allow")
        }
        raw = entry
        let fields = entry.split(separator: ".", omittingEmptySubsequences: false)
        kind = Self.read(code: String(fields[0]), fields: fields.dropFirst(), remarks: &remarks)
        self.remarks = remarks
    }

    /// Reads the value of a CODECS attribute: entries separated by commas, in the order written. Empty entries are
    /// left out.
    public static func list(_ attribute: String) -> [CodecString] {
        attribute.split(separator: ",").map { CodecString(String($0)) }.filter { !$0.raw.isEmpty }
    }

    /// The four-character code that begins the entry.
    public var code: String { String(raw.prefix { $0 != "." }) }

    private static func read(code: String, fields: ArraySlice<Substring>, remarks: inout [String]) -> Kind {
        switch code {
        case "avc1", "avc3": .video(advancedVideo(code, fields, remarks: &remarks))
        case "hvc1", "hev1": .video(highEfficiencyVideo(code, fields))
        case "dvh1", "dvhe", "dav1", "dva1", "dvav": .video(dolbyVision(code, fields))
        case "av01": .video(av1(fields))
        case "vp09", "vp9": .video(vp9(code, fields))
        case "vvc1", "vvi1": .video(plainVideo(.vvc, code))
        case "mjpg": .video(plainVideo(.mjpeg, code))
        case "mp4v": .video(plainVideo(.mpeg4, code))
        case "stpp": .text(SubtitleParameters(format: "imsc1"))
        case "wvtt": .text(SubtitleParameters(format: "webvtt"))
        default: audio(code, fields, remarks: &remarks).map(Kind.audio) ?? .unknown
        }
    }

    private static func plainVideo(_ codec: VideoCodec, _ code: String) -> VideoParameters {
        var video = VideoParameters()
        video.codec = codec
        video.sampleEntry = SampleEntry(rawValue: code)
        return video
    }
}

extension CodecString {
    /// The video parameters, if the entry names a video codec.
    public var video: VideoParameters? { if case .video(let video) = kind { video } else { nil } }
    /// The audio parameters, if the entry names an audio codec.
    public var audio: AudioParameters? { if case .audio(let audio) = kind { audio } else { nil } }
    /// The text format, if the entry names one.
    public var text: SubtitleParameters? { if case .text(let text) = kind { text } else { nil } }
}

extension CodecString: CustomStringConvertible {
    /// The entry as written.
    public var description: String { raw }
}

import MediaFormats

/// One elementary stream of a program map (ISO 13818-1 section 2.4.4.8).
struct MappedStream: Hashable {
    /// The packet identifier.
    var pid: Int
    /// `stream_type`.
    var type: Int
    /// Registered format (descriptor 5).
    var registration: FourCC?
    /// Three-letter language code (descriptor 10).
    var language: String?
    /// Other descriptors seen.
    var descriptors: Set<Int> = []
    /// Dolby Vision (descriptor 0xB0).
    var dolbyVision: DolbyVisionConfiguration?
    /// Channels of Opus (extension descriptor 0x80); `nil` for anything else and where they are not counted.
    var opusChannels: Int?
    /// Captions inside the picture by the caption service descriptor (0x86).
    var captions: [SubtitleParameters] = []
    /// What the audio setup information of a SAMPLE-AES stream holds: its kind and its configuration.
    var setup: Setup?

    /// Audio setup information (MPEG-2 Stream Encryption Format for HTTP Live Streaming 2.3.2).
    struct Setup: Hashable {
        var kind: FourCC
        var configuration: [UInt8]
    }
}

/// Program association and program map tables.
enum ProgramTables {
    /// Identifiers of program maps in a program association section.
    static func associations(_ section: [UInt8]) -> [Int] {
        guard var body = body(of: section, table: 0) else { return [] }
        var maps: [Int] = []
        while let program = body.u16(), let pid = body.u16() {
            // Program 0 is the network's own table.
            if program != 0, maps.count < 16 { maps.append(pid & 0x1FFF) }
        }
        return maps
    }

    /// Streams of a program map section; `nil` when it is none.
    static func streams(_ section: [UInt8]) -> [MappedStream]? {
        guard var body = body(of: section, table: 2), body.skip(2) != nil, let length = body.u16(),
            body.skip(length & 0xFFF) != nil
        else { return nil }
        var streams: [MappedStream] = []
        while streams.count < 64, let type = body.u8(), let pid = body.u16(), let length = body.u16(),
            let descriptors = body.take(min(length & 0xFFF, body.count))
        {
            var stream = MappedStream(pid: pid & 0x1FFF, type: type)
            readDescriptors(descriptors, into: &stream)
            streams.append(stream)
        }
        return streams
    }

    /// What stands between the head and the checksum of a section that is whole, unharmed and in force: one whose
    /// `current_next_indicator` is 0 says what will be (ISO 13818-1 section 2.4.4.5 and 2.4.4.9).
    private static func body(of section: [UInt8], table: UInt8) -> ByteReader? {
        guard section.count >= 12, section[0] == table, section[5] & 1 == 1, checksum(section) == 0 else { return nil }
        return ByteReader(section, from: 8, to: section.count - 4)
    }

    /// The checksum of ISO 13818-1 annex A, 0 over a section with its own.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(UInt32.max) { sum, byte in
            var sum = sum ^ UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
            return sum
        }
    }

    private static func readDescriptors(_ bytes: ByteReader, into stream: inout MappedStream) {
        var bytes = bytes
        while let tag = bytes.u8(), let length = bytes.u8(), var content = bytes.take(min(length, bytes.count)) {
            stream.descriptors.insert(tag)
            switch tag {
            case 0x05:
                stream.registration = content.fourCC()
                if stream.registration == "apad" { stream.setup = setup(content) }
            case 0x0A:
                if let code = content.take(3) { stream.language = String(decoding: code.rest, as: UTF8.self) }
            case 0x56, 0x59:
                // Teletext and subtitles name a language for each page.
                if let code = content.take(3), stream.language == nil {
                    stream.language = String(decoding: code.rest, as: UTF8.self)
                }
            case 0x7F:
                // The configuration of Opus is its number of channels up to 8; 0 are two independent ones.
                if content.u8() == 0x80, let code = content.u8(), code <= 8 {
                    stream.opusChannels = code == 0 ? 2 : code
                }
            case 0x86: stream.captions = captions(content)
            case 0xB0: stream.dolbyVision = DolbyVisionRecord.read(content.rest, isDescriptor: true)
            default: continue
            }
        }
    }

    /// Services of a caption service descriptor (ATSC A/65 section 6.9.2).
    private static func captions(_ content: ByteReader) -> [SubtitleParameters] {
        var content = content
        guard let count = content.u8() else { return [] }
        var captions: [SubtitleParameters] = []
        for _ in 0..<(count & 0x1F) {
            guard let code = content.take(3), let kind = content.u8(), content.skip(2) != nil else { return captions }
            let language = LanguageTag.bcp47(iso639: String(decoding: code.rest, as: UTF8.self))
            captions.append(SubtitleParameters(format: kind & 0x80 != 0 ? "cea-708" : "cea-608", language: language))
        }
        return captions
    }

    private static func setup(_ content: ByteReader) -> MappedStream.Setup? {
        var content = content
        guard let kind = content.fourCC(), content.skip(2 + 1) != nil, let length = content.u8() else { return nil }
        return .init(kind: kind, configuration: Array(content.prefix(length).rest))
    }
}

extension MappedStream {
    /// What the stream carries; `.other` where nobody says.
    var kind: TrackTiming.Kind {
        if videoCodec != nil { return .video }
        if audioCodec != nil { return .audio }
        if isTimedID3 { return .metadata }
        return subtitleFormat == nil ? .other : .subtitle
    }

    /// The family of a video stream.
    var videoCodec: VideoCodec? {
        switch type {
        case 0x01, 0x02: type == 2 ? .mpeg2 : VideoCodec(rawValue: "mpeg1")
        case 0x10: .mpeg4
        case 0x1B, 0xDB: .avc
        case 0x24: .hevc
        case 0x33: .vvc
        case 0x06 where registration == "HEVC": .hevc
        case 0x06 where registration == "AV01": .av1
        default: nil
        }
    }

    /// The family of an audio stream.
    var audioCodec: AudioCodec? {
        switch type {
        case 0x03, 0x04: .mp3
        case 0x0F, 0x11, 0xCF: .aac
        case 0x81, 0xC1: .ac3
        case 0x87, 0xC2: .eac3
        // FFmpeg registers no format for it.
        case 0x82 where isDTS || registration == nil, 0x8A where isDTS: .dts
        case 0x06: privateAudio
        default: nil
        }
    }

    private var isDTS: Bool { ["DTS1", "DTS2", "DTS3"].contains(registration) }

    private var privateAudio: AudioCodec? {
        switch registration {
        case "AC-3": .ac3
        case "EAC3": .eac3
        case "Opus": .opus
        case "DTS1", "DTS2", "DTS3": .dts
        default: descriptors.contains(0x6A) ? .ac3 : descriptors.contains(0x7A) ? .eac3 : nil
        }
    }

    /// Whether the stream carries ID3 tags (Timed Metadata for HTTP Live Streaming).
    var isTimedID3: Bool { type == 0x15 || type == 0x06 && registration == "ID3 " }

    /// The format of a subtitle stream.
    var subtitleFormat: String? {
        guard type == 0x06 else { return nil }
        return descriptors.contains(0x59) ? "dvb-subtitle" : descriptors.contains(0x56) ? "teletext" : nil
    }

    /// HLS sample encryption has stream types of its own.
    var protection: ProtectionScheme { [0xDB, 0xCF, 0xC1, 0xC2].contains(type) ? .sampleAES : .none }
}

import CLibAV
import MediaFormats

/// The wrapping of a resource, and where in it facts are stored.
struct Container {
    /// The format.
    let format: ContainerFormat
    /// What shows the format.
    let evidence: String
    /// Where the list of tracks stands.
    let trackList: String
    /// The timestamp in the ID3 tag of packed audio (rfc8216bis 3.1.3).
    let packedAudioStart: Duration?
    /// Schemes that the sample entries of an ISO base media file announce, by track identifier.
    private var schemes: [Int: ProtectionScheme] = [:]
    /// What the `dec3` records of an ISO base media file say, by track identifier.
    private var enhancedAC3Records: [Int: EnhancedAC3Record] = [:]

    /// Describes what a demuxer recognised.
    init(demuxer: Demuxer, input: MediaInput) {
        packedAudioStart = Self.packedAudioTimestamp(input.peek(at: 0, count: 4096))
        let name = demuxer.formatName.split(separator: ",").first.map(String.init) ?? ""
        switch name {
        case "mov":
            let fragmented = Box.isFragmented(input)
            (format, evidence, trackList) = (fragmented ? .fragmentedMP4 : .mp4, fragmented ? "mvex" : "moov", "moov")
        case "mpegts":
            (format, evidence, trackList) = (.transportStream, "PAT", "PMT")
        case "aac", "ac3", "eac3", "mp3":
            (format, evidence, trackList) = (.packedAudio, "syncword", "syncword")
        default:
            (format, evidence, trackList) = (ContainerFormat(rawValue: name), "header", "header")
        }
        if isISOBaseMedia { readSampleEntries(input) }
    }

    private mutating func readSampleEntries(_ input: MediaInput) {
        var schemes: [Int: ProtectionScheme] = [:]
        var records: [Int: EnhancedAC3Record] = [:]
        Box.forEachSampleEntry(in: input) { track, entry in
            if let scheme = entry.protectionScheme(in: input) { schemes[track] = scheme }
            if entry.type == "ec-3" || entry.type == "enca", let box = entry.extensionBox("dec3", in: input) {
                let content = input.peek(at: box.content, count: min(256, box.end - box.content))
                if let record = EnhancedAC3Record(content) { records[track] = record }
            }
        }
        self.schemes = schemes
        enhancedAC3Records = records
    }

    /// Whether an E-AC-3 track carries Atmos objects; `nil` when the container does not say.
    func carriesAtmos(_ stream: Stream) -> Bool? { enhancedAC3Records[Int(stream.stream.pointee.id)]?.carriesObjects }

    /// Whether tracks are described by sample entries.
    var isISOBaseMedia: Bool { [.mp4, .fragmentedMP4].contains(format) }

    /// The scheme that the container says a stream is protected with; `nil` for a clear stream.
    func announcedScheme(of stream: Stream) -> ProtectionScheme? {
        switch format {
        // HLS sample encryption has stream types of its own, and the tag of a stream is its type here.
        case .transportStream: [0xDB, 0xCF, 0xC1, 0xC2].contains(stream.parameters.codec_tag) ? .sampleAES : nil
        case .mp4, .fragmentedMP4: schemes[Int(stream.stream.pointee.id)]
        default: segue_av_has_protection_headers(stream.stream) != 0 ? ProtectionScheme(rawValue: "unknown") : nil
        }
    }

    /// The scheme that protects a stream, by its container or else its packets.
    func protection(of stream: Stream, survey: PacketSurvey) -> ProtectionScheme {
        if let scheme = announcedScheme(of: stream) { return scheme }
        guard let scheme = survey.packetSchemes[stream.index], scheme != 0 else { return .none }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scheme >> (24 - 8 * UInt32($0))) }
        return ProtectionScheme(rawValue: String(decoding: bytes, as: UTF8.self))
    }

    /// Where the decoder configuration of a codec is stored.
    func configurationSource(_ codec: String) -> Provenance {
        guard isISOBaseMedia else {
            let fields = ["avc": "SPS", "hevc": "SPS", "aac": "ADTS", "ac-3": "syncinfo", "ec-3": "syncinfo"]
            return Provenance(.bitstream, field: fields[codec] ?? "frame header")
        }
        let boxes = [
            "avc": "avcC", "hevc": "hvcC", "av1": "av1C", "vp9": "vpcC", "vvc": "vvcC", "aac": "esds", "ac-3": "dac3",
            "ec-3": "dec3", "alac": "alac", "flac": "dfLa", "opus": "dOps",
        ]
        return Provenance(.container, field: boxes[codec] ?? "stsd")
    }

    /// 33 bits of 90 kHz in a private frame of an ID3v2 tag at the start.
    private static func packedAudioTimestamp(_ head: [UInt8]) -> Duration? {
        guard head.starts(with: Array("ID3".utf8)) else { return nil }
        let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
        guard head.count >= owner.count + 8,
            let start = (0...(head.count - owner.count - 8)).first(where: { head[$0...].starts(with: owner) })
        else { return nil }
        let ticks = head[(start + owner.count)...].prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard ticks < 1 << 33 else { return nil }
        return Duration(ticks: Int64(ticks), timeBase: AVRational(num: 1, den: 90_000))
    }
}

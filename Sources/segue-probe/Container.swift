import CLibAV
import MediaContainers
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
    /// What the header of an ISO base media file says.
    private let movie: MovieOutline

    /// Describes what a demuxer recognised.
    init(demuxer: Demuxer, input: MediaInput) {
        packedAudioStart = PackedAudio.timestamp(of: input.peek(at: 0, count: 4096))
        let name = demuxer.formatName.split(separator: ",").first.map(String.init) ?? ""
        switch name {
        case "mov":
            movie = input.movieOutline
            let fragmented = movie.isFragmented
            (format, evidence, trackList) = (fragmented ? .fragmentedMP4 : .mp4, fragmented ? "mvex" : "moov", "moov")
        case "mpegts":
            movie = MovieOutline()
            (format, evidence, trackList) = (.transportStream, "PAT", "PMT")
        case "aac", "ac3", "eac3", "mp3":
            movie = MovieOutline()
            (format, evidence, trackList) = (.packedAudio, "syncword", "syncword")
        default:
            movie = MovieOutline()
            (format, evidence, trackList) = (ContainerFormat(rawValue: name), "header", "header")
        }
    }

    /// Whether an E-AC-3 track carries Atmos objects; `nil` when the container does not say.
    func carriesAtmos(_ stream: Stream) -> Bool? { movie.carriesObjects[Int(stream.stream.pointee.id)] }

    /// Whether tracks are described by sample entries.
    var isISOBaseMedia: Bool { [.mp4, .fragmentedMP4].contains(format) }

    /// The scheme that the container says a stream is protected with; `nil` for a clear stream.
    func announcedScheme(of stream: Stream) -> ProtectionScheme? {
        switch format {
        // HLS sample encryption has stream types of its own, and the tag of a stream is its type here.
        case .transportStream: [0xDB, 0xCF, 0xC1, 0xC2].contains(stream.parameters.codec_tag) ? .sampleAES : nil
        case .mp4, .fragmentedMP4: movie.schemes[Int(stream.stream.pointee.id)]
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
}

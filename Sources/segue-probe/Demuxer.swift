import CLibAV
import MediaContainers
import MediaFormats

/// Owns one libavformat context over a ``MediaInput``.
final class Demuxer {
    private let input: MediaInput
    private var inputContext: UnsafeMutablePointer<AVIOContext>?
    private var context: UnsafeMutablePointer<AVFormatContext>?
    /// Whether libavformat's guess of the frame rate rests on the first few pictures.
    let guessesFromFewPictures: Bool

    /// Containers that are understood. Nothing that follows references, decodes pictures from text or opens devices.
    private static let formats = "mov,mpegts,mp3,aac,ac3,eac3,flac,matroska,webm,wav,ogg"
    /// Containers that programs which record screens write besides.
    static let recordingFormats = formats + ",avi,nut,flv"

    /// Recognises the container, one of those that are named, and reads its header.
    ///
    /// - Throws: The code that libavformat gave.
    init(
        _ input: MediaInput, limits: ProbeLimits, isComplete: Bool, formats: String = formats
    ) throws(LibAVError) {
        self.input = input
        let format = Self.evidentFormat(of: input)
        guessesFromFewPictures = format != nil
        context = avformat_alloc_context()
        inputContext = input.makeContext()
        guard let context, let inputContext else { throw LibAVError(code: segue_av_error_no_memory) }
        context.pointee.pb = inputContext
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // The index of all fragments lies all over the file: only for bytes that cost nothing.
        if !isComplete { context.pointee.flags |= AVFMT_FLAG_IGNIDX }
        context.pointee.interrupt_callback = input.interruption
        segue_av_refuse_other_files(context)
        var options: OpaquePointer?
        av_dict_set(&options, "format_whitelist", formats, 0)
        av_dict_set_int(&options, "probesize", Int64(max(32, limits.analysisBytes)), 0)
        av_dict_set_int(&options, "max_streams", Int64(limits.streams), 0)
        // These have exact clocks: the times of the pictures tell the rate, and libavformat need not decode twenty to guess it.
        if guessesFromFewPictures { av_dict_set(&options, "fpsprobesize", "3", 0) }
        if !isComplete { av_dict_set(&options, "skip_estimate_duration_from_pts", "1", 0) }
        defer { av_dict_free(&options) }
        // On failure the context is freed and the pointer set to nil.
        let code = avformat_open_input(&self.context, nil, format, &options)
        guard code >= 0 else { throw LibAVError(code: code) }
    }

    /// The format that the first bytes show beyond doubt; `nil` leaves it to libavformat, which asks each of its three hundred
    /// demuxers and takes an eighth of the time of a small file for it.
    private static func evidentFormat(of input: MediaInput) -> UnsafePointer<AVInputFormat>? {
        let head = input.peek(at: 0, count: 4 * 188 + 1)
        if head.count > 4 * 188, stride(from: 0, through: 4 * 188, by: 188).allSatisfy({ head[$0] == 0x47 }) {
            return av_find_input_format("mpegts")
        }
        // `ftyp` is the file type box of JPEG 2000 and JPEG XL as well.
        let pictures: [FourCC] = ["jp2 ", "jpx ", "jxl "]
        func code(at offset: Int) -> FourCC {
            FourCC(rawValue: head[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        guard head.count >= 12, code(at: 4) == "ftyp", !pictures.contains(code(at: 8)) else { return nil }
        return av_find_input_format("mov")
    }

    deinit {
        avformat_close_input(&context)
        if inputContext != nil {
            av_freep(&inputContext!.pointee.buffer)
            avio_context_free(&inputContext)
        }
    }

    /// Reads as much as libavformat needs to describe the streams, decoding a little where it must.
    ///
    /// Of AVC and HEVC the ``PictureHeader`` is enough. Of other codecs only pictures that stand alone are decoded, without
    /// smoothing: nothing is looked at but what the decoder says of itself afterwards. Of an encrypted stream it cannot be
    /// seen which ones those are.
    func analyse(_ container: Container) throws(LibAVError) {
        guard let context else { throw LibAVError(code: segue_av_error_no_memory) }
        let streams = streams
        var options = [OpaquePointer?](repeating: nil, count: streams.count)
        defer { for index in options.indices { av_dict_free(&options[index]) } }
        var headers: [PictureHeader] = []
        for (index, stream) in streams.enumerated() where stream.kind == AVMEDIA_TYPE_VIDEO {
            if let header = PictureHeader(of: stream, options: &options[index]) {
                headers.append(header)
            } else if container.announcedScheme(of: stream) == nil {
                av_dict_set(&options[index], "skip_frame", "nointra", 0)
                av_dict_set(&options[index], "skip_loop_filter", "all", 0)
            }
        }
        // Opening the decoder of AAC takes longer than all else about a small file. One that fits no stream is refused at once.
        let sounds = streams.filter { $0.kind == AVMEDIA_TYPE_AUDIO }
        if !sounds.isEmpty,
            sounds.allSatisfy({ container.announcedScheme(of: $0) == nil && $0.statesItsSound(in: input) })
        {
            context.pointee.audio_codec = avcodec_find_decoder(AV_CODEC_ID_PCM_S16LE)
        }
        // Streams that are found while reading go beyond the list of options, which libavformat knows.
        let code = avformat_find_stream_info(context, &options)
        guard code >= 0 else { throw LibAVError(code: code) }
        for header in headers { header.end() }
    }

    /// The demuxer's name, a comma-separated list for families: `mov,mp4,m4a,3gp,3g2,mj2`.
    var formatName: String { context.map { String(cString: segue_av_format_name($0)) } ?? "" }

    /// A text that the container gives for the whole file.
    func metadata(_ key: String) -> String? {
        av_dict_get(context?.pointee.metadata, key, nil, 0).flatMap { $0.pointee.value }.map { String(cString: $0) }
    }

    /// Length that the container states or that was estimated; `nil` when unknown.
    var duration: Duration? {
        guard let context, context.pointee.duration > 0 else { return nil }
        return Duration(ticks: context.pointee.duration, timeBase: AVRational(num: 1, den: AV_TIME_BASE))
    }

    /// Whether the duration is a guess from the bit rate.
    var durationIsGuess: Bool { context?.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE }

    /// The streams, in file order.
    var streams: [Stream] {
        guard let context else { return [] }
        return (0..<Int(context.pointee.nb_streams)).compactMap { index in
            context.pointee.streams[index].map { Stream(context: context, stream: $0) }
        }
    }

    /// The streams without cover pictures.
    var tracks: [Stream] { streams.filter { !$0.isAttachedPicture } }

    /// Reads packets until the visitor says stop or there are no more.
    func readPackets(_ visit: (UnsafeMutablePointer<AVPacket>) -> Bool) {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let packet, let context else { return }
        while av_read_frame(context, packet) >= 0 {
            let goOn = visit(packet)
            av_packet_unref(packet)
            if !goOn { return }
        }
    }
}

/// One stream of a ``Demuxer``, valid as long as that lives.
struct Stream {
    let context: UnsafeMutablePointer<AVFormatContext>
    let stream: UnsafeMutablePointer<AVStream>

    /// The coded form.
    var parameters: AVCodecParameters { stream.pointee.codecpar.pointee }
    /// Position in the file.
    var index: Int { Int(stream.pointee.index) }
    /// Length of a tick in seconds.
    var timeBase: AVRational { stream.pointee.time_base }
    /// Whether this is a cover picture and no track.
    var isAttachedPicture: Bool { stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 }
    /// The decoder configuration record or parameter sets.
    var configuration: [UInt8] {
        guard let data = parameters.extradata, parameters.extradata_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size)))
    }
    /// A text that the container gives for the stream.
    func metadata(_ key: String) -> String? {
        av_dict_get(stream.pointee.metadata, key, nil, 0).flatMap { $0.pointee.value }.map { String(cString: $0) }
    }
}

/// What libavformat answered.
struct LibAVError: Error {
    /// The negative code.
    let code: Int32

    /// The library's words.
    var text: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, av_strerror(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }
}

extension Duration {
    /// A number of ticks as a duration, `nil` for no timestamp or an impossible tick.
    init?(ticks: Int64, timeBase: AVRational) {
        guard ticks != segue_av_no_timestamp, timeBase.num > 0, timeBase.den > 0 else { return nil }
        let nanoseconds = Int128(ticks) * Int128(timeBase.num) * 1_000_000_000 / Int128(timeBase.den)
        guard let value = Int64(exactly: nanoseconds) else { return nil }
        self = .nanoseconds(value)
    }
}

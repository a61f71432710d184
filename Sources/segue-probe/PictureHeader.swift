import CLibAV

/// What libavcodec's decoder of AVC or HEVC knows of a stream once it has read the parameter sets and, where those do not settle
/// it, the header of a picture's first slice.
///
/// It decodes no picture: it is refused the memory for one, and asks for that only when it knows all that is wanted here.
final class PictureHeader {
    /// The stream.
    let stream: Stream
    private var decoder: UnsafeMutablePointer<AVCodecContext>?

    /// Codecs whose decoders know all parameters before the first picture is decoded.
    static let codecs: Set<UInt32> = [AV_CODEC_ID_H264.rawValue, AV_CODEC_ID_HEVC.rawValue]

    /// Reads the parameter sets that an analysed stream keeps apart from its pictures; `nil` for another codec.
    init?(of stream: Stream) {
        guard stream.needsNoPicture, let parameters = stream.stream.pointee.codecpar,
            let codec = avcodec_find_decoder(parameters.pointee.codec_id)
        else { return nil }
        self.stream = stream
        decoder = avcodec_alloc_context3(codec)
        guard let decoder else { return }
        decoder.pointee.thread_count = 1
        decoder.pointee.get_buffer2 = { _, _, _ in segue_av_error_no_memory }
        guard avcodec_parameters_to_context(decoder, parameters) >= 0, avcodec_open2(decoder, codec, nil) >= 0 else {
            avcodec_free_context(&self.decoder)
            return
        }
        takeWhatIsKnown()
    }

    deinit { avcodec_free_context(&decoder) }

    /// Whether there is nothing more to be learned.
    var isRead: Bool { decoder == nil }

    /// Reads the header of a picture of the stream.
    func read(_ packet: UnsafePointer<AVPacket>) {
        guard let decoder else { return }
        // An error is what is expected: there was no memory for the picture.
        _ = avcodec_send_packet(decoder, packet)
        takeWhatIsKnown()
    }

    private func takeWhatIsKnown() {
        guard let decoder, decoder.pointee.pix_fmt != AV_PIX_FMT_NONE, decoder.pointee.width > 0 else { return }
        _ = avcodec_parameters_from_context(stream.stream.pointee.codecpar, decoder)
        avcodec_free_context(&self.decoder)
    }
}

/// Values that stand in for those of a picture's header while libavformat analyses a stream without its decoder.
///
/// It tries in vain to open a decoder for a pixel format, and reads on and on for a size that the container does not state.
struct HeaderPlaceholder {
    private let stream: Stream
    private let statesSize: Bool

    /// Puts them in place; `nil` for another codec.
    init?(in stream: Stream) {
        guard stream.needsNoPicture, let parameters = stream.stream.pointee.codecpar else { return nil }
        self.stream = stream
        statesSize = parameters.pointee.width > 0
        parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        if !statesSize { (parameters.pointee.width, parameters.pointee.height) = (1, 1) }
    }

    /// Takes them away.
    func remove() {
        // Where another codec was recognised, its decoder has put in its own.
        guard stream.needsNoPicture, let parameters = stream.stream.pointee.codecpar else { return }
        parameters.pointee.format = AV_PIX_FMT_NONE.rawValue
        if !statesSize { (parameters.pointee.width, parameters.pointee.height) = (0, 0) }
    }
}

extension Stream {
    /// Whether a ``PictureHeader`` tells all that decoding would.
    fileprivate var needsNoPicture: Bool { PictureHeader.codecs.contains(parameters.codec_id.rawValue) }
}

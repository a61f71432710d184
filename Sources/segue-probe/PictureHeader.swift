import CLibAV

/// What libavcodec's decoder of AVC or HEVC knows of a stream once it has read the parameter sets and, where those do not settle
/// it, the header of a picture's first slice.
///
/// It decodes no picture: it is refused the memory for one, and asks for that only when it knows all that is wanted here.
final class PictureHeader {
    /// The stream.
    let stream: Stream
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private let statesSize: Bool

    /// Codecs whose decoders know all parameters before the first picture is decoded.
    static let codecs: Set<UInt32> = [AV_CODEC_ID_H264.rawValue, AV_CODEC_ID_HEVC.rawValue]

    /// Prepares a stream for an analysis without its decoder; `nil` for another codec.
    ///
    /// libavformat tries in vain to open a decoder for a pixel format, and reads on and on for a size that the container does not
    /// state: so for that time it is given both.
    init?(of stream: Stream) {
        guard Self.codecs.contains(stream.parameters.codec_id.rawValue) else { return nil }
        self.stream = stream
        statesSize = stream.parameters.width > 0
        guard let parameters = stream.stream.pointee.codecpar else { return }
        parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        if !statesSize { (parameters.pointee.width, parameters.pointee.height) = (1, 1) }
    }

    deinit { avcodec_free_context(&decoder) }

    /// Whether there is nothing more to be learned.
    var isRead: Bool { decoder == nil }

    /// Reads what the analysed stream keeps apart from its pictures.
    func readParameterSets() {
        guard let parameters = stream.stream.pointee.codecpar else { return }
        parameters.pointee.format = AV_PIX_FMT_NONE.rawValue
        if !statesSize { (parameters.pointee.width, parameters.pointee.height) = (0, 0) }
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else { return }
        decoder = avcodec_alloc_context3(codec)
        guard let decoder else { return }
        decoder.pointee.thread_count = 1
        decoder.pointee.get_buffer2 = { _, _, _ in segue_av_error_no_memory }
        guard avcodec_parameters_to_context(decoder, parameters) >= 0,
            avcodec_open2(decoder, codec, nil) >= 0
        else {
            avcodec_free_context(&self.decoder)
            return
        }
        takeWhatIsKnown()
    }

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

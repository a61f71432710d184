import CLibAV

/// Has libavformat learn what it wants of an AVC or HEVC stream from the header of a picture, and decode none.
///
/// The decoder knows all parameters once it has read the parameter sets with the first slice. Then it asks for memory for the
/// picture, and is refused it, for a picture may have no more than one pixel.
struct PictureHeader {
    private let stream: Stream
    /// The size that the container states.
    private let stated: (width: Int32, height: Int32)

    /// Prepares a stream and sets the options of its decoder; `nil` for another codec.
    init?(of stream: Stream, options: inout OpaquePointer?) {
        guard let parameters = stream.stream.pointee.codecpar,
            [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(parameters.pointee.codec_id)
        else { return nil }
        self.stream = stream
        stated = (parameters.pointee.width, parameters.pointee.height)
        av_dict_set(&options, "max_pixels", "1", 0)
        // With a size of more pixels the decoder would not even open.
        (parameters.pointee.width, parameters.pointee.height) = (0, 0)
    }

    /// Goes back to the stated size where no parameter set told another one.
    func end() {
        guard let parameters = stream.stream.pointee.codecpar, parameters.pointee.width == 0 else { return }
        (parameters.pointee.width, parameters.pointee.height) = stated
    }
}

import CLibAV
import MediaContainers

extension Stream {
    /// Whether it is AAC whose configuration says all that decoding could tell: LC of one or two channels without extension, with
    /// which the first frame agrees.
    ///
    /// The element that a frame begins with is one channel or a pair (ISO 14496-3 table 4.85); where it is anything else, decoding
    /// has to tell.
    func statesItsSound(in input: MediaInput) -> Bool {
        guard parameters.codec_id == AV_CODEC_ID_AAC, let configuration = AudioSpecificConfig(configuration[...]),
            configuration.objectType == .lowComplexity, configuration.statesExtension,
            let first = avformat_index_get_entry(stream, 0)?.pointee, first.pos > 0, first.size > 0,
            let byte = input.peek(at: Int(first.pos), count: 1).first
        else { return false }
        return switch (byte >> 5, configuration.channels) {
        case (0, 1), (1, 2): true
        default: false
        }
    }
}

import CLibAV
import MediaContainers

/// Which decoders libavformat may open to analyse streams.
enum DecoderList {
    /// The names, separated by commas, of all but those of which a ``PictureHeader`` tells what is wanted.
    static let allowed: String = {
        var names: [String] = []
        var position: UnsafeMutableRawPointer?
        while let codec = av_codec_iterate(&position)?.pointee {
            guard let name = codec.name, !PictureHeader.codecs.contains(codec.id.rawValue) else { continue }
            names.append(String(cString: name))
        }
        return names.joined(separator: ",")
    }()
}

extension Stream {
    /// Whether it is AAC whose configuration says all that its decoder could: one or two channels of LC, and no extension.
    var statesItsSound: Bool {
        guard parameters.codec_id == AV_CODEC_ID_AAC, let configuration = AudioSpecificConfig(configuration[...]) else {
            return false
        }
        return configuration.objectType == .lowComplexity && configuration.statesExtension
            && (1...2).contains(configuration.channels ?? 0)
    }
}

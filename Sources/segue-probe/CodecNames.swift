import CLibAV
import MediaFormats

extension VideoCodec {
    /// The family that libavcodec's identifier belongs to; an unknown one keeps libavcodec's name.
    init(_ id: AVCodecID) {
        switch id {
        case AV_CODEC_ID_H264: self = .avc
        case AV_CODEC_ID_HEVC: self = .hevc
        case AV_CODEC_ID_VVC: self = .vvc
        case AV_CODEC_ID_AV1: self = .av1
        case AV_CODEC_ID_VP9: self = .vp9
        case AV_CODEC_ID_MPEG2VIDEO: self = .mpeg2
        case AV_CODEC_ID_MPEG4: self = .mpeg4
        case AV_CODEC_ID_MJPEG: self = .mjpeg
        case AV_CODEC_ID_PRORES: self = .proRes
        default: self.init(rawValue: String(cString: avcodec_get_name(id)))
        }
    }
}

extension AudioCodec {
    /// The family that libavcodec's identifier belongs to; an unknown one keeps libavcodec's name.
    init(_ id: AVCodecID) {
        switch id {
        case AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM: self = .aac
        case AV_CODEC_ID_AC3: self = .ac3
        case AV_CODEC_ID_EAC3: self = .eac3
        case AV_CODEC_ID_ALAC: self = .alac
        case AV_CODEC_ID_FLAC: self = .flac
        case AV_CODEC_ID_MP3: self = .mp3
        case AV_CODEC_ID_OPUS: self = .opus
        case AV_CODEC_ID_DTS: self = .dts
        case AV_CODEC_ID_MPEGH_3D_AUDIO: self = .mpegH
        default:
            let name = String(cString: avcodec_get_name(id))
            // One family for every packing: pcm_s16le, pcm_s24be, …
            self = name.hasPrefix("pcm_") ? .pcm : AudioCodec(rawValue: name)
        }
    }
}

import CLibAV
import Glibc

/// Owns one libavcodec decoder and lends what it decodes.
final class StreamDecoder {
    let stream: Stream
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// Packets and frames that could not be decoded.
    private(set) var failures = 0

    /// Pictures larger than 8192 x 8192 are refused before memory is asked for.
    private static let mostPixels: Int64 = 1 << 26

    /// Opens the decoder of a stream; `nil` where there is none.
    init?(_ stream: Stream, threads: Int) {
        self.stream = stream
        var parameters = stream.parameters
        guard let codec = avcodec_find_decoder(parameters.codec_id), let context = avcodec_alloc_context3(codec) else {
            return nil
        }
        self.context = context
        frame = av_frame_alloc()
        context.pointee.pkt_timebase = stream.timeBase
        context.pointee.thread_count = Int32(max(1, threads))
        context.pointee.max_pixels = Self.mostPixels
        guard frame != nil, avcodec_parameters_to_context(context, &parameters) >= 0,
            avcodec_open2(context, codec, nil) >= 0
        else {
            close()
            return nil
        }
    }

    deinit { close() }

    private func close() {
        av_frame_free(&frame)
        avcodec_free_context(&context)
    }

    /// Decodes a packet and shows each frame that comes of it; `nil` gives out what the decoder still holds.
    func decode(_ packet: UnsafeMutablePointer<AVPacket>?, _ show: (DecodedFrame) -> Void) {
        guard let context, let frame else { return }
        var code = avcodec_send_packet(context, packet)
        // Every frame is taken at once, so the decoder never refuses a packet because it is full.
        if code < 0, code != segue_av_error_end_of_file { failures += 1 }
        while true {
            code = avcodec_receive_frame(context, frame)
            guard code >= 0 else { break }
            show(DecodedFrame(frame: frame, timeBase: stream.timeBase))
            av_frame_unref(frame)
        }
        if code != segue_av_error_again, code != segue_av_error_end_of_file { failures += 1 }
    }
}

/// A decoded picture or piece of sound, valid inside the call that shows it.
struct DecodedFrame {
    fileprivate let frame: UnsafeMutablePointer<AVFrame>
    fileprivate let timeBase: AVRational

    /// When it begins, in microseconds; `nil` where the file does not say.
    var time: Int? {
        guard let time = Duration(ticks: frame.pointee.best_effort_timestamp, timeBase: timeBase) else { return nil }
        let (seconds, attoseconds) = time.components
        guard abs(seconds) < 1 << 40 else { return nil }
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }

    /// The brightness of a picture, or its green where it is made of colours; `nil` for forms of which neither can be read.
    var luma: LumaPlane? {
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        guard width > 0, height > 0, let form = av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format)) else {
            return nil
        }
        let flags = Int32(truncatingIfNeeded: form.pointee.flags)
        let unreadable =
            AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_FLOAT
        guard flags & unreadable == 0 else { return nil }
        let component = flags & AV_PIX_FMT_FLAG_RGB != 0 ? form.pointee.comp.1 : form.pointee.comp.0
        let planes = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2, frame.pointee.data.3]
        let rows = [
            frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2, frame.pointee.linesize.3,
        ]
        let (plane, depth) = (Int(component.plane), Int(component.depth))
        guard planes.indices.contains(plane), let base = planes[plane], (8...16).contains(depth) else { return nil }
        let isWide = depth > 8
        guard !isWide || flags & AV_PIX_FMT_FLAG_BE == 0, component.step >= (isWide ? 2 : 1) else { return nil }
        let layout = LumaPlane.Layout(
            width: width, height: height, rowBytes: Int(rows[plane]), step: Int(component.step),
            excessBits: isWide ? depth - 8 + Int(component.shift) : nil)
        return LumaPlane(UnsafeRawPointer(base) + Int(component.offset), layout: layout)
    }

    /// Samples of each channel between -1 and 1, of two channels at most; empty for forms that cannot be read.
    var samples: [[Float]] {
        let count = Int(frame.pointee.nb_samples)
        let channels = min(2, Int(segue_av_frame_channels(frame)))
        let all = Int(segue_av_frame_channels(frame))
        guard count > 0, count < 1 << 20, channels > 0, let data = frame.pointee.extended_data else { return [] }
        let format = AVSampleFormat(frame.pointee.format)
        let isPlanar = av_sample_fmt_is_planar(format) != 0
        return (0..<channels).compactMap { channel in
            guard let plane = data[isPlanar ? channel : 0] else { return nil }
            let (first, step) = isPlanar ? (0, 1) : (channel, all)
            let base = UnsafeRawPointer(plane)
            func read<Sample>(_ type: Sample.Type, _ convert: (Sample) -> Float) -> [Float] {
                [Float](unsafeUninitializedCapacity: count) { buffer, filled in
                    for index in 0..<count {
                        let offset = (first + index * step) * MemoryLayout<Sample>.stride
                        buffer[index] = convert(base.load(fromByteOffset: offset, as: Sample.self))
                    }
                    filled = count
                }
            }
            switch av_get_packed_sample_fmt(format) {
            case AV_SAMPLE_FMT_U8: return read(UInt8.self) { (Float($0) - 128) / 128 }
            case AV_SAMPLE_FMT_S16: return read(Int16.self) { Float($0) / 32_768 }
            case AV_SAMPLE_FMT_S32: return read(Int32.self) { Float($0) / 2_147_483_648 }
            case AV_SAMPLE_FMT_FLT: return read(Float.self) { $0 }
            case AV_SAMPLE_FMT_DBL: return read(Double.self) { Float($0) }
            default: return nil
            }
        }
    }

    /// Samples a second.
    var sampleRate: Int { Int(frame.pointee.sample_rate) }
}

import Foundation
import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// The worker and `ffprobe` agree on every generated file, field by field.
@Suite struct FFprobeComparisonTests {
    /// A stream as `ffprobe -show_streams` prints it.
    private struct PrintedStream: Decodable {
        var codec_type: String
        var codec_name: String?
        var profile: String?
        var level: Int?
        var width: Int?
        var height: Int?
        var pix_fmt: String?
        var sample_aspect_ratio: String?
        var r_frame_rate: String?
        var avg_frame_rate: String?
        var field_order: String?
        var color_transfer: String?
        var color_primaries: String?
        var sample_rate: String?
        var channels: Int?
        var channel_layout: String?
        var bits_per_raw_sample: String?
        var bits_per_sample: Int?
        var codec_tag_string: String?
    }

    private func printedStreams(_ name: String) async throws -> [PrintedStream] {
        let text = try await output(
            of: "ffprobe", "-v", "quiet", "-of", "json", "-show_streams", GeneratedMedia.path(name))
        return try JSONDecoder().decode([String: [PrintedStream]].self, from: text)["streams"] ?? []
    }

    private let codecs = [
        "h264": "avc", "hevc": "hevc", "av1": "av1", "vp9": "vp9", "mpeg2video": "mpeg2", "aac": "aac", "ac3": "ac-3",
        "eac3": "ec-3", "alac": "alac", "flac": "flac", "mp3": "mp3", "mp2": "mp2", "opus": "opus", "pcm_s24le": "pcm",
        "pcm_s16le": "pcm", "aac_latm": "aac", "dts": "dts",
    ]

    @Test("Each file", arguments: GeneratedMedia.names)
    func file(name: String) async throws {
        let printed = try await printedStreams(name)
        let media = try await sharedProber.measure(ProbeInput(GeneratedMedia.reference(name)))
        let picture = printed.first { $0.codec_type == "video" }
        let sound = printed.first { $0.codec_type == "audio" }
        #expect((picture != nil) == (media.parameters.videoPresence == .present))
        #expect((sound != nil) == (media.parameters.audioPresence == .present))
        // WebVTT and TTML in MP4 are data to ffprobe.
        let texts = printed.count { $0.codec_type == "subtitle" || ["wvtt", "stpp"].contains($0.codec_tag_string) }
        #expect(texts == media.parameters.subtitles.count)
        if let picture { compare(picture, try #require(media.parameters.video), in: media) }
        if let sound { compare(sound, try #require(media.parameters.audio)) }
    }

    private func compare(_ printed: PrintedStream, _ video: VideoParameters, in media: MeasuredMedia) {
        #expect(video.codec?.rawValue == printed.codec_name.flatMap { codecs[$0] })
        // Of encrypted fragments ffprobe knows nothing; the headers do.
        if printed.profile != nil { #expect(video.profile == printed.profile) }
        #expect(video.resolution == Resolution(width: printed.width ?? 0, height: printed.height ?? 0))
        let isISO = [ContainerFormat.mp4, .fragmentedMP4].contains(media.parameters.container)
        #expect(video.sampleEntry?.rawValue == (isISO ? printed.codec_tag_string : nil))
        let scale = ["h264": 1, "hevc": 3][printed.codec_name ?? ""]
        if let scale, let level = printed.level, level > 0 { #expect(video.level == level / scale) }
        let format = printed.pix_fmt ?? ""
        #expect(video.bitDepth == (format.hasSuffix("10le") ? 10 : format.hasSuffix("12le") ? 12 : 8))
        let chroma = ["yuv422": "4:2:2", "yuv444": "4:4:4"][String(format.prefix(6))]
        // The decoder of AVC adds colour to pictures that have none.
        let isGray = video.chroma == "4:0:0" && printed.codec_name == "h264"
        #expect(isGray ? chroma == nil : video.chroma == chroma ?? "4:2:0")
        // Without a box ffprobe works the shape out from the size of the track in whole pixels: 77 of 40/33 * 64.
        if printed.sample_aspect_ratio == "77:64" {
            #expect(video.pixelAspect == PixelAspectRatio(horizontal: 40, vertical: 33))
        } else if let ratio = printed.sample_aspect_ratio?.split(separator: ":").compactMap({ Int($0) }),
            ratio.count == 2
        {
            #expect(video.pixelAspect == PixelAspectRatio(horizontal: ratio[0], vertical: ratio[1]))
        } else {
            #expect(video.pixelAspect == nil)
        }
        func rate(_ text: String?) -> FrameRate? {
            let parts = (text ?? "").split(separator: "/").compactMap { Int($0) }
            return parts.count == 2 ? FrameRate(parts[0], parts[1]) : nil
        }
        if let real = rate(printed.r_frame_rate), real == rate(printed.avg_frame_rate) {
            // Ticks of a millisecond: ffprobe finds 19001/317 for 60000/1001; ticks of 90 kHz: 120 for 120000/1001.
            let meant =
                switch (media.parameters.container, real) {
                case (.matroska?, FrameRate(19001, 317)): FrameRate(60000, 1001)
                case (.transportStream?, FrameRate(120, 1)): FrameRate(120_000, 1001)
                default: real
                }
            #expect(video.frameRate == meant)
        }
        switch printed.field_order {
        // It looks at the order of fields alone, and has none of fields that are coded one by one.
        case "progressive" where media.provenance[.videoScan]?.field == "pic_struct": break
        case "progressive": #expect(video.interlaced == false)
        case "tt", "bb", "tb", "bt": #expect(video.interlaced == true)
        default: break
        }
        let transfers = ["smpte2084": 16, "arib-std-b67": 18, "bt709": 1]
        // ffprobe decodes no picture of HEVC in MP4, and with it not the message that changes the transfer.
        let seen = printed.color_transfer == "bt2020-10" ? 18 : printed.color_transfer.flatMap { transfers[$0] }
        #expect(video.colour?.transfer == seen)
        let primaries = ["bt709": 1, "bt2020": 9]
        #expect(video.colour?.primaries == printed.color_primaries.flatMap { primaries[$0] })
    }

    private func compare(_ printed: PrintedStream, _ audio: AudioParameters) {
        #expect(audio.codec?.rawValue == printed.codec_name.flatMap { codecs[$0] })
        #expect(audio.sampleRate == printed.sample_rate.flatMap { Int($0) })
        #expect(audio.channels == printed.channels)
        // One channel is mono, whether or not a header says so.
        let only = printed.channels == 1 ? "mono" : printed.channels == 2 ? "stereo" : nil
        #expect(audio.layout?.name == printed.channel_layout?.replacing("(side)", with: "") ?? only)
        if audio.codec == .aac, printed.profile != nil { #expect(audio.objectType?.rawValue == printed.profile) }
        if printed.codec_tag_string == "ipcm" {
            // The configuration says 24; ffprobe reads the entry.
            #expect(audio.bitDepth == 24)
        } else if audio.codec?.isLossless == true {
            #expect(audio.bitDepth == printed.bits_per_raw_sample.flatMap { Int($0) } ?? printed.bits_per_sample)
        }
    }
}

import Foundation
import MediaFormats
import TransitionRisk

/// An encode as a command of ffmpeg that writes an HLS asset.
struct FFmpegCommand {
    /// The program and its arguments, ready to be run once its folder is there.
    let arguments: [String]
    /// Where it writes.
    let folder: String

    /// - Parameters:
    ///   - target: What to encode as.
    ///   - recommendation: What is known about the ad.
    ///   - folder: Where to write.
    init(_ target: EncodeTarget, for recommendation: Recommendation, folder: String) {
        let parameters = target.parameters
        let isTransportStream = parameters.container == .transportStream
        let audioRate = parameters.audio.map { Self.audioRate($0) } ?? 0
        let input =
            switch recommendation.asset.location {
            case .file(let path): path
            // Secrets in queries stay where they are; the user fills them in.
            case .remote: recommendation.asset.description
            }
        var arguments = ["ffmpeg", "-i", input]
        let needsSilence = parameters.audio != nil && !recommendation.hasSound
        if needsSilence, let audio = parameters.audio {
            let rate = audio.sampleRate ?? 48000
            arguments += ["-f", "lavfi", "-i", "anullsrc=sample_rate=\(rate):channel_layout=stereo", "-shortest"]
        }
        if let video = parameters.video {
            arguments += ["-map", "0:v:0"]
            arguments += Self.video(video, recommendation, most: target.bandwidth.map { max(100_000, $0 - audioRate) })
        }
        if let audio = parameters.audio {
            arguments += ["-map", needsSilence ? "1:a:0" : "0:a:0"] + Self.audio(audio, audioRate)
        }
        arguments += [
            "-f", "hls", "-hls_time", "6", "-hls_playlist_type", "vod", "-hls_flags", "independent_segments",
            "-hls_segment_type", isTransportStream ? "mpegts" : "fmp4",
        ]
        if parameters.video != nil, parameters.audio != nil, parameters.trackLayout == .demuxed {
            arguments += ["-var_stream_map", "a:0,agroup:sound,default:yes v:0,agroup:sound"]
            arguments += isTransportStream ? [] : ["-hls_fmp4_init_filename", "init_%v.mp4"]
            arguments += [
                "-hls_segment_filename", "\(folder)/%v-%d.\(isTransportStream ? "ts" : "m4s")",
                "-master_pl_name", "main.m3u8", "\(folder)/%v.m3u8",
            ]
        } else {
            arguments += [
                "-hls_segment_filename", "\(folder)/%d.\(isTransportStream ? "ts" : "m4s")",
                "-master_pl_name", "main.m3u8", "\(folder)/index.m3u8",
            ]
        }
        self.arguments = arguments
        self.folder = folder
    }

    /// The command as one line for a POSIX shell, which makes the folder first.
    var shell: String { "mkdir -p \(Self.quoted(folder)) && " + arguments.map(Self.quoted).joined(separator: " ") }

    /// The command in lines of at most this width, as far as its words allow, each but the last with a backslash at its
    /// end.
    func shell(width: Int) -> [String] {
        var lines: [String] = []
        var line = "mkdir -p \(Self.quoted(folder)) &&"
        for word in arguments.map(Self.quoted) {
            if line.count + word.count + 3 > width {
                lines.append(line + " \\")
                line = "  " + word
            } else {
                line += " " + word
            }
        }
        return lines + [line]
    }

    private static func quoted(_ word: String) -> String {
        let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,%+@".contains($0)) }
        return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    private static func video(_ video: VideoParameters, _ ad: Recommendation, most: Int?) -> [String] {
        let rate = video.frameRate ?? FrameRate(25)!
        let gop = max(1, Int((rate.framesPerSecond * 2).rounded()))
        let isHDR = video.dynamicRange != .sdr
        let depth = video.bitDepth ?? 8
        var options = ["-vf", filters(video, ad, rate)]
        switch video.codec {
        case .hevc?:
            let colour =
                video.dynamicRange == .pq
                ? ":colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1"
                : video.dynamicRange == .hlg ? ":colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc" : ""
            let level = video.level.map { ":level-idc=\($0 / 10).\($0 % 10)" } ?? ""
            options += ["-c:v", "libx265", "-profile:v", depth > 8 ? "main10" : "main", "-tag:v", "hvc1"]
            options += [
                "-x265-params", "keyint=\(gop):min-keyint=\(gop):scenecut=0:repeat-headers=0\(level)\(colour)",
            ]
        case .av1?:
            options += ["-c:v", "libsvtav1", "-g", "\(gop)"]
        default:
            let profile = video.profile?.lowercased() ?? "high"
            let name = profile.contains("baseline") ? "baseline" : profile.contains("main") ? "main" : "high"
            options += ["-c:v", "libx264", "-profile:v", depth > 8 ? "high10" : name]
            if let level = video.level { options += ["-level:v", "\(level / 10).\(level % 10)"] }
            options += ["-g", "\(gop)", "-keyint_min", "\(gop)", "-sc_threshold", "0"]
        }
        options += ["-pix_fmt", depth > 8 ? "yuv420p10le" : "yuv420p"]
        if isHDR {
            options += [
                "-color_primaries", "bt2020", "-color_trc", video.dynamicRange == .hlg ? "arib-std-b67" : "smpte2084",
                "-colorspace", "bt2020nc",
            ]
        } else {
            options += ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"]
        }
        if let most {
            options += ["-b:v", "\(most / 10 * 8)", "-maxrate:v", "\(most)", "-bufsize:v", "\(most * 2)"]
        }
        return options
    }

    /// Deinterlace, convert the range where it differs, fit into the frame, set shape and rate.
    private static func filters(_ video: VideoParameters, _ ad: Recommendation, _ rate: FrameRate) -> String {
        var filters: [String] = ad.isInterlaced ? ["bwdif"] : []
        let wanted = video.dynamicRange ?? .sdr
        let own = ad.range.flatMap(DynamicRange.init(rawValue:)) ?? .sdr
        if wanted == .sdr, own != .sdr {
            filters += [
                "zscale=transfer=linear:npl=100", "format=gbrpf32le", "zscale=primaries=bt709", "tonemap=hable",
                "zscale=transfer=bt709:matrix=bt709:range=tv",
            ]
        } else if wanted != .sdr, own != wanted {
            let transfer = wanted == .hlg ? "arib-std-b67" : "smpte2084"
            let input = own == .sdr ? "transferin=bt709:primariesin=bt709:matrixin=bt709:" : ""
            filters.append("zscale=\(input)transfer=\(transfer):primaries=bt2020:matrix=bt2020nc:npl=203")
        }
        if let size = video.resolution {
            let pixel = video.pixelAspect ?? .square
            // Fitted in square pixels, then squeezed into the coded frame.
            let width = max(2, size.width * pixel.horizontal / pixel.vertical / 2 * 2)
            filters += [
                "scale=\(width):\(size.height):force_original_aspect_ratio=decrease",
                "pad=\(width):\(size.height):-1:-1",
            ]
            if width != size.width { filters.append("scale=\(size.width):\(size.height)") }
            filters.append("setsar=\(pixel.horizontal)/\(pixel.vertical)")
        }
        filters.append("fps=\(rate.numerator)/\(rate.denominator)")
        return filters.joined(separator: ",")
    }

    private static func audio(_ audio: AudioParameters, _ bitRate: Int) -> [String] {
        let encoder =
            switch audio.codec {
            case .ac3?: "ac3"
            case .eac3?: "eac3"
            case .alac?: "alac"
            default: "aac"
            }
        let channels = audio.layout?.channels ?? audio.channels ?? 2
        var options = ["-c:a", encoder, "-ac", "\(channels)", "-ar", "\(audio.sampleRate ?? 48000)"]
        if encoder == "alac" {
            options += ["-sample_fmt", (audio.bitDepth ?? 16) > 16 ? "s32p" : "s16p"]
        } else {
            options += ["-b:a", "\(bitRate)"]
        }
        return options
    }

    private static func audioRate(_ audio: AudioParameters) -> Int {
        let channels = audio.layout?.channels ?? audio.channels ?? 2
        switch audio.codec {
        case .ac3?: return channels > 2 ? 384_000 : 192_000
        case .eac3?: return channels > 2 ? 256_000 : 128_000
        case .alac?: return 0
        default: return channels > 2 ? 320_000 : channels == 1 ? 64_000 : 128_000
        }
    }
}

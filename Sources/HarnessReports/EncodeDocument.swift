import HLSPlaylists
import MediaFormats
import TransitionRisk

/// One recommended encode of `segue.check/1`, with the commands that make it.
struct RecommendationDocument: Encodable {
    let asset: String
    let promise: Band
    let covers: Int
    let coversNow: Int
    let of: Int
    let notHelped: [String]
    let encodes: [EncodeDocument]

    /// - Parameter first: Number of the first encode in the whole report, which names the folder that its command writes to.
    init(_ recommendation: Recommendation, from first: Int) {
        asset = recommendation.asset.description
        promise = recommendation.promise
        covers = recommendation.covered
        coversNow = recommendation.coveredNow
        of = recommendation.all
        notHelped = recommendation.uncovered
        encodes = recommendation.encodes.enumerated().map { index, encode in
            EncodeDocument(encode, number: first + index, for: recommendation)
        }
    }

    struct EncodeDocument: Encodable {
        let summary: String
        let gains: Int
        let parameters: [String: String]
        let ffmpeg: [String]
        let ffmpegCommand: String
        let mediaConvert: MediaConvertSettings?

        init(_ encode: Recommendation.Encode, number: Int, for recommendation: Recommendation) {
            let target = encode.target
            summary = target.summary
            gains = encode.gains
            parameters = target.named
            let command = FFmpegCommand(target, for: recommendation, folder: "encode-\(number)")
            ffmpeg = command.arguments
            ffmpegCommand = command.shell
            mediaConvert = MediaConvertSettings(target, for: recommendation)
        }
    }
}

extension EncodeTarget {
    /// `AVC High 3.1, 1280x720, 23.976 fps, SDR; AAC stereo 48000 Hz; fmp4`.
    var summary: String {
        var parts: [String] = []
        if let video = parameters.video {
            let codec = [
                video.codec?.description, video.profile, video.level.map { "\($0 / 10).\($0 % 10)" },
            ].compactMap(\.self).joined(separator: " ")
            parts.append(
                [
                    codec, video.resolution?.description, video.frameRate.map { "\($0) fps" },
                    video.dynamicRange?.rawValue,
                ].compactMap(\.self).joined(separator: ", "))
        }
        if let audio = parameters.audio {
            parts.append(
                [
                    audio.codec?.description, audio.layout?.name ?? audio.channels.map { "\($0) channels" },
                    audio.sampleRate.map { "\($0) Hz" },
                ].compactMap(\.self).joined(separator: " "))
        }
        parts.append(parameters.container?.rawValue ?? "")
        return parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Each parameter by its name, for a document.
    fileprivate var named: [String: String] {
        var named: [String: String] = [:]
        let video = parameters.video
        named["video-codec"] = video?.codec?.rawValue
        named["video-profile"] = video?.profile
        named["video-level"] = video?.level.map { "\($0 / 10).\($0 % 10)" }
        named["video-bit-depth"] = video?.bitDepth.map(String.init)
        named["video-resolution"] = video?.resolution?.description
        named["video-frame-rate"] = video?.frameRate?.description
        named["video-dynamic-range"] = video?.dynamicRange?.rawValue
        let audio = parameters.audio
        named["audio-codec"] = audio?.codec?.rawValue
        named["audio-channel-layout"] = audio?.layout?.name
        named["audio-sample-rate"] = audio?.sampleRate.map(String.init)
        named["container"] = parameters.container?.rawValue
        named["track-layout"] = parameters.trackLayout?.rawValue
        named["bandwidth"] = bandwidth.map(String.init)
        return named
    }
}

extension [Recommendation] {
    /// For each recommendation the number of its first encode, counted from 1 over all of them: no command may write over what
    /// another one made.
    var firstNumbers: [Int] { reduce(into: [1]) { $0.append($0[$0.endIndex - 1] + $1.encodes.count) } }
}

package import HLSPlaylists
package import MediaFormats

/// Assets as a prober would report them, for tests of everything behind probing.
package enum SampleMedia {
    /// A complete set of parameters: AVC High 8-bit 720p at 23.976 fps, AAC-LC stereo 48 kHz, fMP4, clear, SDR.
    package static var film: OperatingParameters {
        var video = VideoParameters()
        video.codec = .avc
        video.sampleEntry = SampleEntry(rawValue: "avc1")
        video.profile = "High"
        video.level = 31
        video.bitDepth = 8
        video.chroma = "4:2:0"
        video.resolution = Resolution(width: 1280, height: 720)
        video.pixelAspect = .square
        video.frameRate = FrameRate(24000, 1001)
        video.interlaced = false
        video.dynamicRange = .sdr
        video.protection = ProtectionScheme.none
        video.configurationDigest = "film"
        var audio = AudioParameters()
        audio.codec = .aac
        audio.objectType = .lowComplexity
        audio.sampleRate = 48000
        audio.layout = .stereo
        audio.protection = ProtectionScheme.none
        return OperatingParameters(
            video: video, audio: audio, videoPresence: .present, audioPresence: .present,
            container: .fragmentedMP4, trackLayout: .demuxed)
    }

    /// The same with some parameters changed.
    package static func film(_ change: (inout OperatingParameters) -> Void) -> OperatingParameters {
        var parameters = film
        change(&parameters)
        return parameters
    }

    /// An asset with one variant for each set of parameters.
    package static func asset(
        _ name: String, _ variants: OperatingParameters..., duration: Duration = .seconds(30)
    )
        -> AssetProfile
    {
        AssetProfile(
            reference: AssetReference(path: "/\(name)"),
            variants: variants.enumerated().map { index, parameters in
                ProfiledVariant(
                    label: "\(name) variant \(index)", bandwidth: 1_000_000 * (index + 1), position: index,
                    measured: parameters)
            }, duration: duration)
    }
}

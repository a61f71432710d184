import MediaFormats
import TransitionRisk

/// An encode as settings of AWS Elemental MediaConvert (API of 2017-08-29), ready for `CreateJob` once input, output and
/// role are filled in.
struct MediaConvertSettings: Encodable {
    private let Inputs: [Input]
    private let OutputGroups: [OutputGroup]
    private let TimecodeConfig = ["Source": "ZEROBASED"]

    /// `nil` for what the service does not make: ALAC, and sound alone.
    init?(_ target: EncodeTarget, for recommendation: Recommendation) {
        guard let video = target.parameters.video, target.parameters.audio?.codec != .alac else { return nil }
        Inputs = [Input()]
        let isTransportStream = target.parameters.container == .transportStream
        let container = Container(Container: isTransportStream ? "M3U8" : "CMFC")
        let picture = VideoDescription(video, most: target.bandwidth)
        let sound = target.parameters.audio.map { [AudioDescription($0)] }
        // CMAF keeps sound in files of its own.
        let isApart = !isTransportStream || target.parameters.trackLayout == .demuxed
        var outputs = [
            Output(
                NameModifier: "_video", ContainerSettings: container, VideoDescription: picture,
                AudioDescriptions: isApart ? nil : sound)
        ]
        if isApart, let sound {
            outputs.append(
                Output(
                    NameModifier: "_audio", ContainerSettings: container, VideoDescription: nil,
                    AudioDescriptions: sound))
        }
        OutputGroups = [
            OutputGroup(OutputGroupSettings: GroupSettings(isTransportStream: isTransportStream), Outputs: outputs)
        ]
    }

    private struct Input: Encodable {
        let FileInput = "s3://INPUT"
        let TimecodeSource = "ZEROBASED"
        let VideoSelector: [String: String] = [:]
        let AudioSelectors = ["Audio Selector 1": ["DefaultSelection": "DEFAULT"]]
    }

    private struct OutputGroup: Encodable {
        let Name = "Ad"
        let OutputGroupSettings: GroupSettings
        let Outputs: [Output]
    }

    private struct GroupSettings: Encodable {
        let `Type`: String
        let CmafGroupSettings: Segments?
        let HlsGroupSettings: Segments?

        init(isTransportStream: Bool) {
            `Type` = isTransportStream ? "HLS_GROUP_SETTINGS" : "CMAF_GROUP_SETTINGS"
            CmafGroupSettings = isTransportStream ? nil : Segments(isCMAF: true)
            HlsGroupSettings = isTransportStream ? Segments(isCMAF: false) : nil
        }
    }

    private struct Segments: Encodable {
        let Destination = "s3://OUTPUT/"
        let SegmentControl = "SEGMENTED_FILES"
        let SegmentLength = 6
        let FragmentLength: Int?
        let MinSegmentLength: Int?
        let WriteDashManifest: String?
        let WriteHlsManifest: String?

        init(isCMAF: Bool) {
            FragmentLength = isCMAF ? 2 : nil
            MinSegmentLength = isCMAF ? nil : 0
            WriteDashManifest = isCMAF ? "DISABLED" : nil
            WriteHlsManifest = isCMAF ? "ENABLED" : nil
        }
    }

    private struct Container: Encodable { let Container: String }

    private struct Output: Encodable {
        let NameModifier: String
        let ContainerSettings: Container
        let VideoDescription: VideoDescription?
        let AudioDescriptions: [AudioDescription]?
    }
}

/// The picture of an output.
private struct VideoDescription: Encodable {
    let Width: Int?
    let Height: Int?
    let ScalingBehavior = "FIT"
    let CodecSettings: VideoCodecSettings
    let VideoPreprocessors: Preprocessors

    init(_ video: VideoParameters, most: Int?) {
        Width = video.resolution?.width
        Height = video.resolution?.height
        CodecSettings = VideoCodecSettings(video, most: most)
        let conversion =
            switch video.dynamicRange {
            case .pq?, .hdr10Plus?: "FORCE_HDR10"
            case .hlg?: "FORCE_HLG_2020"
            default: "FORCE_709"
            }
        VideoPreprocessors = Preprocessors(ColorCorrector: ["ColorSpaceConversion": conversion])
    }

    struct Preprocessors: Encodable { let ColorCorrector: [String: String] }
}

private struct VideoCodecSettings: Encodable {
    let Codec: String
    let H264Settings: EncoderSettings?
    let H265Settings: EncoderSettings?
    let Av1Settings: EncoderSettings?

    init(_ video: VideoParameters, most: Int?) {
        let settings = EncoderSettings(video, most: most)
        Codec = video.codec == .hevc ? "H_265" : video.codec == .av1 ? "AV1" : "H_264"
        H264Settings = Codec == "H_264" ? settings : nil
        H265Settings = Codec == "H_265" ? settings : nil
        Av1Settings = Codec == "AV1" ? settings : nil
    }
}

/// Settings that the three encoders share by name; each has those of its own only.
private struct EncoderSettings: Encodable {
    let RateControlMode = "QVBR"
    let MaxBitrate: Int
    let FramerateControl = "SPECIFIED"
    let FramerateNumerator: Int?
    let FramerateDenominator: Int?
    let CodecProfile: String?
    let CodecLevel: String?
    let GopSize: Double
    let GopSizeUnits: String?
    let InterlaceMode: String?
    let ParControl: String?
    let ParNumerator: Int?
    let ParDenominator: Int?
    let WriteMp4PackagingType: String?
    let BitDepth: String?

    init(_ video: VideoParameters, most: Int?) {
        let isAV1 = video.codec == .av1
        let isDeep = (video.bitDepth ?? 8) > 8
        MaxBitrate = most ?? 5_000_000
        FramerateNumerator = video.frameRate?.numerator
        FramerateDenominator = video.frameRate?.denominator
        switch video.codec {
        case .hevc?: CodecProfile = isDeep ? "MAIN10_MAIN" : "MAIN_MAIN"
        case .av1?: CodecProfile = nil
        default:
            let profile = video.profile?.lowercased() ?? "high"
            CodecProfile =
                isDeep
                ? "HIGH_10BIT" : profile.contains("baseline") ? "BASELINE" : profile.contains("main") ? "MAIN" : "HIGH"
        }
        CodecLevel = isAV1 ? nil : Self.level(video.level)
        // AV1 counts pictures, the others may count seconds.
        GopSize = isAV1 ? ((video.frameRate?.framesPerSecond ?? 25) * 2).rounded() : 2
        GopSizeUnits = isAV1 ? nil : "SECONDS"
        InterlaceMode = isAV1 ? nil : "PROGRESSIVE"
        ParControl = isAV1 ? nil : "SPECIFIED"
        ParNumerator = isAV1 ? nil : video.pixelAspect?.horizontal ?? 1
        ParDenominator = isAV1 ? nil : video.pixelAspect?.vertical ?? 1
        WriteMp4PackagingType = video.codec == .hevc ? "HVC1" : nil
        BitDepth = isAV1 ? (isDeep ? "BIT_10" : "BIT_8") : nil
    }

    private static func level(_ level: Int?) -> String {
        guard let level, (10...62).contains(level) else { return "AUTO" }
        return "LEVEL_\(level / 10)" + (level % 10 == 0 ? "" : "_\(level % 10)")
    }
}

/// The sound of an output.
private struct AudioDescription: Encodable {
    let AudioSourceName = "Audio Selector 1"
    let CodecSettings: AudioCodecSettings

    init(_ audio: AudioParameters) { CodecSettings = AudioCodecSettings(audio) }
}

private struct AudioCodecSettings: Encodable {
    let Codec: String
    let AacSettings: Settings?
    let Ac3Settings: Settings?
    let Eac3Settings: Settings?

    init(_ audio: AudioParameters) {
        let isSurround = (audio.layout?.channels ?? audio.channels ?? 2) > 2
        let rate = audio.sampleRate ?? 48000
        func settings(_ bitRate: Int, _ surround: String, _ profile: String? = nil) -> Settings {
            Settings(
                Bitrate: bitRate, CodingMode: isSurround ? surround : "CODING_MODE_2_0", SampleRate: rate,
                CodecProfile: profile)
        }
        switch audio.codec {
        case .ac3?:
            Codec = "AC3"
            (AacSettings, Eac3Settings) = (nil, nil)
            Ac3Settings = settings(isSurround ? 384_000 : 192_000, "CODING_MODE_3_2_LFE")
        case .eac3?:
            Codec = "EAC3"
            (AacSettings, Ac3Settings) = (nil, nil)
            Eac3Settings = settings(isSurround ? 256_000 : 128_000, "CODING_MODE_3_2")
        default:
            Codec = "AAC"
            (Ac3Settings, Eac3Settings) = (nil, nil)
            AacSettings = settings(isSurround ? 320_000 : 128_000, "CODING_MODE_5_1", "LC")
        }
    }

    struct Settings: Encodable {
        let Bitrate: Int
        let CodingMode: String
        let SampleRate: Int
        let CodecProfile: String?
    }
}

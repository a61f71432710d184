import CLibAV
import MediaContainers
import MediaFormats

/// What one video stream shows.
struct VideoFacts {
    private(set) var parameters = VideoParameters()
    private(set) var provenance: [ParameterName: Provenance] = [:]

    /// Reads a stream's parameters; what is not known stays `nil`.
    init(_ stream: Stream, in container: Container, survey: PacketSurvey) {
        let coded = stream.parameters
        let codec = VideoCodec(coded.codec_id)
        let record = container.configurationSource(codec.rawValue)
        let sampleEntry = Provenance(.container, field: container.isISOBaseMedia ? "stsd" : container.trackList)
        if coded.codec_id != AV_CODEC_ID_NONE { set(\.codec, codec, .videoCodec, sampleEntry) }
        // libavformat gives the original entry of an encrypted track.
        if container.isISOBaseMedia {
            set(\.sampleEntry, stream.tag.map(SampleEntry.init(rawValue:)), .videoSampleEntry, sampleEntry)
        }
        set(\.profile, stream.profileName, .videoProfile, record)
        readPixelFormat(coded, from: record)
        set(\.resolution, Resolution(width: Int(coded.width), height: Int(coded.height)), .videoResolution, record)
        let aspect = av_guess_sample_aspect_ratio(stream.context, stream.stream, nil)
        set(
            \.pixelAspect, PixelAspectRatio(horizontal: Int(aspect.num), vertical: Int(aspect.den)), .videoAspectRatio,
            record)
        if let rate = survey.frameRate(of: stream) { set(\.frameRate, rate.rate, .videoFrameRate, rate.source) }
        let configuration = DecoderConfiguration(stream.configuration, codec: codec)
        set(\.level, configuration?.level ?? Self.level(coded), .videoLevel, record)
        set(\.interlaced, Self.interlaced(coded) ?? configuration?.isInterlaced, .videoScan, record)
        readColour(stream, from: record)
        // The codec's own place for the message is the bitstream, whatever the container.
        if parameters.dynamicRange == .pq, codec == .hevc || codec == .av1, survey.carriesDynamicMetadata {
            set(\.dynamicRange, .hdr10Plus, .videoDynamicRange, Provenance(.bitstream, field: "ST 2094-40"))
        }
        set(\.protection, container.protection(of: stream, survey: survey), .videoProtection, sampleEntry)
        set(\.configurationDigest, configuration?.digest, .videoParameterSets, record)
        set(\.tier, configuration?.tier, .videoTier, record)
    }

    private mutating func set<Value>(
        _ field: WritableKeyPath<VideoParameters, Value?>, _ value: Value?, _ name: ParameterName, _ source: Provenance
    ) {
        guard let value else { return }
        parameters[keyPath: field] = value
        provenance[name] = source
    }

    private mutating func readPixelFormat(_ coded: AVCodecParameters, from record: Provenance) {
        guard coded.format >= 0, let description = av_pix_fmt_desc_get(AVPixelFormat(rawValue: coded.format)) else {
            return
        }
        let format = description.pointee
        set(\.bitDepth, format.comp.0.depth > 0 ? Int(format.comp.0.depth) : nil, .videoBitDepth, record)
        let isRGB = format.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        let chroma: String? =
            switch (format.nb_components, format.log2_chroma_w, format.log2_chroma_h) {
            case (1, _, _), (2, _, _): "4:0:0"
            case _ where isRGB: "RGB"
            case (_, 1, 1): "4:2:0"
            case (_, 1, 0): "4:2:2"
            case (_, 0, 0): "4:4:4"
            default: nil
            }
        set(\.chroma, chroma, .videoChroma, record)
    }

    private mutating func readColour(_ stream: Stream, from record: Provenance) {
        let coded = stream.parameters
        // Code point 2 means unspecified (H.273), 0 is reserved.
        func stated(_ value: UInt32) -> Int? { value == 2 ? nil : Int(value) }
        var colour = ColourDescription(
            primaries: stated(coded.color_primaries.rawValue), transfer: stated(coded.color_trc.rawValue),
            matrix: stated(coded.color_space.rawValue))
        if coded.color_primaries.rawValue == 0 { colour.primaries = nil }
        if coded.color_trc.rawValue == 0 { colour.transfer = nil }
        // libavcodec uses 0 for identity (RGB) only where the stream is RGB; elsewhere it is not set.
        if coded.color_space.rawValue == 0, parameters.chroma != "RGB" { colour.matrix = nil }
        switch coded.color_range {
        case AVCOL_RANGE_MPEG: colour.fullRange = false
        case AVCOL_RANGE_JPEG: colour.fullRange = true
        default: break
        }
        if colour != ColourDescription() { set(\.colour, colour, .videoColour, record) }
        set(\.dynamicRange, colour.dynamicRange, .videoDynamicRange, record)
        var (profile, level, compatibility): (Int32, Int32, Int32) = (0, 0, 0)
        guard segue_av_dolby_vision(stream.stream, &profile, &level, &compatibility) != 0 else { return }
        let box = Provenance(.container, field: profile > 7 ? "dvvC" : "dvcC")
        let vision = DolbyVisionConfiguration(
            profile: Int(profile), level: level > 0 ? Int(level) : nil, baseCompatibility: Int(compatibility))
        set(\.dolbyVision, vision, .videoDolbyVisionProfile, box)
        set(\.dynamicRange, .dolbyVision, .videoDynamicRange, box)
    }

    private static func level(_ coded: AVCodecParameters) -> Int? {
        let level = Int(coded.level)
        guard level > 0 || coded.codec_id == AV_CODEC_ID_AV1 && level >= 0 else { return nil }
        switch coded.codec_id {
        case AV_CODEC_ID_H264, AV_CODEC_ID_VP9: return level
        case AV_CODEC_ID_HEVC: return level / 3
        // seq_level_idx counts X.Y from 2.0 in quarters; 31 is "maximum" and no level.
        case AV_CODEC_ID_AV1: return level < 24 ? (2 + level / 4) * 10 + level % 4 : nil
        case AV_CODEC_ID_VVC: return level / 16 * 10 + level % 16 / 3
        default: return nil
        }
    }

    private static func interlaced(_ coded: AVCodecParameters) -> Bool? {
        switch coded.field_order {
        case AV_FIELD_PROGRESSIVE: false
        case AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT: true
        default: nil
        }
    }
}

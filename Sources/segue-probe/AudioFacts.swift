import CLibAV
import MediaContainers
import MediaFormats

extension Stream {
    /// What the decoder gives before the first sound that is meant to be heard.
    var padding: Duration {
        let rate = parameters.sample_rate
        guard parameters.initial_padding > 0, rate > 0 else { return .zero }
        return .seconds(Double(parameters.initial_padding) / Double(rate))
    }
}

/// What one audio stream shows.
struct AudioFacts {
    private(set) var parameters = AudioParameters()
    private(set) var provenance: [ParameterName: Provenance] = [:]

    /// Reads a stream's parameters; what is not known stays `nil`.
    init(_ stream: Stream, in container: Container, survey: PacketSurvey) {
        let coded = stream.parameters
        let codec = AudioCodec(coded.codec_id)
        let record = container.configurationSource(codec.rawValue)
        let sampleEntry = Provenance(.container, field: container.isISOBaseMedia ? "stsd" : container.trackList)
        if coded.codec_id != AV_CODEC_ID_NONE { set(\.codec, codec, .audioCodec, sampleEntry) }
        let configuration = codec == .aac ? AudioSpecificConfig(stream.configuration[...]) : nil
        if codec == .aac {
            // A plain LC configuration may still hide an extension, which the first frame shows; what the configuration
            // states for certain needs no frame.
            let isCertain = configuration.map { $0.statesExtension || $0.objectType != .lowComplexity } ?? false
            let decoded = Self.objectType(stream.profileName)
            let type = isCertain ? configuration?.objectType : decoded ?? configuration?.objectType
            set(\.objectType, type, .audioObjectType, record)
        }
        let rate = max(Int(coded.sample_rate), configuration?.extensionRate ?? 0)
        set(\.sampleRate, rate > 0 ? rate : nil, .audioSampleRate, record)
        if codec.isLossless {
            let bits = coded.bits_per_raw_sample > 0 ? coded.bits_per_raw_sample : coded.bits_per_coded_sample
            set(\.bitDepth, bits > 0 ? Int(bits) : nil, .audioBitDepth, record)
        }
        set(\.layout, stream.channelLayout, .audioChannelLayout, record)
        set(\.channels, stream.channels > 0 ? stream.channels : nil, .audioChannelLayout, record)
        if codec == .eac3 {
            let decoded = stream.profileName?.contains("Atmos") == true ? true : nil
            set(\.atmos, container.carriesAtmos(stream) ?? decoded, .audioAtmos, record)
        }
        set(
            \.language, stream.languageTag, .audioLanguage, Provenance(.container, field: Self.languageField(container))
        )
        set(\.protection, container.protection(of: stream, survey: survey), .audioProtection, sampleEntry)
    }

    private mutating func set<Value>(
        _ field: WritableKeyPath<AudioParameters, Value?>, _ value: Value?, _ name: ParameterName, _ source: Provenance
    ) {
        guard let value else { return }
        parameters[keyPath: field] = value
        provenance[name] = source
    }

    private static func objectType(_ profile: String?) -> AACObjectType? {
        switch profile {
        case "LC": .lowComplexity
        case "HE-AAC": .highEfficiency
        case "HE-AACv2": .highEfficiencyV2
        case "xHE-AAC": .extendedHighEfficiency
        case "Main": .main
        case "LD": .lowDelay
        case "ELD": .enhancedLowDelay
        default: nil
        }
    }

    private static func languageField(_ container: Container) -> String {
        container.isISOBaseMedia
            ? "mdhd" : container.format == .transportStream ? "ISO_639_language_descriptor" : "header"
    }
}

package import MediaFormats

/// What a row of the model table says a receiver can play. Absent is unknown.
package struct ModelCapabilities: Sendable, Hashable, Codable {
    /// Whether it takes AirPlay video.
    package var airPlayVideo: ModelFact<Bool>?
    /// Its video decoders.
    package var videoDecoders: [ModelVideoDecoder]?
    /// Whether those are all it has.
    package var videoCodecsComplete: Bool?
    /// Dynamic ranges it shows as mastered: `SDR`, `HLG`, `PQ`, `HDR10+`, `Dolby Vision`.
    package var dynamicRanges: ModelFact<[DynamicRange]>?
    /// Dolby Vision profiles it decodes.
    package var dolbyVisionProfiles: ModelFact<[Int]>?
    /// Audio codecs it decodes.
    package var audioCodecs: ModelFact<[AudioCodec]>?
    /// The most channels it takes.
    package var maxAudioChannels: ModelFact<Int>?
    /// Whether it plays Atmos objects as Atmos.
    package var atmos: ModelFact<Bool>?
    /// Whether it plays HLS interstitials itself.
    package var interstitials: ModelFact<Bool>?

    /// The row's facts as claims of a receiver, checked on a day.
    package func claims(asOf date: CalendarDate?) -> Capabilities {
        var capabilities = Capabilities()
        capabilities.airPlayVideo = airPlayVideo?.claim(asOf: date)
        capabilities.videoDecoders = (videoDecoders ?? []).map { decoder in
            Claim(
                VideoDecoder(
                    codec: decoder.codec, maxLevel: decoder.maxLevel,
                    maxResolution: decoder.maxResolution.flatMap { Resolution($0) },
                    maxFrameRate: decoder.maxFrameRate, maxBitDepth: decoder.maxBitDepth),
                origin: .modelTable, source: decoder.source, confidence: decoder.confidence, asOf: date)
        }
        capabilities.videoCodecsComplete = videoCodecsComplete ?? false
        capabilities.dynamicRanges = dynamicRanges?.claim(asOf: date)
        capabilities.dolbyVisionProfiles = dolbyVisionProfiles?.claim(asOf: date)
        capabilities.audioCodecs = audioCodecs?.claim(asOf: date)
        capabilities.maxAudioChannels = maxAudioChannels?.claim(asOf: date)
        capabilities.atmos = atmos?.claim(asOf: date)
        capabilities.interstitials = interstitials?.claim(asOf: date)
        return capabilities
    }
}

/// One decoder of a model with its backing.
package struct ModelVideoDecoder: Sendable, Hashable, Codable {
    /// Codec family.
    package var codec: VideoCodec
    /// Highest level times ten.
    package var maxLevel: Int?
    /// Largest picture as `1920x1080`.
    package var maxResolution: String?
    /// Highest frame rate at that size.
    package var maxFrameRate: Int?
    /// Most bits a sample.
    package var maxBitDepth: Int?
    /// The document, capture or page.
    package var source: String
    /// `confirmed`, `device-stated`, `one-source`, `guess`.
    package var confidence: String
}

package import MediaFormats

/// A capability with where it comes from. Absence of a claim is "unknown", never "no".
package struct Claim<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The kinds of evidence, strongest first.
    package enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
        /// The receiver's own `/info` or TXT record.
        case deviceStated = "device-stated"
        /// A row of the model table.
        case modelTable = "model-table"
        /// The default of its class and tier.
        case classDefault = "class-default"
    }

    /// What is claimed.
    package var value: Value
    /// Who claims it.
    package var origin: Origin
    /// The document, record or page behind the claim.
    package var source: String
    /// How well it is backed: `confirmed`, `one-source`, `guess`.
    package var confidence: String
    /// When it was stated or checked last; `nil` when that is not known.
    package var asOf: CalendarDate?

    /// Makes a claim.
    package init(_ value: Value, origin: Origin, source: String, confidence: String, asOf: CalendarDate? = nil) {
        self.value = value
        self.origin = origin
        self.source = source
        self.confidence = confidence
        self.asOf = asOf
    }
}

/// What a receiver can play over AirPlay video. A `nil` claim is unknown.
package struct Capabilities: Sendable, Hashable, Codable {
    /// Whether it accepts AirPlay video (HLS by URL) at all.
    package var airPlayVideo: Claim<Bool>?
    /// Video codecs with a decoder, and its limits. A codec that is not listed is unknown, unless
    /// ``videoCodecsComplete`` says that the list is the whole truth.
    package var videoDecoders: [Claim<VideoDecoder>]
    /// Whether ``videoDecoders`` lists all there is.
    package var videoCodecsComplete: Bool
    /// Dynamic ranges it can show as mastered. SDR is always among them for a receiver with a picture.
    package var dynamicRanges: Claim<[DynamicRange]>?
    /// Ranges that some receivers of the class show and some do not; asking the receiver decides.
    package var undecidedRanges: [DynamicRange]
    /// The largest picture it shows in HDR, whichever formats those are. It limits nothing of SDR.
    package var hdrPictureLimit: Claim<PictureLimit>?
    /// Dolby Vision profiles it can decode.
    package var dolbyVisionProfiles: Claim<[Int]>?
    /// Audio codecs it can decode.
    package var audioCodecs: Claim<[AudioCodec]>?
    /// Largest number of audio channels it takes; more must come as another rendition.
    package var maxAudioChannels: Claim<Int>?
    /// Whether it plays Atmos objects in E-AC-3 as Atmos; without it the same stream plays as plain E-AC-3.
    package var atmos: Claim<Bool>?
    /// Whether it plays HLS interstitials itself.
    package var interstitials: Claim<Bool>?

    /// Nothing known.
    package init() {
        videoDecoders = []
        videoCodecsComplete = false
        undecidedRanges = []
    }
}

/// A video decoder's limits; `nil` where not stated.
package struct VideoDecoder: Sendable, Hashable, Codable {
    /// Codec family.
    package var codec: VideoCodec
    /// Highest level times ten: 42 is level 4.2.
    package var maxLevel: Int?
    /// Largest picture.
    package var maxResolution: Resolution?
    /// Highest frame rate at the largest picture.
    package var maxFrameRate: Int?
    /// Most bits a sample.
    package var maxBitDepth: Int?

    /// Describes a decoder.
    package init(
        codec: VideoCodec, maxLevel: Int? = nil, maxResolution: Resolution? = nil, maxFrameRate: Int? = nil,
        maxBitDepth: Int? = nil
    ) {
        self.codec = codec
        self.maxLevel = maxLevel
        self.maxResolution = maxResolution
        self.maxFrameRate = maxFrameRate
        self.maxBitDepth = maxBitDepth
    }
}

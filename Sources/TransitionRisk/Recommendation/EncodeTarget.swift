package import MediaFormats

/// One encode of an ad: every parameter that an encoder has to be told.
package struct EncodeTarget: Sendable, Hashable {
    /// What the encode is to be like: picture, sound, container and track layout.
    package var parameters: OperatingParameters
    /// Peak bits a second of the whole, as BANDWIDTH of the variant that it follows; `nil` when nobody stated one.
    package var bandwidth: Int?

    /// Describes an encode.
    package init(parameters: OperatingParameters, bandwidth: Int? = nil) {
        self.parameters = parameters
        self.bandwidth = bandwidth
    }
}

extension EncodeTarget {
    /// The parameters of a variant as an encode that tools can make, or `nil` when too little is known or no encoder
    /// makes it.
    ///
    /// What only the owner of the programme can add is left out: protection, the metadata of Dolby Vision (its base layer
    /// stays) and of Atmos. HE-AAC becomes AAC-LC, which every receiver and every encoder knows.
    init?(following variant: ProfiledParameters) {
        var values = variant.parameters
        guard values.videoPresence != .absent || values.audioPresence != .absent else { return nil }
        if values.videoPresence == .absent {
            values.video = nil
        } else {
            guard var video = values.video, let codec = video.codec, [.avc, .hevc, .av1].contains(codec),
                video.resolution != nil, video.frameRate != nil
            else { return nil }
            if let dolbyVision = video.dolbyVision {
                guard let base = dolbyVision.fallback else { return nil }
                video.dynamicRange = base
                video.dolbyVision = nil
            }
            if video.dynamicRange == .hdr10Plus { video.dynamicRange = .pq }
            guard let range = video.dynamicRange, range == .sdr || (video.bitDepth ?? 0) > 8 else { return nil }
            video.interlaced = false
            video.protection = ProtectionScheme.none
            video.configurationDigest = nil
            video.pixelAspect = video.pixelAspect ?? .square
            values.video = video
        }
        if values.audioPresence == .absent {
            values.audio = nil
        } else {
            guard var audio = values.audio, let codec = audio.codec, [.aac, .ac3, .eac3, .alac].contains(codec),
                audio.sampleRate != nil, let channels = audio.layout?.channels ?? audio.channels
            else { return nil }
            if codec == .aac { audio.objectType = .lowComplexity }
            if codec == .eac3 { audio.atmos = false }
            audio.channels = channels
            audio.protection = ProtectionScheme.none
            values.audio = audio
        }
        values.subtitles = []
        guard let container = values.container, [.fragmentedMP4, .mp4, .transportStream].contains(container) else {
            return nil
        }
        self.init(parameters: values, bandwidth: variant.bandwidth)
    }
}

/// The parameters of one variant that a target follows.
struct ProfiledParameters: Hashable {
    let parameters: OperatingParameters
    let bandwidth: Int?
}

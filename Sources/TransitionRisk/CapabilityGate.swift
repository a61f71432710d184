import AirPlayReceivers
import HLSPlaylists
import MediaFormats

/// Whether a receiver can play a variant at all. This is asked before any timing: what cannot be decoded has no delay.
struct CapabilityGate: Sendable, Hashable {
    /// Capabilities the receiver lacks; one is enough to rule the variant out.
    var blocks: [Block] = []
    /// Capabilities of which nothing is known; the variant may or may not play.
    var doubts: [Block] = []

    /// Judges one variant.
    init(_ parameters: EffectiveParameters, on receiver: ReceiverProfile) {
        if let video = parameters.values.video {
            judgeDecoder(video, receiver)
            judgeRange(video, receiver)
            if video.codec == .hevc, parameters.values.container == .transportStream {
                blocks.append(
                    Block(
                        rule: "video-hevc-transport-stream",
                        message: "HEVC is carried in MPEG-TS; AirPlay video takes it in fMP4 only",
                        capability: "HEVC in fMP4 only", source: "HLS Authoring Specification 1.5",
                        confidence: "confirmed"))
            }
        }
        if let audio = parameters.values.audio { judgeSound(audio, receiver) }
    }

    private mutating func judgeDecoder(_ video: VideoParameters, _ receiver: ReceiverProfile) {
        guard let codec = video.codec else { return }
        let capabilities = receiver.capabilities
        guard let claim = capabilities.videoDecoders.first(where: { $0.value.codec == codec }) else {
            let listed = capabilities.videoDecoders.map(\.value.codec.description).joined(separator: ", ")
            let block = Block(
                rule: "receiver-video-codec", message: "\(codec) video",
                capability: listed.isEmpty ? "no decoder is known" : "decodes \(listed)",
                source: capabilities.videoDecoders.first?.source ?? "no claim",
                confidence: capabilities.videoCodecsComplete ? "confirmed" : "unknown")
            if capabilities.videoCodecsComplete { blocks.append(block) } else { doubts.append(block) }
            return
        }
        let decoder = claim.value
        func block(_ rule: RuleID, _ message: String, _ limit: String) {
            blocks.append(
                Block(
                    rule: rule, message: message, capability: limit, source: claim.source,
                    confidence: claim.confidence))
        }
        if let level = video.level, let limit = decoder.maxLevel, level > limit {
            block(
                "receiver-video-level", "\(codec) level \(level / 10).\(level % 10)",
                "up to level \(limit / 10).\(limit % 10)")
        }
        if let size = video.resolution, let limit = decoder.maxResolution, !size.fits(in: limit) {
            block("receiver-video-resolution", "\(codec) \(size)", "up to \(limit)")
        }
        if let rate = video.frameRate, let limit = decoder.maxFrameRate, rate.framesPerSecond > Double(limit) + 0.01 {
            block("receiver-video-frame-rate", "\(rate) fps", "up to \(limit) fps")
        }
        if let depth = video.bitDepth, depth > 8, decoder.maxBitDepth == nil {
            doubts.append(
                Block(
                    rule: "receiver-video-bit-depth", message: "\(codec) with \(depth) bits",
                    capability: "the decoder's bit depth is not known", source: claim.source, confidence: "unknown"))
        }
        // No capability speaks of chroma: what video services use is 4:2:0, and hardware decodes little else.
        if let chroma = video.chroma, ["4:2:2", "4:4:4", "4:4:0", "4:1:1"].contains(chroma) {
            doubts.append(
                Block(
                    rule: "receiver-video-chroma", message: "\(codec) \(chroma)",
                    capability: "whether it decodes more than 4:2:0 is not known", source: claim.source,
                    confidence: "unknown"))
        }
        if let depth = video.bitDepth, let limit = decoder.maxBitDepth, depth > limit {
            block("receiver-video-bit-depth", "\(codec) with \(depth) bits", "up to \(limit) bits")
        }
    }

    private mutating func judgeRange(_ video: VideoParameters, _ receiver: ReceiverProfile) {
        guard let range = video.dynamicRange, range != .sdr else { return }
        guard let claim = receiver.capabilities.dynamicRanges else {
            doubts.append(
                Block(
                    rule: "receiver-dynamic-range", message: "\(range.rawValue) video", capability: "ranges not known",
                    source: "no claim", confidence: "unknown"))
            return
        }
        let acceptable: [DynamicRange] =
            switch range {
            case .dolbyVision: [.dolbyVision] + (video.dolbyVision?.fallback.map { [$0] } ?? [])
            case .hdr10Plus: [.hdr10Plus, .pq]
            default: [range]
            }
        if range == .dolbyVision, claim.value.contains(.dolbyVision),
            let profiles = receiver.capabilities.dolbyVisionProfiles, let profile = video.dolbyVision?.profile,
            !profiles.value.contains(profile), !acceptable.dropFirst().contains(where: claim.value.contains)
        {
            blocks.append(
                Block(
                    rule: "receiver-dolby-vision-profile", message: "Dolby Vision profile \(profile)",
                    capability: "profiles \(profiles.value.map(String.init).joined(separator: ", "))",
                    source: profiles.source, confidence: profiles.confidence))
        }
        if acceptable.contains(where: { $0 != .sdr && claim.value.contains($0) }) { judgeSizeInHDR(video, receiver) }
        guard !acceptable.contains(where: { $0 == .sdr || claim.value.contains($0) }) else { return }
        if acceptable.contains(where: receiver.capabilities.undecidedRanges.contains) {
            doubts.append(
                Block(
                    rule: "receiver-dynamic-range", message: "\(range.rawValue) video",
                    capability: "some receivers of this class show it, some do not", source: claim.source,
                    confidence: "unknown"))
            return
        }
        blocks.append(
            Block(
                rule: "receiver-dynamic-range", message: "\(range.rawValue) video",
                capability: "shows \(claim.value.map(\.rawValue).joined(separator: ", "))", source: claim.source,
                confidence: claim.confidence))
    }

    /// More than the receiver says it shows in HDR: a doubt and no block, for it speaks of its output as it is now.
    private mutating func judgeSizeInHDR(_ video: VideoParameters, _ receiver: ReceiverProfile) {
        guard let claim = receiver.capabilities.hdrPictureLimit, let size = video.resolution else { return }
        let limit = claim.value
        func doubt(_ rule: RuleID, _ message: String) {
            doubts.append(
                Block(
                    rule: rule, message: message, capability: "says \(limit) for HDR", source: claim.source,
                    confidence: claim.confidence))
        }
        if !size.fits(in: limit.resolution) {
            doubt("receiver-video-resolution", "HDR at \(size)")
        } else if let rate = video.frameRate, size.area >= limit.resolution.area,
            rate.framesPerSecond > Double(limit.frameRate) + 0.01
        {
            doubt("receiver-video-frame-rate", "HDR at \(rate) fps")
        }
    }

    private mutating func judgeSound(_ audio: AudioParameters, _ receiver: ReceiverProfile) {
        guard let codec = audio.codec else { return }
        if let claim = receiver.capabilities.audioCodecs {
            if !claim.value.contains(codec) {
                blocks.append(
                    Block(
                        rule: "receiver-audio-codec", message: "\(codec) sound",
                        capability: "decodes \(claim.value.map(\.description).joined(separator: ", "))",
                        source: claim.source, confidence: claim.confidence))
            }
        } else if codec != .aac {
            doubts.append(
                Block(
                    rule: "receiver-audio-codec", message: "\(codec) sound", capability: "audio codecs not known",
                    source: "no claim", confidence: "unknown"))
        }
        if let limit = receiver.capabilities.maxAudioChannels, let channels = audio.layout?.channels ?? audio.channels,
            channels > limit.value
        {
            blocks.append(
                Block(
                    rule: "receiver-audio-channels", message: "\(channels) audio channels",
                    capability: "up to \(limit.value)", source: limit.source, confidence: limit.confidence))
        }
    }
}

/// A capability that decides whether a variant plays.
package struct Block: Sendable, Hashable, Codable {
    /// The gate's rule.
    package var rule: RuleID
    /// What the variant needs.
    package var message: String
    /// What the receiver has.
    package var capability: String
    /// Who says so.
    package var source: String
    /// How well that is backed.
    package var confidence: String
}

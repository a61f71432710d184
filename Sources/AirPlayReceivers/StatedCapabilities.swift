import MediaFormats

/// What a receiver can play: its own word first, then its row of the model table.
enum StatedCapabilities {
    /// The capabilities of a receiver with these facts, of which it spoke on a day. `row` is `nil` when no row covers it or
    /// its claim is false.
    static func capabilities(
        _ facts: ReceiverFacts, _ infos: [ReceiverInfo], _ row: ModelEntry?, statedOn date: CalendarDate?
    ) -> Capabilities {
        var capabilities = row?.capabilities?.claims(asOf: row?.checked) ?? Capabilities()
        if let features = facts.features {
            let shows = features.value.hasAny(4, 49)
            // Without either bit there is no way to hand it a video: the absence is as good as a statement.
            capabilities.airPlayVideo = Claim(
                shows, origin: .deviceStated, source: "\(features.place), bits 4 and 49", confidence: "confirmed",
                asOf: date)
        }
        if let stated = infos.compactMap(\.supportsInterstitials).first {
            capabilities.interstitials = Claim(
                stated, origin: .deviceStated, source: "/info playbackCapabilities.supportsInterstitials",
                confidence: "confirmed", asOf: date)
        }
        // Speakers carry the key as well, copied with the rest of a template.
        if capabilities.airPlayVideo?.value == true, let limit = infos.compactMap(\.statedPictureLimit).first {
            capabilities.hdrPictureLimit = Claim(
                limit, origin: .deviceStated, source: "/info receiverHDRCapability", confidence: "one-source",
                asOf: date)
        }
        // The two services of a device give the same answer; one is enough.
        if let modes = infos.map(\.displayModes).first(where: { !$0.isEmpty }) {
            apply(modes, to: &capabilities, statedOn: date)
        }
        return capabilities
    }

    private static let place = "/info displays.HDRSupportedModes"

    private static func apply(
        _ modes: [DisplayMode], to capabilities: inout Capabilities, statedOn date: CalendarDate?
    ) {
        var ranges: [DynamicRange] = []
        for range in modes.compactMap(\.dynamicRange) where !ranges.contains(range) { ranges.append(range) }
        if !ranges.isEmpty {
            // How a Dolby Vision mode is spelled was never seen on a device, so that reading stays a guess.
            let confidence = ranges.contains(.dolbyVision) ? "guess" : "confirmed"
            capabilities.dynamicRanges = Claim(
                ranges, origin: .deviceStated, source: place, confidence: confidence, asOf: date)
        }
        let profiles = Set(modes.flatMap(\.codecs).compactMap { $0.video?.dolbyVision?.profile }).sorted()
        if !profiles.isEmpty {
            capabilities.dolbyVisionProfiles = Claim(
                profiles, origin: .deviceStated, source: place, confidence: "one-source", asOf: date)
        }
        var decoders: [VideoDecoder] = []
        for mode in modes {
            for video in mode.codecs.compactMap(\.video) {
                guard let codec = video.codec else { continue }
                let stated = VideoDecoder(
                    codec: codec, maxLevel: video.level, maxResolution: mode.maxResolution,
                    maxFrameRate: mode.maxFrameRate, maxBitDepth: video.bitDepth ?? video.deepestOfProfile)
                if let index = decoders.firstIndex(where: { $0.codec == codec }) {
                    decoders[index].widen(to: stated)
                } else {
                    decoders.append(stated)
                }
            }
        }
        // A stated decoder replaces the table's; the table's others stay, for the list is no denial.
        let codecs = Set(decoders.map(\.codec))
        capabilities.videoDecoders =
            decoders.map { Claim($0, origin: .deviceStated, source: place, confidence: "confirmed", asOf: date) }
            + capabilities.videoDecoders.filter { !codecs.contains($0.value.codec) }
    }
}

extension VideoParameters {
    /// The most bits a sample that the profile allows (H.264 A.2, H.265 A.3.3): who decodes a profile decodes all of it.
    fileprivate var deepestOfProfile: Int? {
        ["Main 10", "High 10", "High 10 Intra", "High 4:2:2", "High 4:2:2 Intra"].contains(profile) ? 10 : nil
    }
}

extension VideoDecoder {
    /// Takes the wider limit of each kind. A limit that one of the two does not state is taken from the other.
    fileprivate mutating func widen(to other: VideoDecoder) {
        maxLevel = [maxLevel, other.maxLevel].compactMap { $0 }.max()
        maxBitDepth = [maxBitDepth, other.maxBitDepth].compactMap { $0 }.max()
        maxFrameRate = [maxFrameRate, other.maxFrameRate].compactMap { $0 }.max()
        maxResolution = [maxResolution, other.maxResolution].compactMap { $0 }.max { $0.area < $1.area }
    }
}

import MediaFormats

/// Collects what playlists claim about one variant, with the line of each claim.
struct DeclaredParameters {
    private(set) var parameters = OperatingParameters()
    private(set) var provenance: [ParameterName: Provenance] = [:]
    private let document: String

    init(document: String) { self.document = document }

    /// What EXT-X-STREAM-INF says.
    mutating func add(_ variant: Variant, hasAudioRenditions: Bool, hasAudioGroup: Bool) {
        let videos = variant.codecs.compactMap(\.video)
        let audios = variant.codecs.compactMap(\.audio)
        let isComplete = !variant.codecs.isEmpty && variant.codecs.allSatisfy { $0.kind != .unknown }
        if !videos.isEmpty || variant.resolution != nil || variant.frameRate != nil {
            parameters.videoPresence = .present
            parameters.video = video(variant, videos.first)
        } else if isComplete {
            parameters.videoPresence = .absent
        }
        if !audios.isEmpty || hasAudioGroup {
            parameters.audioPresence = .present
        } else if isComplete {
            parameters.audioPresence = .absent
        }
        note(.bandwidth, "BANDWIDTH", variant.line, if: variant.bandwidth != nil)
        note(.videoTrack, "CODECS", variant.line, if: parameters.videoPresence != .unknown)
        note(.audioTrack, "CODECS", variant.line, if: parameters.audioPresence != .unknown)
        if audios.count == 1, let only = audios.first { setAudio(only, line: variant.line) }
        if parameters.videoPresence == .present, parameters.audioPresence == .present {
            parameters.trackLayout = hasAudioRenditions ? .demuxed : .muxed
            note(.trackLayout, hasAudioRenditions ? "AUDIO" : "CODECS", variant.line)
        }
    }

    private mutating func video(_ variant: Variant, _ stated: VideoParameters?) -> VideoParameters {
        var video = stated ?? VideoParameters()
        let names: [(ParameterName, Bool)] = [
            (.videoCodec, video.codec != nil), (.videoSampleEntry, video.sampleEntry != nil),
            (.videoProfile, video.profile != nil), (.videoLevel, video.level != nil), (.videoTier, video.tier != nil),
            (.videoBitDepth, video.bitDepth != nil), (.videoChroma, video.chroma != nil),
            (.videoColour, video.colour != nil), (.videoScan, video.interlaced != nil),
            (.videoDolbyVisionProfile, video.dolbyVision != nil),
        ]
        for (name, isStated) in names { note(name, "CODECS", variant.line, if: isStated) }
        if let resolution = variant.resolution {
            video.resolution = resolution
            note(.videoResolution, "RESOLUTION", variant.line)
            note(.videoAspectRatio, "RESOLUTION", variant.line)
        }
        if let rate = variant.frameRate {
            video.frameRate = rate
            note(.videoFrameRate, "FRAME-RATE", variant.line)
        }
        setDynamicRange(of: &video, variant)
        return video
    }

    private mutating func setDynamicRange(of video: inout VideoParameters, _ variant: Variant) {
        if let enhanced = variant.supplementalCodecs.lazy.compactMap(\.dolbyVision).first {
            video.dolbyVision = enhanced
            video.dynamicRange = .dolbyVision
            note(.videoDolbyVisionProfile, "SUPPLEMENTAL-CODECS", variant.line)
            note(.videoDynamicRange, "SUPPLEMENTAL-CODECS", variant.line)
        } else if variant.supplementalCodecs.contains(where: { $0.brands.contains("cdm4") }) {
            video.dynamicRange = .hdr10Plus
            note(.videoDynamicRange, "SUPPLEMENTAL-CODECS", variant.line)
        } else if video.dolbyVision != nil {
            note(.videoDynamicRange, "CODECS", variant.line)
        } else if let stated = variant.videoRange {
            video.dynamicRange = ["SDR": .sdr, "HLG": .hlg, "PQ": .pq][stated]
            note(.videoDynamicRange, "VIDEO-RANGE", variant.line)
        } else if video.dynamicRange != nil {
            note(.videoDynamicRange, "CODECS", variant.line)
        } else {
            video.dynamicRange = .sdr
            provenance[.videoDynamicRange] = Provenance(
                .specificationDefault, document: document, line: variant.line.number, field: "VIDEO-RANGE")
        }
    }

    /// What EXT-X-MEDIA says, on top of the codec that the variant names.
    mutating func add(_ rendition: Rendition, of variant: Variant) {
        let candidates = variant.codecs.compactMap(\.audio)
        let isAtmos = rendition.channels?.contains("JOC") == true
        var codec = candidates.count == 1 ? candidates.first : isAtmos ? candidates.first { $0.codec == .eac3 } : nil
        if codec == nil, let first = candidates.first, candidates.allSatisfy({ $0.codec == first.codec }) {
            // Which of several kinds of one family it is, nobody says.
            codec = AudioParameters()
            codec?.codec = first.codec
        }
        if let codec { setAudio(codec, line: variant.line) }
        var audio = parameters.audio ?? AudioParameters()
        if let text = rendition.channels {
            let count = Int(text.prefix { $0 != "/" }).flatMap { (1...64).contains($0) ? $0 : nil }
            if isAtmos {
                audio.atmos = true
                note(.audioAtmos, "CHANNELS", rendition.line)
            } else if let count {
                audio.channels = count
                audio.layout = count == 1 ? .mono : count == 2 ? .stereo : nil
                note(.audioChannelLayout, "CHANNELS", rendition.line)
            }
        }
        if let rate = rendition.sampleRate {
            audio.sampleRate = rate
            note(.audioSampleRate, "SAMPLE-RATE", rendition.line)
        }
        if let depth = rendition.bitDepth, audio.codec?.isLossless != false {
            audio.bitDepth = depth
            note(.audioBitDepth, "BIT-DEPTH", rendition.line)
        }
        if let language = rendition.language {
            audio.language = language
            note(.audioLanguage, "LANGUAGE", rendition.line)
        }
        parameters.audio = audio
    }

    private mutating func setAudio(_ audio: AudioParameters, line: SourceLine) {
        parameters.audio = audio
        note(.audioCodec, "CODECS", line, if: audio.codec != nil)
        note(.audioObjectType, "CODECS", line, if: audio.objectType != nil)
        note(.audioSampleRate, "CODECS", line, if: audio.sampleRate != nil)
        note(.audioAtmos, "CODECS", line, if: audio.atmos != nil)
    }

    /// What a media playlist says about its container and its protection.
    ///
    /// The protection is that of the first segment. Where others are protected otherwise, after a clear lead for one, it
    /// is no claim about the headers, which all of them may share: then no place is noted.
    mutating func add(_ media: LoadedMediaPlaylist, isAudio: Bool) {
        guard !media.playlist.segments.isEmpty else { return }
        let first = media.playlist.segments[0]
        let place = Provenance(
            .playlist, document: media.reference.description, line: first.line.number, field: "EXTINF")
        let key: Provenance? =
            media.playlist.protections.count > 1
            ? nil
            : Provenance(
                .playlist, document: media.reference.description,
                line: first.keys.first?.line.number ?? first.line.number, field: "EXT-X-KEY")
        if !isAudio, let container = first.container {
            parameters.container = container
            provenance[.container] =
                first.map.map {
                    Provenance(
                        .playlist, document: media.reference.description, line: $0.line.number, field: "EXT-X-MAP")
                } ?? place
        }
        if isAudio || parameters.trackLayout == .muxed {
            parameters.audio = parameters.audio ?? AudioParameters()
            parameters.audio?.protection = first.protection
            provenance[.audioProtection] = key
        }
        if !isAudio, parameters.videoPresence == .present {
            parameters.video?.protection = first.protection
            provenance[.videoProtection] = key
        }
    }

    /// Takes over the sound of another collection.
    mutating func adoptAudio(_ audio: AudioParameters, _ places: [ParameterName: Provenance]) {
        parameters.audio = audio
        for (name, place) in places where name.rawValue.hasPrefix("audio-") { provenance[name] = place }
    }

    mutating func addSubtitles(_ renditions: [Rendition]) {
        parameters.subtitles = renditions.map { SubtitleParameters(format: nil, language: $0.language) }
    }

    private mutating func note(_ name: ParameterName, _ field: String, _ line: SourceLine, if isStated: Bool = true) {
        guard isStated else { return }
        provenance[name] = Provenance(.playlist, document: document, line: line.number, field: field)
    }
}

import MediaFormats

extension MeasuredMedia {
    /// Fills in what only headers tell into a measurement by libavformat. Where both know a value and differ,
    /// libavformat's stays and the difference is noted.
    mutating func add(headers: MeasuredMedia) {
        provenance = provenance.mapValues { place in
            var place = place
            place.instrument = place.instrument ?? .libavformat
            return place
        }
        var merger = HeaderMerger(media: self, headers: headers)
        merger.mergeVideo()
        merger.mergeAudio()
        merger.mergeTracks()
        merger.mergeTiming()
        self = merger.media
        boxContradictions = headers.boxContradictions
    }
}

extension MeasuredMedia {
    /// What a clear track that is announced does not show although every decoder must know it, for the end of a sentence;
    /// `nil` when there is no such track.
    var gap: String? {
        let advice = "; fetch or encode it again"
        if let video = parameters.video, video.protection == ProtectionScheme.none, video.resolution == nil {
            return "it ends before its picture shows what it is" + advice
        }
        if let audio = parameters.audio, audio.protection == ProtectionScheme.none,
            audio.sampleRate == nil || audio.channelCount == nil
        {
            return "it ends before its sound shows what it is" + advice
        }
        return nil
    }
}

extension MeasuredMedia {
    /// Whether start and end of all pictures and all sound were read.
    fileprivate var hasWholeSpan: Bool {
        let tracks = timing.tracks.filter { $0.kind == .video || $0.kind == .audio }
        let expected = [parameters.video != nil, parameters.audio != nil].count { $0 }
        return tracks.count >= max(1, expected) && tracks.allSatisfy { $0.start != nil && $0.end != nil }
    }
}

/// Puts two measurements of one resource together, value by value.
private struct HeaderMerger {
    var media: MeasuredMedia
    let headers: MeasuredMedia

    mutating func mergeVideo() {
        guard var video = media.parameters.video, let other = headers.parameters.video else { return }
        merge(&video.codec, other.codec, .videoCodec)
        // Of another track than the one measured, nothing may be taken.
        guard video.codec == other.codec || other.codec == nil else { return }
        merge(&video.sampleEntry, other.sampleEntry, .videoSampleEntry)
        merge(&video.profile, other.profile, .videoProfile)
        merge(&video.level, other.level, .videoLevel)
        merge(&video.tier, other.tier, .videoTier)
        merge(&video.bitDepth, other.bitDepth, .videoBitDepth)
        takeMonochrome(&video, other)
        merge(&video.chroma, other.chroma, .videoChroma)
        merge(&video.resolution, other.resolution, .videoResolution)
        merge(&video.codedSize, other.codedSize, .videoCodedSize)
        merge(&video.cleanAperture, other.cleanAperture, .videoCleanAperture)
        merge(&video.rotation, other.rotation, .videoRotation)
        takeExactShape(&video, other.pixelAspect)
        merge(&video.pixelAspect, other.pixelAspect, .videoAspectRatio) { "\($0.horizontal):\($0.vertical)" }
        merge(&video.frameRate, other.frameRate, .videoFrameRate)
        takePictureStructure(&video, other)
        merge(&video.interlaced, other.interlaced, .videoScan) { $0 ? "interlaced" : "progressive" }
        merge(&video.fieldOrder, other.fieldOrder, .videoScan) { $0.rawValue }
        takePreferredTransfer(&video, other)
        merge(&video.dynamicRange, other.dynamicRange, .videoDynamicRange) { $0.rawValue }
        merge(&video.dolbyVision, other.dolbyVision, .videoDolbyVisionProfile) {
            "profile \($0.profile), level \($0.level ?? 0)"
        }
        takeScrambling(&video.protection, other.protection, .videoProtection)
        merge(&video.protection, other.protection, .videoProtection)
        merge(&video.configurationDigest, other.configurationDigest, .videoParameterSets)
        merge(&video.masteringDisplay, other.masteringDisplay, .videoMastering) { "\($0.maximumLuminance)" }
        merge(&video.contentLight, other.contentLight, .videoMastering) { "\($0.maximum)" }
        if let colour = other.colour {
            var merged = video.colour ?? ColourDescription()
            merge(&merged.primaries, colour.primaries, .videoColour)
            merge(&merged.transfer, colour.transfer, .videoColour)
            merge(&merged.matrix, colour.matrix, .videoColour)
            merge(&merged.fullRange, colour.fullRange, .videoColour) { $0 ? "full range" : "limited range" }
            video.colour = merged
        }
        media.parameters.video = video
    }

    /// libavformat works the shape of a pixel out from the size of the track in whole pixels where no box states it.
    private mutating func takeExactShape(_ video: inout VideoParameters, _ exact: PixelAspectRatio?) {
        guard let known = video.pixelAspect, let exact, known != exact, let size = video.resolution else { return }
        func width(_ shape: PixelAspectRatio) -> Double {
            Double(size.width) * Double(shape.horizontal) / Double(shape.vertical)
        }
        guard abs(width(known) - width(exact)) < 1 else { return }
        video.pixelAspect = exact
        media.provenance[.videoAspectRatio] = headers.provenance[.videoAspectRatio]
    }

    /// The decoder of AVC makes pictures of 4:2:0 from those without colour, and libavformat tells what it makes.
    private mutating func takeMonochrome(_ video: inout VideoParameters, _ other: VideoParameters) {
        guard video.codec == .avc, other.chroma == "4:0:0" else { return }
        video.chroma = other.chroma
        media.provenance[.videoChroma] = headers.provenance[.videoChroma]
    }

    /// Of fields that are coded one by one libavformat says progressive, and of film that is to be shown in three fields and
    /// two it says interlaced: it looks at the order of fields alone.
    private mutating func takePictureStructure(_ video: inout VideoParameters, _ other: VideoParameters) {
        guard headers.provenance[.videoScan]?.field == "pic_struct", let interlaced = other.interlaced else { return }
        video.interlaced = interlaced
        video.fieldOrder = other.fieldOrder
        media.provenance[.videoScan] = headers.provenance[.videoScan]
    }

    /// libavformat reads this message only where it decodes a picture, which it does not do of HEVC in MP4.
    private mutating func takePreferredTransfer(_ video: inout VideoParameters, _ other: VideoParameters) {
        guard headers.provenance[.videoColour] == .preferredTransfer else { return }
        video.colour?.transfer = other.colour?.transfer
        media.provenance[.videoColour] = .preferredTransfer
        guard headers.provenance[.videoDynamicRange] == .preferredTransfer, video.dynamicRange != .dolbyVision else {
            return
        }
        video.dynamicRange = other.dynamicRange
        media.provenance[.videoDynamicRange] = .preferredTransfer
    }

    private mutating func takeScrambling(
        _ scheme: inout ProtectionScheme?, _ other: ProtectionScheme?, _ name: ParameterName
    ) {
        guard headers.provenance[name] == .scrambling else { return }
        scheme = other
        media.provenance[name] = .scrambling
    }

    mutating func mergeAudio() {
        guard var audio = media.parameters.audio, let other = headers.parameters.audio else { return }
        merge(&audio.codec, other.codec, .audioCodec)
        guard audio.codec == other.codec || other.codec == nil else { return }
        takeConfiguration(&audio, other)
        merge(&audio.objectType, other.objectType, .audioObjectType) { $0.rawValue }
        merge(&audio.sampleRate, other.sampleRate, .audioSampleRate)
        merge(&audio.coreSampleRate, other.coreSampleRate, .audioSampleRate)
        merge(&audio.bitDepth, other.bitDepth, .audioBitDepth)
        merge(&audio.layout, other.layout, .audioChannelLayout)
        merge(&audio.channels, other.channels, .audioChannelLayout)
        merge(&audio.atmos, other.atmos, .audioAtmos) { $0 ? "with objects" : "without objects" }
        merge(&audio.atmosComplexity, other.atmosComplexity, .audioAtmos)
        merge(&audio.loudness, other.loudness, .audioLoudness) { "\($0.count) statements" }
        merge(&audio.language, other.language, .audioLanguage)
        takeScrambling(&audio.protection, other.protection, .audioProtection)
        merge(&audio.protection, other.protection, .audioProtection)
        media.parameters.audio = audio
    }

    /// What headers know better: how encrypted sound is arranged, of which libavformat decodes noise, and the depth in a
    /// box that it does not know.
    private mutating func takeConfiguration(_ audio: inout AudioParameters, _ other: AudioParameters) {
        func take<Value>(
            _ field: WritableKeyPath<AudioParameters, Value?>, _ name: ParameterName
        ) {
            guard let value = other[keyPath: field] else { return }
            audio[keyPath: field] = value
            media.provenance[name] = headers.provenance[name]
        }
        if headers.provenance[.audioBitDepth] == .pcmConfiguration { take(\.bitDepth, .audioBitDepth) }
        guard let protection = other.protection ?? audio.protection, protection != ProtectionScheme.none else { return }
        take(\.objectType, .audioObjectType)
        take(\.sampleRate, .audioSampleRate)
        if let channels = other.channels {
            audio.channels = channels
            audio.layout = other.layout
            media.provenance[.audioChannelLayout] = headers.provenance[.audioChannelLayout]
        }
    }

    /// Captions inside the picture and timed metadata are known to headers only.
    mutating func mergeTracks() {
        let known = media.parameters.subtitles.compactMap(\.format)
        let more = headers.parameters.subtitles.filter { subtitle in
            subtitle.format.map { !known.contains($0) } ?? false
        }
        if !more.isEmpty {
            media.parameters.subtitles += more
            media.provenance[.subtitleTracks] = headers.provenance[.subtitleTracks]
        }
        media.cues = headers.cues
    }

    mutating func mergeTiming() {
        let other = headers.timing
        // Of fragments libavformat leaves out edit lists and moves negative composition offsets, and it never takes the
        // delay of Dolby encoders off.
        let isISOBaseMedia = [.mp4, .fragmentedMP4].contains(headers.parameters.container)
        func start(_ known: Duration?, _ read: Duration?) -> Duration? {
            // Of a clock of 33 bits that is about to begin again it makes a time before zero.
            let isBeforeWrap = headers.parameters.container == .transportStream && known.map { $0 < .zero } ?? false
            return isISOBaseMedia || isBeforeWrap ? read ?? known : known ?? read
        }
        media.timing.videoStart = start(media.timing.videoStart, other.videoStart)
        media.timing.audioStart = start(media.timing.audioStart, other.audioStart)
        // libavformat leaves out what is behind the last timestamp of a transport stream, and rounds to a millisecond.
        media.timing.duration = (headers.hasWholeSpan ? other.duration : nil) ?? media.timing.duration ?? other.duration
        media.timing.startsWithKeyframe = media.timing.startsWithKeyframe ?? other.startsWithKeyframe
        // Where pictures between key pictures were left out, libavformat gives these the composition offsets of others.
        media.timing.keyframeInterval = other.keyframeInterval ?? media.timing.keyframeInterval
        if media.timing.frameRateIsConstant == nil, other.frameRateIsConstant != nil {
            media.timing.frameRateIsConstant = other.frameRateIsConstant
            media.timing.picturesExamined = other.picturesExamined
        }
        media.timing.tracks = other.tracks
        media.timing.mediaBytes = media.timing.mediaBytes ?? other.mediaBytes
    }

    private mutating func merge<Value: Equatable>(
        _ value: inout Value?, _ other: Value?, _ name: ParameterName, describe: (Value) -> String = { "\($0)" }
    ) {
        guard let other else { return }
        guard let known = value else {
            value = other
            media.provenance[name] = media.provenance[name] ?? headers.provenance[name]
            return
        }
        guard known != other else { return }
        media.conflicts.append(
            MeasurementConflict(
                name, headers: describe(other), at: headers.provenance[name], libavformat: describe(known),
                at: media.provenance[name]))
    }
}

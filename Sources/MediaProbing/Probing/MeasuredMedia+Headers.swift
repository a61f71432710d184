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
        merge(&video.chroma, other.chroma, .videoChroma)
        merge(&video.resolution, other.resolution, .videoResolution)
        merge(&video.codedSize, other.codedSize, .videoCodedSize)
        merge(&video.pixelAspect, other.pixelAspect, .videoAspectRatio) { "\($0.horizontal):\($0.vertical)" }
        merge(&video.frameRate, other.frameRate, .videoFrameRate)
        merge(&video.interlaced, other.interlaced, .videoScan) { $0 ? "interlaced" : "progressive" }
        merge(&video.fieldOrder, other.fieldOrder, .videoScan) { $0.rawValue }
        merge(&video.dynamicRange, other.dynamicRange, .videoDynamicRange) { $0.rawValue }
        merge(&video.dolbyVision, other.dolbyVision, .videoDolbyVisionProfile) {
            "profile \($0.profile), level \($0.level ?? 0)"
        }
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

    mutating func mergeAudio() {
        guard var audio = media.parameters.audio, let other = headers.parameters.audio else { return }
        merge(&audio.codec, other.codec, .audioCodec)
        guard audio.codec == other.codec || other.codec == nil else { return }
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
        merge(&audio.protection, other.protection, .audioProtection)
        media.parameters.audio = audio
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
        media.timing.videoStart = media.timing.videoStart ?? other.videoStart
        media.timing.audioStart = media.timing.audioStart ?? other.audioStart
        media.timing.duration = media.timing.duration ?? other.duration
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

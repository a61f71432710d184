package import MediaFormats

extension HeaderReading {
    /// The same facts as a measurement; tracks beyond the first of a kind become lines for a reader.
    ///
    /// - Parameter bytesRead: Bytes that were looked at.
    package func measured(bytesRead: Int) -> MeasuredMedia {
        let video = tracks.first { $0.video != nil }
        let audio = tracks.first { $0.audio != nil }
        let list = Provenance(.container, field: trackList, instrument: .headers)
        func presence(_ track: TrackFacts?) -> TrackPresence {
            track != nil ? .present : listsAllTracks ? .absent : .unknown
        }
        let parameters = OperatingParameters(
            video: video?.video, audio: audio?.audio, subtitles: tracks.flatMap(\.subtitles),
            videoPresence: presence(video), audioPresence: presence(audio), container: container,
            trackLayout: video == nil || audio == nil ? nil : .muxed)
        var provenance: [ParameterName: Provenance] = [:]
        for track in tracks { provenance.merge(track.provenance) { first, _ in first } }
        if container != nil {
            provenance[.container] = Provenance(.container, field: evidence, instrument: .headers)
        }
        if parameters.videoPresence != .unknown { provenance[.videoTrack] = list }
        if parameters.audioPresence != .unknown { provenance[.audioTrack] = list }
        if parameters.trackLayout != nil { provenance[.trackLayout] = list }
        let others =
            tracks.filter { $0.video != nil }.dropFirst() + tracks.filter { $0.audio != nil }.dropFirst()
            + tracks.filter { $0.timing.kind == .metadata }
        var media = MeasuredMedia(
            parameters: parameters, timing: timing(video: video, audio: audio), provenance: provenance, cues: cues,
            otherTracks: others.map(\.summary), bytesRead: bytesRead)
        media.boxContradictions = video?.boxContradictions ?? []
        return media
    }

    private func timing(video: TrackFacts?, audio: TrackFacts?) -> MediaTiming {
        var timing = MediaTiming()
        timing.videoStart = video?.timing.start
        timing.audioStart = audio?.timing.start
        timing.duration = duration
        timing.startsWithKeyframe = video?.timing.startsWithSyncSample
        timing.keyframeInterval = video?.keyframeInterval
        timing.frameRateIsConstant = video?.rateIsConstant
        timing.picturesExamined = video?.timing.samplesExamined
        timing.tracks = tracks.map(\.timing).filter { $0.samplesExamined > 0 }
        return timing
    }
}

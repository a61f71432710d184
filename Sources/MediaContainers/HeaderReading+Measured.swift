package import MediaFormats

extension HeaderReading {
    /// The same facts as a measurement; tracks beyond the first of a kind become lines for a reader.
    ///
    /// - Parameter bytesRead: Bytes that were looked at.
    package func measured(bytesRead: Int) -> MeasuredMedia {
        let video = tracks.firstIndex { $0.timing.kind == .video }
        let audio = tracks.firstIndex { $0.timing.kind == .audio }
        let list = Provenance(.container, field: trackList, instrument: .headers)
        func presence(_ track: Int?) -> TrackPresence {
            track != nil ? .present : listsAllTracks ? .absent : .unknown
        }
        let parameters = OperatingParameters(
            video: video.flatMap { tracks[$0].video }, audio: audio.flatMap { tracks[$0].audio },
            subtitles: tracks.flatMap { $0.subtitles }, videoPresence: presence(video), audioPresence: presence(audio),
            container: container, trackLayout: video == nil || audio == nil ? nil : .muxed)
        var provenance = ParameterPlaces.merged(tracks)
        if container != nil {
            provenance[.container] = Provenance(.container, field: evidence, instrument: .headers)
        }
        if parameters.videoPresence != .unknown { provenance[.videoTrack] = list }
        if parameters.audioPresence != .unknown { provenance[.audioTrack] = list }
        if parameters.trackLayout != nil { provenance[.trackLayout] = list }
        let others =
            tracks.indices.filter { $0 != video && tracks[$0].timing.kind == .video }
            + tracks.indices.filter { $0 != audio && tracks[$0].timing.kind == .audio }
            + tracks.indices.filter { tracks[$0].timing.kind == .metadata }
        var media = MeasuredMedia(
            parameters: parameters, timing: timing(video: video, audio: audio), provenance: provenance, cues: cues,
            otherTracks: others.map { tracks[$0].summary }, bytesRead: bytesRead)
        media.boxContradictions = video.map { tracks[$0].boxContradictions } ?? []
        return media
    }

    private func timing(video: Int?, audio: Int?) -> MediaTiming {
        var timing = MediaTiming()
        timing.audioStart = audio.flatMap { tracks[$0].timing.start }
        timing.duration = duration
        if let video {
            timing.videoStart = tracks[video].timing.start
            timing.startsWithKeyframe = tracks[video].timing.startsWithSyncSample
            timing.keyframeInterval = tracks[video].keyframeInterval
            timing.frameRateIsConstant = tracks[video].rateIsConstant
            timing.picturesExamined = tracks[video].timing.samplesExamined
        }
        timing.tracks = tracks.map { $0.timing }.filter { $0.samplesExamined > 0 }
        return timing
    }
}

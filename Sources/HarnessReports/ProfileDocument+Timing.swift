import HLSPlaylists
import MediaFormats

extension ProfileDocument {
    struct TimingDocument: Encodable {
        let videoStartSeconds: Double?
        let audioStartSeconds: Double?
        let audioLagSeconds: Double?
        let durationSeconds: Double?
        let startsWithKeyframe: Bool?
        let keyframeIntervalSeconds: Double?
        let frameRateIsConstant: Bool?
        let picturesExamined: Int?
        let mediaBytes: Int?
        let tracks: [TrackDocument]

        init(_ timing: MediaTiming) {
            videoStartSeconds = timing.videoStart?.seconds
            audioStartSeconds = timing.audioStart?.seconds
            audioLagSeconds = timing.audioLag?.seconds
            durationSeconds = timing.duration?.seconds
            startsWithKeyframe = timing.startsWithKeyframe
            keyframeIntervalSeconds = timing.keyframeInterval?.seconds
            frameRateIsConstant = timing.frameRateIsConstant
            picturesExamined = timing.picturesExamined
            mediaBytes = timing.mediaBytes
            tracks = timing.tracks.map(TrackDocument.init)
        }
    }

    struct TrackDocument: Encodable {
        let kind: TrackTiming.Kind
        let identifier: Int
        let startSeconds: Double?
        let endSeconds: Double?
        let startsWithSyncSample: Bool?
        let emptyEditSeconds: Double?
        let primingSeconds: Double?
        let rollDistance: Int?
        let peakBitRate: Int?
        let averageBitRate: Int?
        let sampleDurationSeconds: Double?
        let samplesExamined: Int

        init(_ track: TrackTiming) {
            kind = track.kind
            identifier = track.identifier
            startSeconds = track.start?.seconds
            endSeconds = track.end?.seconds
            startsWithSyncSample = track.startsWithSyncSample
            emptyEditSeconds = track.emptyEdit?.seconds
            primingSeconds = track.priming?.seconds
            rollDistance = track.rollDistance
            peakBitRate = track.peakBitRate
            averageBitRate = track.averageBitRate
            sampleDurationSeconds = track.sampleDuration?.seconds
            samplesExamined = track.samplesExamined
        }
    }

    struct CueDocument: Encodable {
        let timeSeconds: Double?
        let durationSeconds: Double?
        let scheme: String
        let value: String?
        let identifier: Int?
        let summary: [String]

        init(_ cue: TimedMetadataCue) {
            timeSeconds = cue.time?.seconds
            durationSeconds = cue.duration?.seconds
            scheme = cue.scheme
            value = cue.value
            identifier = cue.identifier
            summary = cue.summary
        }
    }
}

import Foundation
import HLSPlaylists
import MediaFormats
import TransitionRisk

/// The JSON document `segue.profile/1`: assets with their renditions, what is declared and what was measured.
struct ProfileDocument: Encodable {
    let schema = "segue.profile/1"
    let tool: Tool
    let tier: MeasuringTier
    let assets: [AssetDocument]

    init(_ report: ProfileReport) {
        tool = report.tool
        tier = report.tier
        assets = report.assets.map(AssetDocument.init)
    }

    struct AssetDocument: Encodable {
        let uri: String
        let line: Int?
        let form: PresentationProfile.Form?
        let durationSeconds: Double?
        let renditions: [RenditionDocument]
        /// Parameters in which the variants differ, and those in which the audio renditions do.
        let differences: [ParameterName]
        let diagnostics: [Diagnostic]
        let usage: Usage
        let complete: Bool
        let error: String?

        init(_ asset: ProfileReport.Asset) {
            uri = asset.name
            line = asset.line
            form = asset.profile?.form
            durationSeconds = asset.profile?.duration?.seconds
            renditions = (asset.profile?.renditions ?? []).map(RenditionDocument.init)
            differences = asset.profile?.differences.sorted() ?? []
            diagnostics = asset.profile?.diagnostics ?? []
            usage = asset.usage
            complete = asset.isComplete
            error = asset.failure
        }
    }

    struct RenditionDocument: Encodable {
        let kind: RenditionProfile.Kind
        let label: String
        let uri: String?
        let language: String?
        let group: String?
        let bandwidth: Int?
        let averageBandwidth: Int?
        let declared: ParametersDocument
        let measured: ParametersDocument?
        let provenance: ProvenanceDocument
        let segmentCount: Int?
        let segments: [SegmentDocument]?
        let bytesRead: Int
        let requests: Int
        let contradictions: [Diagnostic]
        let error: String?

        init(_ rendition: RenditionProfile) {
            kind = rendition.kind
            label = rendition.label
            uri = rendition.reference?.description
            language = rendition.language
            group = rendition.groupID
            bandwidth = rendition.bandwidth
            averageBandwidth = rendition.averageBandwidth
            declared = ParametersDocument(rendition.declared)
            measured = rendition.measured.map(ParametersDocument.init)
            provenance = ProvenanceDocument(
                declared: rendition.declaredProvenance, measured: rendition.measured?.provenance ?? [:])
            segmentCount = rendition.segmentCount
            segments = rendition.segments.isEmpty ? nil : rendition.segments.map(SegmentDocument.init)
            bytesRead = rendition.measured?.bytesRead ?? 0
            requests = rendition.requests
            contradictions = rendition.contradictions
            error = rendition.failure
        }
    }

    struct SegmentDocument: Encodable {
        let index: Int
        let line: Int
        let positionSeconds: Double
        let durationSeconds: Double
        let discontinuity: Int
        let bytes: Int?
        let tracks: [TrackDocument]
        let error: String?

        init(_ segment: ReadSegment) {
            index = segment.index
            line = segment.declared.line
            positionSeconds = segment.position.seconds
            durationSeconds = segment.declared.duration.seconds
            discontinuity = segment.discontinuity
            bytes = segment.bytes
            tracks = segment.tracks.map(TrackDocument.init)
            error = segment.failure
        }
    }

    struct ProvenanceDocument: Encodable {
        let declared: [String: Provenance]
        let measured: [String: Provenance]

        init(declared: [ParameterName: Provenance], measured: [ParameterName: Provenance]) {
            self.declared = Self.named(declared)
            self.measured = Self.named(measured)
        }

        private static func named(_ places: [ParameterName: Provenance]) -> [String: Provenance] {
            Dictionary(uniqueKeysWithValues: places.map { ($0.key.rawValue, $0.value) })
        }
    }

    struct ParametersDocument: Encodable {
        let container: ContainerFormat?
        let trackLayout: TrackLayout?
        let videoPresence: TrackPresence
        let audioPresence: TrackPresence
        let video: VideoParameters?
        let audio: AudioParameters?
        let subtitles: [SubtitleParameters]
        var timing: TimingDocument?
        var otherTracks: [String]?
        var cues: [CueDocument]?
        /// Where the two instruments differ.
        var conflicts: [MeasurementConflict]?
        /// Boxes that contradict the coded pictures; left out where none does.
        var boxContradictions: [BoxContradiction]?
        /// Why this is less than was asked for.
        var shortfall: String?

        init(_ media: MeasuredMedia) {
            self.init(media.parameters)
            timing = TimingDocument(media.timing)
            otherTracks = media.otherTracks
            cues = media.cues.map(CueDocument.init)
            conflicts = media.conflicts
            boxContradictions = media.boxContradictions.isEmpty ? nil : media.boxContradictions
            shortfall = media.shortfall
        }

        init(_ parameters: OperatingParameters) {
            container = parameters.container
            trackLayout = parameters.trackLayout
            videoPresence = parameters.videoPresence
            audioPresence = parameters.audioPresence
            video = parameters.video
            audio = parameters.audio
            subtitles = parameters.subtitles
        }
    }

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

extension PresentationProfile {
    /// Parameters of which the variants have several known values, or the audio renditions have.
    var differences: Set<ParameterName> {
        let pictures = renditions.filter { [.variant, .media, .file].contains($0.kind) }
        let sounds = renditions.filter { $0.kind == .audio }
        return Self.differing(pictures).union(Self.differing(sounds))
    }

    private static func differing(_ renditions: [RenditionProfile]) -> Set<ParameterName> {
        guard renditions.count > 1 else { return [] }
        var values: [ParameterName: Set<String>] = [:]
        for rendition in renditions {
            let effective = rendition.combination.effective
            for row in ParameterComparison(from: effective, to: effective).differences {
                guard let value = row.from, row.parameter != .videoParameterSets, row.outcome != .notApplicable else {
                    continue
                }
                values[row.parameter, default: []].insert(value)
            }
        }
        return Set(values.filter { $0.value.count > 1 }.keys)
    }
}

extension ProfileReport {
    /// The document `segue.profile/1` as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(ProfileDocument(self)) }

    /// The same document on one line, with its line feed.
    package func jsonLine() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(ProfileDocument(self)), as: UTF8.self) + "\n"
    }
}

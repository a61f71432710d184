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
            segments =
                rendition.segments.isEmpty
                ? nil : rendition.segments.map { SegmentDocument($0, problem: rendition.problem(of: $0)) }
            bytesRead = rendition.measured?.bytesRead ?? 0
            requests = rendition.requests
            contradictions = rendition.contradictions
            error = rendition.shortfall
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

        init(_ segment: ReadSegment, problem: String?) {
            index = segment.index
            line = segment.declared.line
            positionSeconds = segment.position.seconds
            durationSeconds = segment.declared.duration.seconds
            discontinuity = segment.discontinuity
            bytes = segment.bytes
            tracks = segment.tracks.map(TrackDocument.init)
            error = segment.failure ?? problem
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
}

extension ProfileReport {
    /// The document `segue.profile/1` as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(ProfileDocument(self)) }

    /// The same document on one line, with its line feed.
    package func jsonLine() throws -> String {
        String(decoding: try SortedJSON.encode(ProfileDocument(self)), as: UTF8.self) + "\n"
    }
}

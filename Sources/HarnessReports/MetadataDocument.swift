import HLSPlaylists
import MediaFormats
import NowPlaying

/// The JSON document `segue.metadata/1`.
struct MetadataDocument: Encodable {
    let schema = "segue.metadata/1"
    let tool: Tool
    let uri: String
    let tracks: [TrackDocument]
    let markers: [MarkerDocument]
    let findings: [AppleSideFindingDocument]
    let counts: [String: Int]
    let diagnostics: [Diagnostic]
    let failOn: Diagnostic.Severity
    let outcome: String

    init(_ report: MetadataReport) {
        tool = report.tool
        uri = report.uri
        tracks = report.tracks.map { TrackDocument($0, report) }
        markers = report.markers.map { MarkerDocument($0, report) }
        findings = report.findings.map(AppleSideFindingDocument.init)
        counts = report.counts
        diagnostics = report.diagnostics
        failOn = report.failOn
        outcome = report.outcome.word
    }

    struct TrackDocument: Encodable {
        let name: String
        let uri: String
        let role: MetadataTrack.Role
        let cues: [CueDocument]
        let cadenceSeconds: ExactSeconds?
        let gaps: [GapDocument]
        let isComplete: Bool
        let bytesRead: Int

        init(_ track: MetadataTrack, _ report: MetadataReport) {
            name = track.name
            uri = track.uri
            role = track.role
            let isPrimary = track.role == .primary || track.role == .rendition
            cues = track.cues.map { CueDocument($0, playout: isPrimary ? report.playout(of: $0.time) : nil) }
            cadenceSeconds = track.cadence.map(ExactSeconds.init)
            gaps = track.gaps.map {
                GapDocument(
                    fromSeconds: ExactSeconds($0.from.toMicroseconds), toSeconds: ExactSeconds($0.to.toMicroseconds))
            }
            isComplete = track.isComplete
            bytesRead = track.bytesRead
        }
    }

    struct GapDocument: Encodable {
        let fromSeconds: ExactSeconds
        let toSeconds: ExactSeconds
    }

    struct CueDocument: Encodable {
        let timeSeconds: ExactSeconds?
        let playoutSeconds: ExactSeconds?
        let timestamp: Int?
        let timescale: Int
        let durationSeconds: ExactSeconds?
        let source: String
        let scheme: String?
        let value: String?
        let id: Int?
        let segment: String?
        let frames: [FrameDocument]
        let size: Int
        let digest: String

        init(_ cue: MetadataCue, playout: Duration?) {
            let tag = cue.tag
            timeSeconds = cue.time.map(ExactSeconds.init)
            playoutSeconds = playout.map(ExactSeconds.init)
            timestamp = tag.timestamp
            timescale = tag.timescale
            durationSeconds = tag.duration.flatMap { Duration(ticks: $0, per: tag.timescale) }.map(ExactSeconds.init)
            // Sections in a stream of their own have a scheme and no number; damaged messages name no scheme of theirs.
            let isSection = tag.scheme?.hasPrefix("urn:scte") == true && tag.number == nil
            source = tag.scheme == nil || isSection ? "ts" : "emsg"
            scheme = tag.scheme
            value = tag.value
            id = tag.number
            segment = cue.segment
            frames = tag.frames.map(FrameDocument.init)
            size = tag.size
            digest = String(tag.digest, radix: 16)
        }
    }

    struct FrameDocument: Encodable {
        let id: String
        let text: [String]?
        let description: String?
        let owner: String?
        let mimeType: String?
        let fileName: String?
        let size: Int

        init(_ frame: TimedTagFrame) {
            id = frame.id
            text = frame.text
            description = frame.description
            owner = frame.owner
            mimeType = frame.mimeType
            fileName = frame.fileName
            size = frame.size
        }
    }

    struct MarkerDocument: Encodable {
        let id: String
        let `class`: String?
        let timeSeconds: ExactSeconds?
        let durationSeconds: ExactSeconds?
        let attributes: [String: String]
        let nearestCueSeconds: ExactSeconds?
        let line: Int?

        init(_ marker: MetadataMarker, _ report: MetadataReport) {
            id = marker.id
            `class` = marker.rangeClass
            timeSeconds = marker.time.map(ExactSeconds.init)
            durationSeconds = marker.duration.map(ExactSeconds.init)
            attributes = marker.attributes
            nearestCueSeconds = report.nearestCue(to: marker).map(ExactSeconds.init)
            line = marker.line
        }
    }
}

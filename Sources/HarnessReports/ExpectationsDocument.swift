import HLSPlaylists
import NowPlaying

/// The JSON document `segue.nowplaying-expectations/1`.
struct ExpectationsDocument: Encodable {
    let schema = "segue.nowplaying-expectations/1"
    let tool: Tool
    let uri: String
    let contentType: ContentType
    let servicePlan: String?
    let primaryDurationSeconds: ExactSeconds?
    let durationSeconds: ExactSeconds?
    let netDurationSeconds: ExactSeconds?
    let adRanges: [StretchDocument]
    let matrix: [RowDocument]
    let moments: [MomentDocument]
    let findings: [AppleSideFindingDocument]
    let diagnostics: [Diagnostic]
    let failOn: Diagnostic.Severity
    let outcome: String

    init(_ report: ExpectationsReport) {
        let terms = report.expectations.terms
        tool = report.tool
        uri = report.uri
        contentType = terms.type
        servicePlan = report.plan
        primaryDurationSeconds = terms.schedule.timeline.duration.map(ExactSeconds.init)
        durationSeconds = terms.publishedDuration.map(ExactSeconds.init)
        netDurationSeconds = terms.netDuration.map(ExactSeconds.init)
        adRanges = terms.adRanges.stretches.map(StretchDocument.init)
        matrix = PropertyMatrix.rows.map { RowDocument($0, terms.type) }
        moments = report.expectations.moments.map(MomentDocument.init)
        findings = report.findings.map(AppleSideFindingDocument.init)
        diagnostics = report.diagnostics
        failOn = report.failOn
        outcome = report.outcome.word
    }

    struct StretchDocument: Encodable {
        let startSeconds: ExactSeconds
        let durationSeconds: ExactSeconds

        init(_ stretch: AdRanges.Stretch) {
            startSeconds = ExactSeconds(stretch.start)
            durationSeconds = ExactSeconds(stretch.length)
        }
    }

    struct RowDocument: Encodable {
        let property: String
        let presence: Presence
        let meaning: String
        let reason: String
        let source: String

        init(_ row: PropertyRow, _ type: ContentType) {
            property = row.property.rawValue
            presence = row[type]
            meaning = row.meaning
            reason = row.reason
            source = row.source
        }
    }

    struct MomentDocument: Encodable {
        let event: PlaybackEvent
        let positionSeconds: ExactSeconds?
        let breaks: [String]
        let clears: Bool
        let isOwnReading: Bool
        let properties: [PropertyDocument]
        let commands: [String]
        let disabledCommands: [RemoteCommand]
        let source: String

        init(_ moment: MomentExpectation) {
            event = moment.event
            positionSeconds = moment.position.map(ExactSeconds.init)
            breaks = moment.breaks
            clears = moment.event.clears
            isOwnReading = moment.event.isOwnReading
            properties = moment.properties.map(PropertyDocument.init)
            commands = moment.commands
            disabledCommands = moment.disabled
            source = moment.source
        }
    }

    struct PropertyDocument: Encodable {
        let property: String
        let presence: Presence
        let isUpdated: Bool
        let value: String?
        let reason: String
        let source: String

        init(_ expectation: PropertyExpectation) {
            property = expectation.property.rawValue
            presence = expectation.presence
            isUpdated = expectation.isUpdated
            value = expectation.value
            reason = expectation.reason
            source = expectation.source
        }
    }
}

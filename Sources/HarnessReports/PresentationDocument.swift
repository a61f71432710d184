import HLSPlaylists
import MediaFormats

/// The JSON document `segue.presentation/1`.
///
/// Times are exact decimals. Nothing depends on time or place, so two documents can be compared with `diff`.
struct PresentationDocument: Encodable {
    let schema = "segue.presentation/1"
    let tool: Tool
    let uri: String
    let kind: String
    let container: String?
    let isLive: Bool?
    let durationSeconds: ExactSeconds?
    let startPositionSeconds: ExactSeconds
    let readAs: PlayerBehaviour
    let eventsFrom: String
    let servicePlan: String?
    let variants: [VariantDocument]
    let renditions: [RenditionDocument]
    let events: [EventDocument]
    let replacedEvents: [String]
    let schedule: [ScheduleDocument]
    let timelines: Timelines
    let navigation: [NavigationDocument]
    let seeks: [SeekDocument]
    let choices: [ChoiceDocument]
    let notScheduled: [UnscheduledDocument]
    let delays: [DelayDocument]?
    let diagnostics: [Diagnostic]
    let audit: [Diagnostic]
    let findings: [FindingDocument]
    let usage: Usage
    let failOn: Diagnostic.Severity
    let outcome: String

    init(_ report: PresentationReport) {
        let presentation = report.presentation
        let schedule = report.schedule
        tool = report.tool
        uri = presentation.reference.description
        var container: ContainerFormat?
        var renditions: [Rendition] = []
        switch presentation.kind {
        case .multivariant(let playlist):
            kind = "multivariant"
            renditions = playlist.renditions
        case .media: kind = "media"
        case .file(let format):
            kind = "file"
            container = format
        }
        self.container = container?.rawValue
        isLive = presentation.isLive
        durationSeconds = presentation.duration.map(ExactSeconds.init)
        startPositionSeconds = ExactSeconds(schedule.timeline.startPosition)
        readAs = schedule.behaviour
        (eventsFrom, servicePlan) =
            switch report.eventSource {
            case .playlist: ("playlist", nil)
            case .plan(let name): ("plan", name)
            case .client: ("client", nil)
            }
        variants = presentation.variants.map(VariantDocument.init)
        self.renditions = renditions.map { RenditionDocument($0, base: presentation.reference) }
        let items = Dictionary(schedule.items.compactMap(\.interstitial).map { ($0.event.id, $0) }) { first, _ in first
        }
        let dropped = Dictionary(schedule.notScheduled.map { ($0.event.id, $0.reason) }) { first, _ in first }
        events = report.breaks.map { entry in
            EventDocument(
                entry, scheduled: items[entry.event.id], reason: dropped[entry.event.id],
                mapping: schedule.timeline.mapping)
        }
        replacedEvents = report.replacedEvents
        self.schedule = schedule.timelineRows.map { ScheduleDocument(schedule.items[$0.index], $0) }
        timelines = Timelines(schedule)
        navigation = schedule.navigation.map(NavigationDocument.init)
        seeks = report.seeks.map(SeekDocument.init)
        choices = schedule.choices.map(ChoiceDocument.init)
        notScheduled = schedule.notScheduled.map(UnscheduledDocument.init)
        delays = presentation.isLive == true ? schedule.delayChanges.map(DelayDocument.init) : nil
        diagnostics = report.diagnostics
        audit = report.audit
        findings = report.findings.map(FindingDocument.init)
        usage = report.usage
        failOn = report.failOn
        outcome =
            switch report.outcome {
            case .clean: "clean"
            case .findings: "findings"
            case .incomplete: "incomplete"
            }
    }
}

extension PresentationDocument {
    struct VariantDocument: Encodable {
        let label: String
        let uri: String?
        let bandwidth: Int?
        let averageBandwidth: Int?
        let codecs: [String]?
        let supplementalCodecs: String?
        let resolution: String?
        let frameRate: FrameRate?
        let videoRange: String?
        let audioGroup: String?
        let videoGroup: String?
        let subtitlesGroup: String?
        let closedCaptionsGroup: String?
        let pathwayId: String?
        let line: Int?
        let wasRead: Bool
        let durationSeconds: ExactSeconds?
        let targetDurationSeconds: ExactSeconds?
        let segmentCount: Int?

        init(_ variant: PresentationVariant) {
            let tag = variant.variant
            let playlist = variant.media?.playlist
            label = variant.label
            uri = variant.reference?.description
            bandwidth = variant.bandwidth
            averageBandwidth = variant.averageBandwidth
            codecs = tag.map { $0.codecs.map(\.raw) }
            supplementalCodecs = tag?.attributes["SUPPLEMENTAL-CODECS"]?.value
            resolution = tag?.resolution?.description
            frameRate = tag?.frameRate
            videoRange = tag?.videoRange
            audioGroup = tag?.audioGroup
            videoGroup = tag?.videoGroup
            subtitlesGroup = tag?.subtitlesGroup
            closedCaptionsGroup = tag?.closedCaptionsGroup
            pathwayId = tag?.pathwayID
            line = tag?.line.number
            wasRead = playlist != nil
            durationSeconds = playlist.map { ExactSeconds($0.duration) }
            targetDurationSeconds = playlist?.targetDuration.map(ExactSeconds.init)
            segmentCount = playlist?.segments.count
        }
    }

    struct RenditionDocument: Encodable {
        let type: String
        let groupId: String
        let name: String
        let language: String?
        let uri: String?
        let isDefault: Bool
        let isAutoselect: Bool
        let isForced: Bool
        let channels: String?
        let sampleRate: Int?
        let bitDepth: Int?
        let characteristics: [String]
        let line: Int

        init(_ rendition: Rendition, base: AssetReference) {
            type = rendition.type.rawValue
            groupId = rendition.groupID
            name = rendition.name
            language = rendition.language
            uri = rendition.uri.map { base.shown($0) }
            isDefault = rendition.isDefault
            isAutoselect = rendition.isAutoselect
            isForced = rendition.isForced
            channels = rendition.channels
            sampleRate = rendition.sampleRate
            bitDepth = rendition.bitDepth
            characteristics = rendition.characteristics
            line = rendition.line.number
        }
    }

    struct FindingDocument: Encodable {
        let rule: String
        let severity: PlaylistRule.Severity
        let message: String
        let subject: String
        let source: String
        let uri: String?
        let line: Int?

        init(_ located: LocatedFinding) {
            rule = located.finding.rule
            severity = located.finding.severity
            message = located.finding.message
            subject = located.finding.subject
            source = located.finding.source
            uri = located.uri
            line = located.finding.line
        }
    }
}

extension PresentationReport {
    /// The document `segue.presentation/1` as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(PresentationDocument(self)) }
}

extension AssetReference {
    /// A URI of this document, resolved and redacted; what cannot be fetched loses its query, where secrets are.
    func shown(_ uri: String) -> String {
        do throws(AssetReferenceError) {
            return try resolving(uri).description
        } catch {
            return uri.withoutQuery
        }
    }
}

extension String {
    /// The text up to its query, which `…` replaces.
    var withoutQuery: String { firstIndex(of: "?").map { self[...$0] + "…" } ?? self }
}

import AirPlayReceivers
import HLSPlaylists
import MediaFormats
import Mustache
import TransitionRisk

extension CheckReport {
    /// The report as one HTML file that needs no network: matrix, timeline, and for each transition what each receiver
    /// class does and why.
    ///
    /// Every text from an input is escaped by the template engine.
    package func html() throws -> String {
        try MustacheTemplate(string: checkPageTemplate).render(CheckPage(self))
    }
}

/// What the page's template shows, in its words.
struct CheckPage {
    let name: String
    let uri: String
    let verdict: String
    let verdictClass: String
    let facts: [Row]
    let columns: [Column]
    let rows: [MatrixRow]
    let notReached: String?
    let assumedTiers: String
    let legend: [Legend]
    let rowsLeftOut: String
    let timelines: [Timeline]
    let hasTimeline: Bool
    let findings: [FindingView]
    let hasFindings: Bool
    let findingsLeftOut: String
    let notes: [String]
    let hasNotes: Bool
    let encodes: [EncodeView]
    let hasEncodes: Bool
    let baseline: String
    let transitions: [TransitionView]
    let transitionsLeftOut: String
    let diagnostics: [String]
    let hasDiagnostics: Bool
    let tool: String
    let costs: String

    init(_ report: CheckReport) {
        let several = report.primaries.count > 1
        name = several ? "\(report.primaries.count) primaries" : report.primary.reference.title.printable
        uri = report.primaries.map(\.asset.reference.description).joined(separator: ", ").printable
        (verdict, verdictClass) =
            switch report.outcome {
            case .clean: ("Clean", "none")
            case .findings: ("Findings at or above \(report.failOn.rawValue)", "severe")
            case .incomplete: ("Something could not be checked", "unknown")
            }
        facts = Self.facts(report)
        let shown = Self.shownColumns(report)
        let receivers = report.transitions.first.map { first in shown.map { first.assessments[$0].receiver } } ?? []
        columns = receivers.map(Column.init)
        let groups = TransitionGroup.groups(report.transitions)
        let (inMatrix, outside) = TransitionGroup.worst(groups, most: Self.mostRows)
        let (told, untold) = TransitionGroup.worst(groups, most: Self.mostDetails)
        let anchors = Set(told.map(\.lead.transition.id))
        rows = inMatrix.map { MatrixRow($0, columns: shown, isTold: anchors.contains($0.lead.transition.id)) }
        rowsLeftOut = outside > 0 ? "\(outside) more rows, none of them worse, are in the JSON document." : ""
        notReached = Self.notReached(report, shown)
        assumedTiers = report.assumedTiers ?? ""
        legend = [Band.none, .low, .medium, .high, .severe, .blocking, .unknown].map(Legend.init)
        timelines = report.primaries.prefix(Self.mostTimelines).compactMap { primary in
            let spans = Self.spans(primary.timeline)
            return spans.isEmpty ? nil : Timeline(label: primary.label.printable, spans: spans)
        }
        hasTimeline = !timelines.isEmpty
        let visible = report.findingGroups.filter { $0.lead.severity != .none }
        findings = visible.prefix(Self.mostFindings).map { FindingView($0, in: report) }
        hasFindings = !findings.isEmpty
        findingsLeftOut =
            visible.count > findings.count ? "\(visible.count - findings.count) more are in the JSON document." : ""
        notes = report.findings.filter { $0.severity == .none }.prefix(Self.mostFindings).map {
            "\($0.subject): \($0.message); \($0.fix ?? "") [\($0.rule)]".printable
        }
        hasNotes = !notes.isEmpty
        encodes = zip(report.recommendations, report.recommendations.firstNumbers).prefix(Self.mostDetails)
            .map { EncodeView($0, from: $1, in: report) }
        hasEncodes = !encodes.isEmpty
        baseline =
            report.baseline.map {
                "Against the baseline: \($0.new.count) new, \($0.known) known, \($0.fixed.count) fixed."
            } ?? ""
        transitions = told.map { TransitionView($0, columns: shown) }
        transitionsLeftOut = untold > 0 ? "\(untold) more, none of them worse, are in the JSON document." : ""
        diagnostics = report.diagnostics.prefix(Self.mostFindings).map { $0.description.printable }
        hasDiagnostics = !diagnostics.isEmpty
        tool = "\(report.tool.name) \(report.tool.version)"
        costs = report.costsVersion
    }

    /// So many rows, details, findings and timelines keep a page under a few megabytes; the worst are shown.
    private static let mostRows = 400
    private static let mostDetails = 60
    private static let mostFindings = 100
    private static let mostTimelines = 20

    private static func facts(_ report: CheckReport) -> [Row] {
        let worst = report.transitions.flatMap(\.assessments).map(\.band).filter(\.isJudged).max()
        return [
            Row(name: "Transitions", value: "\(report.transitions.count)"),
            Row(name: "Interstitial assets", value: "\(report.interstitials.count)"),
            Row(name: "Variants measured", value: "\(measured(report))"),
            Row(name: "Worst verdict", value: worst?.rawValue ?? "none judged"),
            Row(name: "Read", value: Self.read(report.usage)),
        ]
    }

    private static func read(_ usage: Usage) -> String {
        (usage.requests > 0 ? "\(usage.requests) requests, " : "") + "\(usage.bytes / 1024) KiB"
    }

    private static func measured(_ report: CheckReport) -> Int {
        (report.primaries.map(\.asset) + report.interstitials).flatMap(\.variants).count { $0.measured != nil }
    }

    private static func shownColumns(_ report: CheckReport) -> [Int] {
        guard let first = report.transitions.first else { return [] }
        return first.assessments.indices.filter { column in
            report.transitions.contains { $0.assessments[column].band != .notApplicable }
        }
    }

    private static func notReached(_ report: CheckReport, _ shown: [Int]) -> String? {
        guard let first = report.transitions.first else { return nil }
        let rest = first.assessments.indices.filter { !shown.contains($0) }
        var names: [String] = []
        for index in rest {
            let name = Column(first.assessments[index].receiver).title
            if !names.contains(name) { names.append(name) }
        }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// Positions on the drawn timeline, in thousandths of its width.
    private static func spans(_ timeline: [TimelineSpan]) -> [Span] {
        let total = timeline.map { $0.start.seconds + $0.length.seconds }.max() ?? 0
        guard total > 0 else { return [] }
        return timeline.map { span in
            Span(
                title: span.title.printable, kind: span.isPrimary ? "primary" : "interstitial",
                left: number(span.start.seconds / total * 100), width: number(span.length.seconds / total * 100),
                label: "\(number(span.start.seconds)) s – \(number(span.start.seconds + span.length.seconds)) s")
        }
    }

    static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
    }

    struct Row {
        let name: String
        let value: String
    }

    struct Timeline {
        let label: String
        let spans: [Span]
    }

    static func anchor(_ judged: JudgedTransition) -> String { "t-" + slug(judged.transition.id) }

    static func slug(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" })
    }
}

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
private struct CheckPage {
    let name: String
    let uri: String
    let verdict: String
    let verdictClass: String
    let facts: [Row]
    let columns: [Column]
    let rows: [MatrixRow]
    let notReached: String
    let legend: [Legend]
    let spans: [Span]
    let hasTimeline: Bool
    let findings: [FindingView]
    let hasFindings: Bool
    let transitions: [TransitionView]
    let diagnostics: [String]
    let hasDiagnostics: Bool
    let tool: String
    let costs: String

    init(_ report: CheckReport) {
        name = report.primary.reference.title.printable
        uri = report.primary.reference.description.printable
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
        rows = report.transitions.map { MatrixRow($0, columns: shown) }
        notReached = Self.notReached(report, shown)
        legend = [Band.none, .low, .medium, .high, .severe, .blocking, .unknown].map(Legend.init)
        spans = Self.spans(report.primaries[0].timeline)
        hasTimeline = !spans.isEmpty
        findings = report.findingGroups.map { FindingView($0, in: report) }
        hasFindings = !findings.isEmpty
        transitions = report.transitions.map { TransitionView($0, columns: shown) }
        diagnostics = report.diagnostics.map { $0.description.printable }
        hasDiagnostics = !diagnostics.isEmpty
        tool = "\(report.tool.name) \(report.tool.version)"
        costs = report.costsVersion
    }

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
        ([report.primary] + report.interstitials).flatMap(\.variants).count { $0.measured != nil }
    }

    private static func shownColumns(_ report: CheckReport) -> [Int] {
        guard let first = report.transitions.first else { return [] }
        return first.assessments.indices.filter { column in
            report.transitions.contains { $0.assessments[column].band != .notApplicable }
        }
    }

    private static func notReached(_ report: CheckReport, _ shown: [Int]) -> String {
        guard let first = report.transitions.first else { return "" }
        let rest = first.assessments.indices.filter { !shown.contains($0) }
        var names: [String] = []
        for index in rest {
            let name = Column(first.assessments[index].receiver).title
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: ", ")
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

    struct Column {
        let title: String
        let tier: String
        let id: String

        /// A title such as `Smart TV, low-end` takes two lines.
        init(_ receiver: ReceiverProfile) {
            let parts = receiver.title.split(separator: ",", maxSplits: 1)
            title = parts.first.map(String.init)?.printable ?? ""
            tier = parts.count > 1 ? parts[1].trimmingPrefix(" ").description.printable : ""
            id = receiver.id
        }
    }

    struct Legend {
        let band: String
        let symbol: String

        init(_ band: Band) {
            self.band = band.rawValue
            symbol = band.symbol
        }
    }

    struct Span {
        let title: String
        let kind: String
        let left: String
        let width: String
        let label: String
    }

    struct MatrixRow {
        let id: String
        let anchor: String
        let at: String
        let cells: [Cell]

        init(_ judged: JudgedTransition, columns: [Int]) {
            id = judged.transition.id.printable
            anchor = CheckPage.anchor(judged)
            at = "\(CheckPage.number(judged.transition.at.seconds)) s"
            cells = columns.map { Cell(judged.assessments[$0], anchor: CheckPage.anchor(judged)) }
        }
    }

    struct Cell {
        let band: String
        let symbol: String
        let delay: String
        let anchor: String
        let title: String

        init(_ assessment: RiskAssessment, anchor: String) {
            band = assessment.band.rawValue
            symbol = assessment.band.symbol
            let judged = assessment.band.isJudged && assessment.band != .none
            delay = judged ? assessment.delay.map { spokenDelay($0.excess.p95Milliseconds) } ?? "" : ""
            self.anchor = "\(anchor)-\(CheckPage.slug(assessment.receiver.id))"
            title = "\(assessment.receiver.title): \(assessment.band.rawValue)"
        }
    }

    struct FindingView {
        let rule: String
        let band: String
        let symbol: String
        let subject: String
        let message: String
        let receivers: String
        let fix: String
        let source: String
        let evidence: [String]

        init(_ group: FindingGroup, in report: CheckReport) {
            let finding = group.lead
            rule = finding.rule.rawValue
            band = finding.severity.rawValue
            symbol = finding.severity.symbol
            subject = group.subjects.joined(separator: ", ").printable
            message = finding.message.printable
            receivers = group.receivers.map(report.displayName).joined(separator: ", ")
            fix = (finding.fix ?? "").printable
            source = finding.source
            evidence = finding.evidence.map {
                "\($0.name): \($0.value) — \($0.place ?? "place not recorded")".printable
            }
        }
    }

    struct TransitionView {
        let id: String
        let anchor: String
        let sentence: String
        let differences: [DifferenceView]
        let assessments: [AssessmentView]

        init(_ judged: JudgedTransition, columns: [Int]) {
            let transition = judged.transition
            id = transition.id.printable
            anchor = CheckPage.anchor(judged)
            sentence =
                "\(transition.from.reference.title) → \(transition.to.reference.title), at "
                .printable + "\(CheckPage.number(transition.at.seconds)) s of the primary"
            let pair = judged.assessments.lazy.compactMap { $0.pairs.first }.first
            differences = (pair?.differences ?? []).filter { $0.outcome != .notApplicable }.map(DifferenceView.init)
            assessments = columns.map {
                AssessmentView(judged.assessments[$0], anchor: CheckPage.anchor(judged))
            }
        }
    }

    struct DifferenceView {
        let parameter: String
        let outcome: String
        let from: String
        let to: String

        init(_ difference: Difference) {
            parameter = difference.parameter.rawValue
            outcome = difference.outcome.rawValue
            from = (difference.from ?? "not known").printable
            to = (difference.to ?? "not known").printable
        }
    }

    struct AssessmentView {
        let anchor: String
        let title: String
        let id: String
        let band: String
        let symbol: String
        let numbers: String
        let doubt: String
        let blocks: [String]
        let reasons: [ReasonView]
        let fixes: [String]
        let pairs: [String]
        let vector: String

        init(_ assessment: RiskAssessment, anchor: String) {
            self.anchor = "\(anchor)-\(CheckPage.slug(assessment.receiver.id))"
            title = assessment.receiver.title
            id = assessment.receiver.id
            band = assessment.band.rawValue
            symbol = assessment.band.symbol
            let measured = assessment.measuredShare.map { "; \(Int(($0 * 100).rounded())) % measured" } ?? ""
            numbers = assessment.delay.map { Self.numbers($0) + measured } ?? ""
            doubt = (assessment.doubt ?? "").printable
            blocks = assessment.blocking.map {
                "\($0.message), but the receiver \($0.capability) (\($0.source), \($0.confidence))".printable
            }
            reasons = assessment.reasons.map(ReasonView.init)
            fixes = assessment.fixPath.map {
                "\($0.advice) → \($0.band.rawValue), \(spokenDelay($0.p95Milliseconds)) worst of 20".printable
            }
            pairs = assessment.pairs.map {
                "\($0.role.rawValue): \($0.from) → \($0.to) (\($0.band.rawValue))".printable
            }
            vector = assessment.vector
        }

        private static func numbers(_ delay: Delay) -> String {
            "excess \(spokenDelay(delay.excess.p50Milliseconds)) typical, "
                + "\(spokenDelay(delay.excess.p95Milliseconds)) worst of 20; "
                + "total \(spokenDelay(delay.total.p50Milliseconds)) / \(spokenDelay(delay.total.p95Milliseconds)), "
                + "floor \(spokenDelay(delay.floor.p50Milliseconds)) / \(spokenDelay(delay.floor.p95Milliseconds))"
        }
    }

    struct ReasonView {
        let summary: String
        let rationale: String
        let delay: String
        let band: String
        let cause: String
        let source: String
        let costs: [String]

        init(_ reason: Reason) {
            summary = reason.summary.printable
            rationale = reason.rationale
            delay =
                "\(spokenDelay(reason.alone.p50Milliseconds)) / \(spokenDelay(reason.alone.p95Milliseconds)) alone"
            band = reason.band.rawValue
            cause = reason.cause.rawValue
            source = reason.source
            costs = reason.costs.map { cost in
                "\(cost.change.rawValue): \(cost.action) in \(Int((cost.trigger * 100).rounded())) % of switches, "
                    + "\(spokenDelay(cost.p50Milliseconds)) / \(spokenDelay(cost.p95Milliseconds)), "
                    + "grade \(cost.grade.rawValue); hidden by \(cost.hiddenBy)"
            }
        }
    }

    private static func anchor(_ judged: JudgedTransition) -> String { "t-" + slug(judged.transition.id) }

    private static func slug(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" })
    }
}

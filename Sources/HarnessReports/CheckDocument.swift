import HLSPlaylists
import MediaFormats
import TransitionRisk

/// The JSON document `segue.check/1`.
///
/// Keys are sorted and nothing depends on time or place, so two documents can be compared with `diff`.
struct CheckDocument: Encodable {
    let schema = "segue.check/1"
    let tool: Tool
    let costs: String
    let failOn: Band
    let outcome: String
    let failOnTotal: String?
    let policies: [String]
    let primaries: [PrimaryDocument]
    let interstitials: [AssetSummary]
    let transitions: [TransitionDocument]
    let comparisons: [String: [DifferenceDocument]]
    let rules: [String: SharedTables.RuleDocument]
    let changes: [String: SharedTables.ChangeDocument]
    let recommendations: [RecommendationDocument]
    let baseline: BaselineDocument?
    let findings: [FindingDocument]
    let diagnostics: [Diagnostic]
    let usage: Usage
    let summary: [String: Int]

    init(_ report: CheckReport) {
        tool = report.tool
        costs = report.costsVersion
        failOn = report.failOn
        outcome =
            switch report.outcome {
            case .clean: "clean"
            case .findings: "findings"
            case .incomplete: "incomplete"
            }
        failOnTotal = report.failOnTotal.map(\.description)
        policies = report.policies
        primaries = report.primaries.map(PrimaryDocument.init)
        interstitials = report.interstitials.map(AssetSummary.init)
        var tables = SharedTables()
        var transitions: [TransitionDocument] = []
        for group in TransitionGroup.groups(report.transitions) {
            transitions.append(TransitionDocument(group, &tables))
        }
        self.transitions = transitions
        comparisons = tables.comparisons
        rules = tables.rules
        changes = tables.changes
        recommendations = zip(report.recommendations, report.recommendations.firstNumbers)
            .map(RecommendationDocument.init)
        baseline = report.baseline.map(BaselineDocument.init)
        findings = report.findings.map(FindingDocument.init)
        diagnostics = report.diagnostics
        usage = report.usage
        summary = Dictionary(uniqueKeysWithValues: report.bandCounts.map { ($0.rawValue, $1) })
    }

    struct AssetSummary: Encodable {
        let uri: String
        let durationSeconds: Double?
        let variants: [VariantDocument]

        init(_ asset: AssetProfile) {
            uri = asset.reference.description
            durationSeconds = asset.duration?.seconds
            variants = asset.variants.map(VariantDocument.init)
        }
    }

    struct PrimaryDocument: Encodable {
        let label: String?
        let uri: String
        let durationSeconds: Double?
        let variants: [VariantDocument]

        init(_ primary: CheckedPrimary) {
            label = primary.label.isEmpty ? nil : primary.label
            uri = primary.asset.reference.description
            durationSeconds = primary.asset.duration?.seconds
            variants = primary.asset.variants.map(VariantDocument.init)
        }
    }

    struct BaselineDocument: Encodable {
        let new: Int
        let known: Int
        let fixed: [String]

        init(_ comparison: BaselineComparison) {
            new = comparison.new.count
            known = comparison.known
            fixed = comparison.fixed
        }
    }

    struct VariantDocument: Encodable {
        let label: String
        let bandwidth: Int?
        let measured: Bool
        let parameters: [String: ValueDocument]

        init(_ variant: ProfiledVariant) {
            label = variant.label
            bandwidth = variant.bandwidth
            measured = variant.measured != nil
            let effective = variant.effective
            // A comparison with itself lists every parameter with its printable value.
            let rows = ParameterComparison(from: effective, to: effective).differences.filter { $0.from != nil }
            parameters = Dictionary(
                rows.map { ($0.parameter.rawValue, ValueDocument(value: $0.from!, place: $0.fromProvenance)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    struct ValueDocument: Encodable {
        let value: String
        let place: Provenance?
    }

    struct FindingDocument: Encodable {
        let rule: RuleID
        let severity: Band
        let message: String
        let subject: String
        let receivers: [String]
        let evidence: [Finding.Evidence]
        let source: String
        let fix: String?

        init(_ finding: Finding) {
            rule = finding.rule
            severity = finding.severity
            message = finding.message
            subject = finding.subject
            receivers = finding.receivers
            evidence = finding.evidence
            source = finding.source
            fix = finding.fix
        }
    }
}

extension CheckReport {
    /// The document `segue.check/1` as UTF-8 text with a final line feed.
    package func json() throws -> String { try encodedCompactly(CheckDocument(self)) }
}

extension Duration {
    /// Seconds as a number for a document or a label, rounded to microseconds.
    var seconds: Double {
        let fraction = (Double(components.attoseconds) / 1_000_000_000_000).rounded()
        return Double(components.seconds * 1_000_000 + Int64(fraction)) / 1_000_000
    }

    /// The time to the nearest microsecond: what sums of rounded times leave behind it is noise.
    var toMicroseconds: Duration {
        let fraction = (Double(components.attoseconds) / 1_000_000_000_000).rounded()
        return Duration(secondsComponent: components.seconds, attosecondsComponent: 0) + .microseconds(Int64(fraction))
    }
}

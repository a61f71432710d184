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
    let primary: AssetSummary
    let interstitials: [AssetSummary]
    let transitions: [TransitionDocument]
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
        primary = AssetSummary(report.primary)
        interstitials = report.interstitials.map(AssetSummary.init)
        transitions = report.transitions.map(TransitionDocument.init)
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
    package func json() throws -> String { try encoded(CheckDocument(self)) }
}

extension Duration {
    /// Seconds as a number for a document or a label, rounded to microseconds.
    var seconds: Double {
        let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        return Double(microseconds) / 1_000_000
    }
}

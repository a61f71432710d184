package import HLSPlaylists
package import NowPlaying
package import TransitionRisk

/// What checking a Now Playing log gave, ready to be written: `segue.nowplaying-check/1`.
package struct LogCheckReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// The log's name.
    package var log: String
    /// The primary, printable.
    package var uri: String
    /// The plan in force; `nil` for the playlist's own breaks.
    package var plan: String?
    /// What had to be published.
    package var expectations: NowPlayingExpectations
    /// What was found in the log.
    package var verdict: LogVerdict
    /// What could not be read of the stream.
    package var diagnostics: [Diagnostic]
    /// Severity from which a finding counts.
    package var failOn: Diagnostic.Severity
    /// What a team makes of the rules.
    package var policies: [Policy] = []

    /// Collects a report.
    package init(
        tool: Tool, log: String, uri: String, plan: String?, expectations: NowPlayingExpectations, verdict: LogVerdict,
        diagnostics: [Diagnostic], failOn: Diagnostic.Severity
    ) {
        self.tool = tool
        self.log = log
        self.uri = uri
        self.plan = plan
        self.expectations = expectations
        self.verdict = verdict
        self.diagnostics = diagnostics
        self.failOn = failOn
    }

    /// What the stream lacks, then what the log shows, as the policies want it.
    var findings: [AppleSideFinding] {
        policies.applied(
            to: expectations.findings
                + verdict.findings.map { finding in
                    var finding = finding
                    finding.uri = log
                    return finding
                })
    }

    /// How often rules were broken.
    var counts: [String: Int] { policies.applied(to: verdict.counts) }

    /// How it ended.
    package var outcome: PresentationReport.Outcome {
        findings.outcome(failOn: failOn, isIncomplete: !diagnostics.isEmpty)
    }

    /// The document as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(Document(self)) }

    /// Breaches at or above the limit, one a line.
    package var failures: [String] {
        findings.filter { $0.rule.severity.asDiagnostic.rank >= failOn.rank }.flatMap {
            [$0].lines(TerminalStyle(colour: false))
        }
    }

    /// The report as one HTML file.
    package func html() throws -> String {
        try AppleSidePage(
            title: "What an app published as Now Playing", subject: "\(log) against \(uri)", tool: tool,
            outcome: outcome, failOn: failOn, facts: facts, findings: findings,
            omissions: verdict.findings.omissions(of: counts), unread: diagnostics, tables: []
        ).html()
    }

    private var facts: [String] {
        [
            expectations.terms.type.title, plan.map { "service plan \($0)" }, "\(verdict.entries) lines",
            "\(verdict.events.values.reduce(0, +)) events", "\(verdict.publications) updates",
            verdict.span.map { "\(($0.upperBound - $0.lowerBound).shown) s" },
        ].compactMap(\.self)
    }

    /// The report as text of at most 100 columns.
    package func text(style: TerminalStyle) -> String {
        var lines = wrapped("\(log) against \(uri)".printable, width: 98)
        lines += wrapped(facts.joined(separator: " · ").printable, width: 98)
        if !findings.isEmpty { lines += ["", style.bold("Findings")] + findings.lines(style) }
        lines += verdict.findings.omissions(of: counts)
        lines += diagnostics.flatMap { wrapped($0.description.printable, width: 96) }
        lines += ["", style.bold("\(outcome.verdict(failOn: failOn)): \(findings.tally)")]
        return lines.map { $0 + "\n" }.joined()
    }
}

extension LogCheckReport {
    /// The JSON document.
    private struct Document: Encodable {
        let schema = "segue.nowplaying-check/1"
        let tool: Tool
        let log: String
        let uri: String
        let contentType: ContentType
        let servicePlan: String?
        let lines: Int
        let entries: Int
        let publications: Int
        let events: [String: Int]
        let spanSeconds: ExactSeconds?
        let findings: [AppleSideFindingDocument]
        let counts: [String: Int]
        let diagnostics: [Diagnostic]
        let failOn: Diagnostic.Severity
        let outcome: String

        init(_ report: LogCheckReport) {
            tool = report.tool
            log = report.log
            uri = report.uri
            contentType = report.expectations.terms.type
            servicePlan = report.plan
            lines = report.verdict.lines
            entries = report.verdict.entries
            publications = report.verdict.publications
            events = Dictionary(uniqueKeysWithValues: report.verdict.events.map { ($0.rawValue, $1) })
            spanSeconds = report.verdict.span.map { ExactSeconds(($0.upperBound - $0.lowerBound).toMicroseconds) }
            findings = report.findings.map(AppleSideFindingDocument.init)
            counts = report.counts
            diagnostics = report.diagnostics
            failOn = report.failOn
            outcome = report.outcome.word
        }
    }
}

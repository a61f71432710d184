package import HLSPlaylists
package import NowPlaying
package import TransitionRisk

/// What an app has to publish for a stream, ready to be written: `segue.nowplaying-expectations/1`.
package struct ExpectationsReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// The primary, printable.
    package var uri: String
    /// The plan in force; `nil` for the playlist's own breaks.
    package var plan: String?
    /// What has to be published.
    package var expectations: NowPlayingExpectations
    /// What could not be read.
    package var diagnostics: [Diagnostic]
    /// Severity from which a finding counts.
    package var failOn: Diagnostic.Severity
    /// What a team makes of the rules.
    package var policies: [Policy] = []

    /// Collects a report.
    package init(
        tool: Tool, uri: String, plan: String?, expectations: NowPlayingExpectations, diagnostics: [Diagnostic],
        failOn: Diagnostic.Severity
    ) {
        self.tool = tool
        self.uri = uri
        self.plan = plan
        self.expectations = expectations
        self.diagnostics = diagnostics
        self.failOn = failOn
    }

    /// What the stream lacks, as the policies want it.
    var findings: [AppleSideFinding] { policies.applied(to: expectations.findings) }

    /// How it ended.
    package var outcome: PresentationReport.Outcome {
        findings.outcome(failOn: failOn, isIncomplete: !diagnostics.isEmpty)
    }

    /// The document as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(ExpectationsDocument(self)) }

    /// The report as one HTML file.
    package func html() throws -> String {
        let terms = expectations.terms
        return try AppleSidePage(
            title: "What to publish as Now Playing", subject: uri, tool: tool, outcome: outcome, failOn: failOn,
            facts: facts, findings: findings, omissions: [], unread: diagnostics,
            tables: [
                AppleSidePage.Table(
                    "What belongs into the dictionary", heads: ["Presence", "Property", "Meaning", "Why"],
                    rows: PropertyMatrix.rows.map {
                        [$0[terms.type].rawValue, $0.property.rawValue, $0.meaning, $0.reason]
                    }),
                AppleSidePage.Table(
                    "What happens, and what it publishes", heads: ["Event", "At", "Publishes", "Commands"],
                    rows: expectations.moments.map { moment in
                        let updated = moment.properties.filter(\.isUpdated).map {
                            "\($0.property.rawValue) = \($0.value ?? "")"
                        }
                        return [
                            ([moment.event.rawValue] + moment.breaks).joined(separator: " "),
                            moment.position.map { "\($0.shown) s" } ?? "",
                            moment.event.clears ? "nowPlayingInfo = nil" : updated.joined(separator: "; "),
                            moment.commands.joined(separator: "; "),
                        ]
                    }),
            ]
        ).html()
    }

    private var facts: [String] {
        let terms = expectations.terms
        let length = terms.publishedDuration.map { "\($0.shown) s to publish" } ?? "no length to publish"
        return [terms.type.title, length, plan.map { "service plan \($0)" }, adText].compactMap(\.self)
    }

    /// The report as text of at most 100 columns.
    package func text(style: TerminalStyle) -> String {
        let terms = expectations.terms
        var lines = wrapped(uri.printable, width: 98)
        lines += wrapped(facts.joined(separator: " · ").printable, width: 98)
        lines += ["", style.bold("What belongs into the dictionary")]
        lines += PropertyMatrix.rows.flatMap { row in
            let presence = row[terms.type]
            let text =
                "\(presence == .forbidden ? "\(row.property.title): must not be there" : row.meaning); \(row.reason)"
            return ["  \(presence.rawValue.column(10)) \(row.property.rawValue)"]
                + wrapped(text, width: 84).map { style.dim("             \($0)") }
        }
        lines += ["", style.bold("What happens, and what it publishes")]
        for moment in expectations.moments { lines += momentLines(moment, style) }
        if !findings.isEmpty { lines += ["", style.bold("Findings")] + findings.lines(style) }
        lines += diagnostics.flatMap { wrapped($0.description.printable, width: 96) }
        lines += ["", style.bold("\(outcome.verdict(failOn: failOn)): \(findings.tally)")]
        return lines.map { $0 + "\n" }.joined()
    }

    private var adText: String? {
        let stretches = expectations.terms.adRanges.stretches
        guard !stretches.isEmpty else { return nil }
        return "advertising in it at " + stretches.map { "\($0.start.shown) – \($0.end.shown)" }.joined(separator: ", ")
    }

    private func momentLines(_ moment: MomentExpectation, _ style: TerminalStyle) -> [String] {
        let place = moment.position.map { " at \($0.shown) s" } ?? ""
        let breaks = moment.breaks.isEmpty ? "" : " of \(moment.breaks.joined(separator: ", "))"
        var lines = ["  " + style.bold("\(moment.event.rawValue)\(breaks)\(place)".printable.shortened(to: 90))]
        if moment.event.clears { lines.append("    nowPlayingInfo = nil") }
        if !moment.event.clears, !moment.properties.contains(where: \.isUpdated) {
            lines.append("    nothing to set for a \(expectations.terms.type.title)")
        }
        lines += moment.properties.filter(\.isUpdated).flatMap { expectation in
            wrapped("\(expectation.property.rawValue) = \(expectation.value ?? "")".printable, width: 94).map {
                "    " + $0
            }
        }
        lines += moment.commands.flatMap { wrapped("commands: \($0)", width: 94).map { "    " + $0 } }
        if moment.event.isOwnReading { lines.append(style.dim("    own reading: Apple names no event for a break")) }
        return lines
    }
}

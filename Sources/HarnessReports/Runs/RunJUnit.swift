import MatrixRuns

/// The run as JUnit XML, in the dialect of Maven Surefire, which has elements for what failed first and then did not.
///
/// A cell is a test case: its class name is the receiver, its name the transition. Only what is worse than expected is a
/// failure; what could not be checked is an error; a known failure and what was not to be checked are skipped, with the
/// reason. A known intermittent outcome, and an attempt that failed before another succeeded, are flaky.
struct RunJUnit {
    private let report: RunReport

    init(_ report: RunReport) { self.report = report }

    /// The document.
    var text: String {
        let standings = report.standings
        let skipped = report.entries.count { isSkipped($0) }
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuite name=\"segue run \(report.run.summary.id)\" time=\"0\" tests=\"\(report.entries.count)\" "
                + "errors=\"\(standings[.unchecked] ?? 0)\" skipped=\"\(skipped)\" failures=\"\(standings[.worse] ?? 0)\">",
            "  <properties>",
        ]
        for (name, value) in [
            ("run", "\(report.run.summary.id)"), ("verdict", report.verdict.rawValue),
            ("tool", report.run.summary.tool),
            ("rules", report.run.summary.rules), ("costs", report.run.summary.costs),
            ("failOn", report.run.setup.failOn.rawValue),
        ] { lines.append("    <property name=\"\(name)\" value=\"\(value.xml)\"/>") }
        lines.append("  </properties>")
        for (name, entry) in report.named { lines += testCase(name, entry) }
        lines.append("</testsuite>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func isSkipped(_ entry: RunReport.Entry) -> Bool {
        entry.standing == .known || (entry.standing == .expected && !entry.cell.outcome.isJudged)
    }

    private func testCase(_ name: CellName, _ entry: RunReport.Entry) -> [String] {
        let cell = entry.cell
        let open =
            "  <testcase name=\"\(name.transition.description.xml)\" classname=\"\(name.receiver.xml)\" time=\"0\""
        let attempts = (cell.attempts ?? "").split(separator: "\n").map(String.init)
        var children: [String] = []
        let message = "\(cell.outcomeWords): \(report.why(cell))".xml
        switch entry.standing {
        case .worse:
            children.append(
                "    <failure message=\"\(message)\" type=\"\(cell.outcome.word)\">\(detail(entry).xml)</failure>")
        case .known:
            let reason = entry.expectation.flatMap { report.run.setup.expectations[$0].reason } ?? "no reason given"
            let link = entry.expectation.flatMap { report.run.setup.expectations[$0].link }.map { " \($0)" } ?? ""
            children.append("    <skipped message=\"known, \(message) (\((reason + link).xml))\"/>")
        case .intermittent:
            if cell.outcome != .pass {
                children += [flaky("flakyFailure", cell.outcome.word, "\(cell.outcomeWords): \(report.why(cell))")]
            }
        case .expected where !cell.outcome.isJudged:
            children.append("    <skipped message=\"\(message)\"/>")
        case .unchecked:
            children.append(
                "    <error message=\"\(message)\" type=\"\(cell.outcome.word)\">\(detail(entry).xml)</error>")
        case .expected, .better: break
        }
        // Attempts of a primary that was read in the end are flaky errors, those of one that never was are reruns.
        let element = entry.standing == .unchecked ? "rerunError" : "flakyError"
        for attempt in attempts {
            let type = attempt.prefix { $0 != ":" }
            children.append(flaky(element, String(type), attempt))
        }
        return children.isEmpty ? [open + "/>"] : [open + ">"] + children + ["  </testcase>"]
    }

    private func flaky(_ element: String, _ type: String, _ text: String) -> String {
        "    <\(element) message=\"\(text.xml)\" type=\"\(type.xml)\"><stackTrace>\(text.xml)</stackTrace></\(element)>"
    }

    private func detail(_ entry: RunReport.Entry) -> String {
        let cell = entry.cell
        var lines = [report.why(cell)]
        if let judgement = report.run.judgement(of: cell) {
            lines += judgement.reasons.map { "\($0.summary): \($0.band.rawValue) alone; fix: \($0.fix)" }
            lines += judgement.obstacles.map { "\($0.message) (\($0.source))" }
        }
        if let good = cell.course.lastGood { lines.append("last good in run \(good)") }
        if let bad = cell.course.firstBad { lines.append("first bad in run \(bad)") }
        if let same = entry.sameFailure.map({ report.run.setup.expectations[$0] }) {
            lines.append("the same failure is known elsewhere: \(same.reason ?? "") \(same.link ?? "")")
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension String {
    /// The text for an XML attribute or element. What XML cannot hold becomes `�` (XML 1.0 section 2.2).
    var xml: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n": result += "&#10;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result += String(scalar).printable
            }
        }
        return result
    }
}

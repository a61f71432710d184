import SuitePlanning

extension PlanReport {
    /// The sheets as Markdown with boxes to tick.
    package func markdown() -> String {
        let sheet = PlanSheet(self)
        var lines = ["# \(sheet.title)", ""]
        lines += sheet.facts.map { "- \($0.name): \(escaped($0.value))" }
        lines += [
            "", "## Receivers", "", "\(sheet.smallness).", "", "| receiver | model or id | kind | alone covers |",
            "|---|---|---|---|",
        ]
        lines += sheet.receivers.map { row([$0.title, $0.id, $0.kind, $0.neededFor]) }
        if sheet.hasProblems {
            lines += ["", "## Not complete", ""] + sheet.problems.map { "- \(escaped($0))" }
        }
        lines += ["", "## Cases", ""]
        for entry in sheet.cases { lines += caseLines(entry) }
        lines += ["## What is covered", ""] + sheet.pairs.map { "- \($0)" }
        lines += ["", "| facet | level | shown by | why it matters |", "|---|---|---|---|"]
        lines += sheet.facets.map { row(["\($0.title) (`\($0.id)`)", $0.level, $0.state, $0.why]) }
        if !sheet.leftOut.isEmpty {
            lines +=
                ["", "## Left out", ""] + sheet.leftOut.map(escaped) + [""]
                + sheet.worstLeftOut.map { "- \(escaped($0))" }
        }
        lines += ["", "Made by \(sheet.tool), costs \(sheet.costs)."]
        return lines.map { $0 + "\n" }.joined()
    }

    private func caseLines(_ entry: PlanSheet.CaseSheet) -> [String] {
        var lines = ["### \(entry.number). \(escaped(entry.title))", ""]
        let facts = [
            "`\(entry.id)`", escaped(entry.sender), escaped(entry.receiver), "plan \(escaped(entry.plan))",
            entry.kind.first ?? "predicted \(entry.band)",
        ]
        lines += [(facts + entry.rig).joined(separator: " · "), ""]
        lines += entry.preconditions.map { "- [ ] \(escaped($0))" } + [""]
        for (index, step) in entry.steps.enumerated() {
            let place = step.place.map { " (\($0))" }.joined()
            lines.append("\(index + 1). [ ] **\(escaped(step.action))**\(place)")
            lines.append("   Expected: \(escaped(step.expected))")
            lines += step.delay.map { "   Predicted: \(escaped($0))." }
            lines.append(
                step.measures ? "   Seen: black or frozen ______ ms, silent ______ ms, note ______" : "   Seen: ______")
        }
        return lines + [""]
    }

    private func row(_ cells: [String]) -> String { "| " + cells.map(escaped).joined(separator: " | ") + " |" }

    /// Text from outside without anything that Markdown or HTML inside it would take for its own.
    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text.printable {
            switch character {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "|", "*", "[", "]", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result
    }
}

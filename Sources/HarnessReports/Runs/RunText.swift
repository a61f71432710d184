import MatrixRuns

extension RunReport {
    /// The run for a terminal, at most 100 columns wide: the verdict, what is worse, what could not be checked, what got
    /// better, what changed.
    package func terminalText(style: TerminalStyle) -> String {
        var lines = [style.bold("Run \(run.summary.id): \(sentence)".printable)]
        let counts = run.counts
        let outcomes = CellOutcome.allCases.compactMap { outcome in counts[outcome].map { "\($0) \(outcome.word)" } }
        lines += wrapped(
            "\(entries.count) cells on \(run.receivers.count) receivers: \(outcomes.joined(separator: ", "))",
            width: 100)
        if let baseline {
            let words = RunDifference.Change.allCases.compactMap { change in
                changes[change].map { "\($0) \(change.rawValue)" }
            }
            lines += wrapped("since run \(baseline.id): \(words.joined(separator: ", "))", width: 100)
        }
        lines += list("Worse than expected", .worse, style)
        lines += list("Could not be checked", .unchecked, style)
        lines += list("Better than expected", .better, style)
        for index in unmatched {
            lines += wrapped(
                "\(run.setup.expectations[index].place): this expectation matches no cell".printable, width: 100)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Cells of one standing, those with the same reason at the same transition together.
    private func list(_ title: String, _ standing: Standing, _ style: TerminalStyle) -> [String] {
        var groups: [(key: [String], receivers: [String], entry: Entry)] = []
        var places: [[String]: Int] = [:]
        for (name, entry) in named where entry.standing == standing {
            let key = [name.transition.description, entry.cell.outcomeWords, why(entry.cell)]
            if let place = places[key] {
                groups[place].receivers.append(receiver(entry.cell).title)
            } else {
                places[key] = groups.count
                groups.append((key, [receiver(entry.cell).title], entry))
            }
        }
        guard !groups.isEmpty else { return [] }
        var lines = ["", style.bold("\(title):")]
        for group in groups.prefix(20) {
            let head = "  \(group.entry.cell.symbol) \(group.key[0].printable.shortenedInside(to: 60)): \(group.key[1])"
            lines.append(group.entry.cell.band.map { style.paint(head, $0) } ?? head)
            let shown = group.receivers.prefix(4).joined(separator: "; ")
            let rest = group.receivers.count > 4 ? "; and \(group.receivers.count - 4) more" : ""
            lines += wrapped("on \(shown)\(rest)".printable, width: 94).map { "    " + $0 }
            if !group.key[2].isEmpty { lines += wrapped(group.key[2].printable, width: 94).map { "    " + $0 } }
            lines += wrapped(course(group.entry), width: 94).map { "    " + $0 }
        }
        if groups.count > 20 { lines.append("  … and \(groups.count - 20) more; the page of the run has them all") }
        return lines
    }

    private func course(_ entry: Entry) -> String {
        var parts: [String] = []
        parts.append(entry.cell.course.lastGood.map { "last good in run \($0)" } ?? "never good before")
        if let bad = entry.cell.course.firstBad, bad != run.summary.id { parts.append("bad since run \(bad)") }
        if let known = (entry.expectation ?? entry.sameFailure).map({ run.setup.expectations[$0] }),
            let reason = known.reason
        {
            let kind = entry.expectation == nil ? "same failure as known elsewhere" : "expected"
            parts.append("\(kind): \(reason)\(known.link.map { " (\($0))" } ?? "")")
        }
        return parts.joined(separator: "; ").printable
    }
}

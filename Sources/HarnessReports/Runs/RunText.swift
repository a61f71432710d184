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
        } else if run.summary.id > 1 {
            lines.append("the first run over \(run.summary.scope)".printable)
        }
        lines += list("Worse than expected", .worse, style)
        lines += list("Could not be checked", .unchecked, style)
        lines += list("Better than expected", .better, style)
        if !surprises.isEmpty { lines += ["", style.bold("Measured otherwise than predicted:")] }
        lines += surprises.prefix(20).flatMap { wrapped($0.printable, width: 98).map { "  " + $0 } }
        for index in unmatched.prefix(10) {
            lines += wrapped(
                "\(run.setup.expectations[index].place): this expectation matches no cell".printable, width: 100)
        }
        if unmatched.count > 10 { lines.append("… and \(unmatched.count - 10) more that match no cell") }
        if let outsideWords { lines += wrapped(outsideWords, width: 100) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The last measurement of each cell, where it stands against the prediction.
    var surprises: [String] {
        measured.keys.sorted().compactMap { index in
            guard let item = measured[index]?.last, item.agreement == .longer || item.agreement == .failed else {
                return nil
            }
            let predicted = item.foretold.map { ", predicted \($0)" } ?? ""
            return "\(run.name(of: entries[index].cell)): \(item.seen)\(predicted) (\(item.origin))"
        }
    }

    /// The matters of one standing: what, where, since when and why.
    private func list(_ title: String, _ standing: Standing, _ style: TerminalStyle) -> [String] {
        let matters = matters(standing)
        guard !matters.isEmpty else { return [] }
        var lines = ["", style.bold("\(title):")]
        for matter in matters.prefix(20) {
            let worst = entries[matter.worst].cell
            let why = matter.title.isEmpty ? "" : ": \(matter.title)"
            let cells = matter.cells.count == 1 ? "1 cell" : "\(matter.cells.count) cells"
            let delay = worst.p95Milliseconds.map { ", up to \(spokenDelay(Double($0)))" } ?? ""
            let head = wrapped("\(worst.symbol) \(worst.outcomeWords)\(delay), \(cells)\(why)".printable, width: 96)
            for (index, line) in head.enumerated() {
                let text = (index == 0 ? "  " : "    ") + line
                lines.append(worst.band.map { style.paint(text, $0) } ?? text)
            }
            func add(_ text: String) { lines += wrapped(text.printable, width: 94).map { "    " + $0 } }
            add(transitions(of: matter, most: 8))
            let receivers = receivers(of: matter).map(\.title)
            let rest = receivers.count > 6 ? "; and \(receivers.count - 6) more" : ""
            add("on \(receivers.prefix(6).joined(separator: "; "))\(rest)")
            add(course(of: matter))
            for cause in causes(of: matter).prefix(3) { add("since then: \(cause)") }
            if let known = knowledge(of: matter) { add(known.words + (known.link.map { " (\($0))" } ?? "")) }
        }
        if matters.count > 20 { lines.append("  … and \(matters.count - 20) more; the page of the run has them all") }
        return lines
    }
}

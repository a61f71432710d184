import MatrixRuns

/// The run for a comment on a pull request: the verdict, what is worse, what got better, what could not be checked.
struct RunMarkdown {
    private let report: RunReport
    /// Longer lists are cut: a comment may have 65,536 characters.
    private static let most = 50

    init(_ report: RunReport) { self.report = report }

    /// The comment.
    var text: String {
        let run = report.run.summary
        var lines = ["## \(mark) Segue run \(run.id): \(report.sentence)", ""]
        let counts = report.run.counts
        let outcomes = CellOutcome.allCases.compactMap { outcome in counts[outcome].map { "\($0) \(outcome.word)" } }
        lines.append("\(report.entries.count) cells: \(outcomes.joined(separator: ", ")).")
        if let baseline = report.baseline {
            let changes = RunDifference.Change.allCases.compactMap { change in
                report.changes[change].map { "\($0) \(change.rawValue)" }
            }
            lines.append("Since run \(baseline.id): \(changes.joined(separator: ", ")).")
        }
        lines += table("Worse than expected", .worse)
        lines += table("Could not be checked", .unchecked)
        lines += table("Better than expected", .better)
        if !report.run.setup.remarks.isEmpty {
            lines += ["", "### Worth knowing", ""] + report.run.setup.remarks.map { "- \(code($0))" }
        }
        if !report.unmatched.isEmpty {
            lines += ["", "### Expectations that match no cell", ""]
            lines += report.unmatched.map { "- \(code(report.run.setup.expectations[$0].place))" }
        }
        lines += ["", "Rules \(run.rules), costs \(run.costs), limit \(report.run.setup.failOn.rawValue)."]
        return lines.joined(separator: "\n") + "\n"
    }

    private var mark: String {
        switch report.verdict {
        case .asExpected: "✅"
        case .worse: "❌"
        case .incomplete, .nothingChecked: "⚠️"
        }
    }

    private func table(_ title: String, _ standing: Standing) -> [String] {
        let found = report.named.filter { $0.entry.standing == standing }
        guard !found.isEmpty else { return [] }
        var lines = [
            "", "### \(title)", "", "| Transition | Receiver | Outcome | p95 | Last good | Why |",
            "|---|---|---|---|---|---|",
        ]
        for (name, entry) in found.prefix(Self.most) {
            let cell = entry.cell
            let known = (entry.expectation ?? entry.sameFailure).map { report.run.setup.expectations[$0] }
            let link = known?.link.flatMap {
                isFollowable($0) ? " [known](<\($0.printable.filter { !"<>\n".contains($0) })>)" : nil
            }
            lines.append(
                "| \(code(name.transition.description)) | \(code(name.receiver)) | \(cell.symbol) \(cell.outcomeWords) | "
                    + "\(cell.p95Milliseconds.map { "\($0) ms" } ?? "") | "
                    + "\(cell.course.lastGood.map { "run \($0)" } ?? "never") | \(code(report.why(cell)))\(link ?? "") |"
            )
        }
        if found.count > Self.most { lines += ["", "… and \(found.count - Self.most) more in the page of the run."] }
        return lines
    }

    /// A text as code, in which nothing is markup and nobody is mentioned.
    private func code(_ text: String) -> String {
        text.isEmpty ? "" : "`" + text.printable.replacing("`", with: "'").replacing("|", with: "\\|") + "`"
    }
}

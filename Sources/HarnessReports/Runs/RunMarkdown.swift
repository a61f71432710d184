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
        let surprises = report.surprises
        if !surprises.isEmpty {
            lines += ["", "### Measured otherwise than predicted", ""]
            lines += surprises.prefix(Self.most).map { "- \(code($0))" }
        }
        if !report.run.setup.remarks.isEmpty {
            lines += ["", "### Worth knowing", ""] + report.run.setup.remarks.map { "- \(code($0))" }
        }
        if !report.unmatched.isEmpty {
            lines += ["", "### Expectations that match no cell", ""]
            lines += report.unmatched.prefix(Self.most).map { "- \(code(report.run.setup.expectations[$0].place))" }
        }
        if let words = report.outsideWords { lines += ["", "\(words)."] }
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
        let matters = report.matters(standing)
        guard !matters.isEmpty else { return [] }
        var lines = ["", "### \(title)", "", "| Outcome | Why | Where | Receivers | Since |", "|---|---|---|---|---|"]
        for matter in matters.prefix(Self.most) {
            let worst = report.entries[matter.worst].cell
            let delay = worst.p95Milliseconds.map { ", up to \(spokenDelay(Double($0)))" } ?? ""
            let cells = matter.cells.count == 1 ? "" : ", \(matter.cells.count) cells"
            let known = report.knowledge(of: matter)
            let link = known?.link.flatMap {
                isFollowable($0) ? " [known](<\($0.printable.filter { !"<>\n".contains($0) })>)" : nil
            }
            let receivers = report.receivers(of: matter).map(\.title)
            let rest = receivers.count > 6 ? "; and \(receivers.count - 6) more" : ""
            let causes = report.causes(of: matter).prefix(3).map { "<br>\(code($0))" }.joined()
            let row = [
                "\(worst.symbol) \(worst.outcomeWords)\(delay)\(cells)", code(matter.title) + (link ?? ""),
                code(report.transitions(of: matter, most: 8)),
                code(receivers.prefix(6).joined(separator: "; ") + rest), report.course(of: matter) + causes,
            ]
            lines.append("| \(row.joined(separator: " | ")) |")
        }
        if matters.count > Self.most {
            lines += ["", "… and \(matters.count - Self.most) more in the page of the run."]
        }
        return lines
    }

    /// A text as code, in which nothing is markup and nobody is mentioned.
    private func code(_ text: String) -> String {
        text.isEmpty ? "" : "`" + text.printable.replacing("`", with: "'").replacing("|", with: "\\|") + "`"
    }
}

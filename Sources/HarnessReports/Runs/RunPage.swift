import Foundation
import MatrixRuns
import TransitionRisk

/// The run as one HTML file that needs no network: what is worse and why, the matrix with filters, every break drawn, the
/// course of each receiver.
///
/// The matrix is plain HTML, so that it can be read before, and without, any script; what stands behind a cell is data
/// in the page, every text of it once, and is laid out when it is asked for. So 10,000 cells stay under 5 MB.
struct RunPage {
    let report: RunReport
    private let tool: Tool

    init(_ report: RunReport, tool: Tool) {
        self.report = report
        self.tool = tool
    }

    /// The page.
    var text: String {
        let run = report.run.summary
        return runPageHead(title: "Run \(run.id): \(report.sentence)".html) + top + matters + notes + gone + matrix
            + breaks
            + measured + trends
                + """
                <footer>\(tool.name.html) \(tool.version.html), rules \(run.rules.html), costs \(run.costs.html). Delays are the time over
                the receiver's own floor that 19 of 20 switches stay below; they are predictions from published evidence. Run \(run.id)
                began \(run.started.html)\(run.ended.map { " and ended \($0.html)" } ?? "").</footer>
                </main>
                <dialog id="detail" aria-labelledby="detail-title"><div id="detail-body"></div></dialog>
                <script type="application/json" id="data">\(RunPageData(report).text)</script>
                \(runPageScript)
                </body>
                </html>

                """
    }

    private var top: String {
        let run = report.run.summary
        let style =
            switch report.verdict {
            case .asExpected: "none"
            case .worse: "severe"
            case .incomplete, .nothingChecked: "unknown"
            }
        let since =
            report.baseline.map { "held against run \($0.id)" }
            ?? (run.id > 1 ? "the first over \(run.scope)" : "the first run of this history")
        return """
            <p class="soft small">Receiver matrix, run \(run.id) over \(run.scope.description.html), \(since.html)</p>
            <h1>\(report.sentence.html)</h1>
            <p class="verdict \(style)">\(verdictWords)</p>
            \(shares)

            """
    }

    /// How the cells ended: a bar of their shares, with the numbers in words below.
    private var shares: String {
        let counts = report.run.counts
        let known = CellOutcome.allCases.compactMap { outcome in counts[outcome].map { (outcome, $0) } }
        let words = known.map { "\($1) \($0.word)" }.joined(separator: ", ")
        let bar = known.map { "<span class=\"\($0.style)\" style=\"flex:\($1)\"></span>" }.joined()
        let facts = known.map { "<div><dt class=\"\($0.style)\">\($0.word)</dt><dd>\($1)</dd></div>" }.joined()
        return "<div class=\"shares\" role=\"img\" aria-label=\"\(words)\">\(bar)</div>"
            + "<dl class=\"facts\"><div><dt>cells</dt><dd>\(report.entries.count)</dd></div>\(facts)</dl>"
    }

    private var verdictWords: String {
        switch report.verdict {
        case .asExpected: "Green: as expected"
        case .worse: "Red: worse than expected"
        case .incomplete: "Not green: something could not be checked"
        case .nothingChecked: "Not green: nothing was checked"
        }
    }

    private var gone: String {
        guard !report.gone.isEmpty else { return "" }
        let shown = report.gone.prefix(50).map { "<li>\($0.description.html)</li>" }.joined()
        let more = report.gone.count > 50 ? "<p class=\"soft small\">… and \(report.gone.count - 50) more.</p>" : ""
        return "<h2>No longer there</h2><ul class=\"small\">\(shown)</ul>\(more)"
    }

    private var breaks: String {
        let worst = BreakDrawing.worst(in: report.run)
        let drawn = report.run.setup.entries.compactMap { entry -> String? in
            guard let spans = report.run.spans[entry.name], spans.contains(where: { !$0.isPrimary }) else { return nil }
            return BreakDrawing(primary: entry.name, spans: spans, worst: worst).html
        }
        return drawn.isEmpty ? "" : "<h2>What plays when</h2>" + drawn.joined()
    }

    private var trends: String {
        let drawn = report.trends.filter { trend in
            trend.points.count > 1 && trend.points.contains { $0.medianMilliseconds != nil }
        }.map { trend -> String in
            let title =
                report.run.receivers.first { $0.receiver.id == trend.receiver }?.receiver.title ?? trend.receiver
            return TrendDrawing(trend, title: title).html
        }
        guard !drawn.isEmpty else { return "" }
        return
            "<h2>Over the runs</h2><p class=\"soft small\">Median (line) and worst (dots) of the predicted delay of each receiver; a "
            + "bar marks a change of firmware, a triangle a change of level.</p><div class=\"trends\">\(drawn.joined())</div>"
    }

    private var notes: String {
        var items = report.run.setup.remarks.map { "<li>\($0.html)</li>" }
        items += report.unmatched.prefix(20).map { index in
            let expectation = report.run.setup.expectations[index]
            return
                "<li>\(expectation.place.html): this expectation matches no cell\(expectation.reason.map { " (\($0.html))" } ?? "")</li>"
        }
        if report.unmatched.count > 20 {
            items.append("<li>… and \(report.unmatched.count - 20) more expectations that match no cell</li>")
        }
        if let words = report.outsideWords { items.append("<li class=\"soft\">\(words.html)</li>") }
        return items.isEmpty ? "" : "<h2>Worth knowing</h2><ul>\(items.joined())</ul>"
    }

    func link(_ link: String) -> String {
        isFollowable(link) ? " <a href=\"\(link.html)\" rel=\"noreferrer\">\(link.html)</a>" : " \(link.html)"
    }

    func seconds(_ value: Double) -> String {
        let total = Int(value)
        let minutes = "\(total / 60):\(total % 60 < 10 ? "0" : "")\(total % 60)"
        return minutes
    }
}

extension CellOutcome {
    /// The word that styles go by.
    fileprivate var style: String {
        switch self {
        case .pass: "none"
        case .worseBand: "severe"
        default: word
        }
    }
}

extension String {
    /// The text for HTML, in and outside of attributes, without anything that could turn it round.
    var html: String { printable.xml }
}

import Foundation
import MatrixRuns
import TransitionRisk

/// The run as one HTML file that needs no network: what is worse and why, the matrix with filters, every break drawn, the
/// course of each receiver.
///
/// The matrix is plain HTML, so that it can be read before, and without, any script; what stands behind a cell is data
/// in the page, every text of it once, and is laid out when it is asked for. So 10,000 cells stay under 5 MB.
struct RunPage {
    private let report: RunReport
    private let tool: Tool

    init(_ report: RunReport, tool: Tool) {
        self.report = report
        self.tool = tool
    }

    /// The page.
    var text: String {
        let run = report.run.summary
        return runPageHead(title: "Run \(run.id): \(report.sentence)".html) + top + notes + changes + matrix + breaks
            + trends
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
        let counts = report.run.counts
        var facts = CellOutcome.allCases.compactMap { outcome in counts[outcome].map { ("\($0)", outcome.word) } }
        facts.insert(("\(report.entries.count)", "cells"), at: 0)
        let since = report.baseline.map { "held against run \($0.id)" } ?? "the first run of this history"
        return """
            <p class="soft small">Receiver matrix, run \(run.id), \(since)</p>
            <h1>\(report.sentence.html)</h1>
            <p class="verdict \(style)">\(verdictWords)</p>
            <dl class="facts">\(facts.map { "<div><dt>\($1)</dt><dd>\($0)</dd></div>" }.joined())</dl>

            """
    }

    private var verdictWords: String {
        switch report.verdict {
        case .asExpected: "Green: as expected"
        case .worse: "Red: worse than expected"
        case .incomplete: "Not green: something could not be checked"
        case .nothingChecked: "Not green: nothing was checked"
        }
    }

    // MARK: What to look at

    private var changes: String {
        let sections: [(String, [Standing])] = [
            ("Worse than expected", [.worse]), ("Could not be checked", [.unchecked]),
            ("Better than expected", [.better]),
        ]
        let shown = sections.map { title, standings in cards(title, standings) }.joined()
        let gone =
            report.gone.isEmpty
            ? ""
            : "<h2>No longer there</h2><ul class=\"small\">"
                + report.gone.prefix(50).map { "<li>\($0.description.html)</li>" }.joined() + "</ul>"
                + (report.gone.count > 50 ? "<p class=\"soft small\">… and \(report.gone.count - 50) more.</p>" : "")
        return shown + gone
    }

    /// Cells with the same reason at the same transition on one card.
    private func cards(_ title: String, _ standings: [Standing]) -> String {
        var groups: [(cells: [Int], why: String)] = []
        var places: [String: Int] = [:]
        for (index, entry) in report.entries.enumerated() where standings.contains(entry.standing) {
            let why = report.why(entry.cell)
            let key = "\(entry.cell.place) \(entry.cell.outcomeWords) \(why)"
            if let place = places[key] {
                groups[place].cells.append(index)
            } else {
                places[key] = groups.count
                groups.append(([index], why))
            }
        }
        guard !groups.isEmpty else { return "" }
        let cards = groups.prefix(60).map { card($0.cells, $0.why) }.joined()
        let more = groups.count > 60 ? "<p class=\"soft small\">… and \(groups.count - 60) more in the matrix.</p>" : ""
        return "<h2>\(title)</h2>" + cards + more
    }

    private func card(_ cells: [Int], _ why: String) -> String {
        let first = report.entries[cells[0]]
        let cell = first.cell
        let place = report.run.places[cell.place]
        let receivers = cells.map { index -> String in
            let entry = report.entries[index]
            return "<button type=\"button\" data-cell=\"\(index)\">\(report.receiver(entry.cell).title.html)</button>"
        }
        var lines: [String] = []
        if let judgement = report.run.judgement(of: cell), let fix = judgement.fixPath.first {
            lines.append(
                "<p><strong>Fix:</strong> \(fix.advice.html) → \(fix.band.rawValue), \(spokenDelay(Double(fix.p95Milliseconds)))</p>"
            )
        }
        lines.append("<p class=\"soft small\">\(course(first).html)</p>")
        if let known = (first.expectation ?? first.sameFailure).map({ report.run.setup.expectations[$0] }),
            let reason = known.reason
        {
            let what = first.expectation == nil ? "The same failure is known elsewhere" : "Expected there"
            lines.append("<p class=\"small\">\(what): \(reason.html)\(known.link.map(link) ?? "")</p>")
        }
        let delay = cell.p95Milliseconds.map { ", " + spokenDelay(Double($0)) } ?? ""
        return """
            <section class="card"><header><span class="\(cell.styleWord)">\(cell.symbol) \(cell.outcomeWords)\(delay)</span>
            <h3>\(place.name.description.html)</h3></header>
            <p>\(why.html)</p><p class="receivers">\(receivers.joined(separator: " "))</p>\(lines.joined())</section>

            """
    }

    private func course(_ entry: RunReport.Entry) -> String {
        let course = entry.cell.course
        var parts = [course.lastGood.map { "last good in run \($0)" } ?? "never good before"]
        if let bad = course.firstBad {
            parts.append(bad == report.run.summary.id ? "bad for the first time" : "bad since run \(bad)")
        }
        let place = report.run.places[entry.cell.place]
        if let earlier = report.earlier,
            let before = earlier.cells.first(where: { earlier.name(of: $0) == report.run.name(of: entry.cell) })
        {
            let then = (earlier.places[before.place], earlier.receivers[before.receiver].receiver)
            let now = report.receiver(entry.cell)
            if then.1.firmware != now.firmware {
                parts.append("firmware \(then.1.firmware ?? "-") → \(now.firmware ?? "-")")
            }
            if then.0.toRevision != place.toRevision || then.0.fromRevision != place.fromRevision {
                parts.append("another edition of an asset")
            }
        }
        return parts.joined(separator: "; ")
    }

    // MARK: Matrix

    private var matrix: String {
        guard !report.entries.isEmpty else { return "<p>There are no cells.</p>" }
        var index: [Int: [Int: Int]] = [:]
        for (number, entry) in report.entries.enumerated() {
            index[entry.cell.place, default: [:]][entry.cell.receiver] = number
        }
        // What AirPlay video never reaches needs no column.
        let reached = report.run.receivers.indices.filter { column in
            report.entries.contains { $0.cell.receiver == column && $0.cell.outcome != .unsupported }
        }
        let left = report.run.receivers.indices.filter { !reached.contains($0) }.map {
            report.run.receivers[$0].receiver.title
        }
        let columns = reached.map { report.run.receivers[$0] }.map { column in
            let receiver = column.receiver
            let firmware = receiver.firmware.map { "<br><span class=\"soft\">\($0.html)</span>" } ?? ""
            let note = column.isPresent ? "" : "<br><span class=\"not-run\">absent</span>"
            return
                "<th scope=\"col\" data-class=\"\(receiver.receiverClass.rawValue)\" title=\"\(receiver.id.html)\">\(receiver.title.html)"
                + "<br><span class=\"soft\">\(receiver.receiverClass.rawValue) \(receiver.tier.rawValue)</span>\(firmware)\(note)</th>"
        }
        var rows: [String] = []
        var primary: String?
        for (place, item) in report.run.places.enumerated() {
            if item.name.primary != primary {
                if primary != nil { rows.append("</tbody>") }
                primary = item.name.primary
                rows.append(
                    "<tbody><tr class=\"primary\"><th scope=\"rowgroup\" colspan=\"\(columns.count + 1)\">\(item.name.primary.html)</th></tr>"
                )
            }
            let cells = reached.map { column in
                index[place]?[column].map { td($0, report.entries[$0]) } ?? "<td>"
            }
            let search = [item.name.description, item.from ?? "", item.to ?? ""].joined(separator: " ").lowercased()
            let name = item.name.isWhole ? "could not be read" : "\(item.name.event)/\(item.name.position)"
            let at = item.atSeconds.map { " <span class=\"soft\">\(seconds($0))</span>" } ?? ""
            rows.append(
                "<tr data-text=\"\(search.html)\"><th scope=\"row\">\(name.html)\(at)</th>\(cells.joined())</tr>")
        }
        rows.append("</tbody>")
        return """
            <h2 id="matrix">The matrix</h2>
            \(filters)
            <div class="scroll"><table class="matrix" role="grid" aria-label="Transitions by receivers">
            <thead><tr><th scope="col">Transition</th>\(columns.joined())</tr></thead>
            \(rows.joined(separator: "\n"))
            </table></div>
            \(legend)
            \(left.isEmpty ? "" : "<p class=\"soft small\">AirPlay video does not reach: \(left.joined(separator: "; ").html).</p>")

            """
    }

    private func td(_ index: Int, _ entry: RunReport.Entry) -> String {
        let cell = entry.cell
        let delay =
            cell.band.map { $0.isJudged && $0 != .none } == true
            ? cell.p95Milliseconds.map { " " + spokenDelay(Double($0)) } ?? "" : ""
        let standing = entry.standing == .expected ? "" : ", \(entry.standing.words)"
        let change = entry.change.map { $0 == .unchanged ? "" : ", \($0.rawValue)" } ?? ""
        let marks =
            (entry.standing == .expected ? "" : " s-\(entry.standing.rawValue)")
            + (change.isEmpty ? "" : " changed")
        return
            "<td class=\"\(cell.styleWord)\(marks)\" data-cell=\(index) tabindex=-1 aria-label=\"\(cell.outcomeWords)\(delay)\(standing)\(change)\">\(cell.symbol)\(delay)"
    }

    private var filters: String {
        let classes = Set(report.run.receivers.map(\.receiver.receiverClass.rawValue)).sorted()
        let options = classes.map { "<option>\($0)</option>" }.joined()
        return """
            <form class="filters" id="filters" role="search">
            <label>Find <input type="search" id="find" placeholder="break, primary or asset" autocomplete="off"></label>
            <label>Show <select id="show"><option value="">all cells</option><option value="s-worse">worse than expected</option>
            <option value="changed">changed since the run before</option><option value="bad">too bad</option>
            <option value="open">not checked or unknown</option><option value="s-known">known failures</option></select></label>
            <label>Receivers <select id="class"><option value="">all classes</option>\(options)</select></label>
            <output id="count" aria-live="polite"></output>
            </form>

            """
    }

    private var legend: String {
        let bands = [Band.none, .low, .medium, .high, .severe, .blocking].map {
            "<span class=\"\($0.rawValue)\">\($0.symbol) \($0.rawValue)</span>"
        }
        let others = [("unknown", "?"), ("unsupported", "–"), ("timed-out", "∞"), ("error", "!"), ("not-run", "∅")].map
        {
            "<span class=\"\($0.0)\">\($0.1) \($0.0)</span>"
        }
        let standings = """
            <span><i class="sample s-worse">●</i> worse than expected</span><span><i class="sample s-better">●</i> better</span>
            <span><i class="sample s-known">●</i> known</span>
            """
        return "<p class=\"legend\">\((bands + others).joined())\(standings)</p>"
            + "<p class=\"soft small\">Arrow keys move in the matrix, Enter opens a cell, Escape closes it.</p>"
    }

    // MARK: The rest

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
        items += report.unmatched.map { index in
            let expectation = report.run.setup.expectations[index]
            return
                "<li>\(expectation.place.html): this expectation matches no cell\(expectation.reason.map { " (\($0.html))" } ?? "")</li>"
        }
        return items.isEmpty ? "" : "<h2>Worth knowing</h2><ul>\(items.joined())</ul>"
    }

    private func link(_ link: String) -> String {
        isFollowable(link) ? " <a href=\"\(link.html)\" rel=\"noreferrer\">\(link.html)</a>" : " \(link.html)"
    }

    private func seconds(_ value: Double) -> String {
        let total = Int(value)
        let minutes = "\(total / 60):\(total % 60 < 10 ? "0" : "")\(total % 60)"
        return minutes
    }
}

extension String {
    /// The text for HTML, in and outside of attributes, without anything that could turn it round.
    var html: String { printable.xml }
}

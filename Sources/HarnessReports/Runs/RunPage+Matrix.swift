import MatrixRuns
import TransitionRisk

extension RunPage {
    /// Transitions by receivers, with filters and a legend.
    var matrix: String {
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
}

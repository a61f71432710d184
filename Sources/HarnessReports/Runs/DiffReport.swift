package import MatrixRuns
import TransitionRisk

/// What changed between two runs, ready to be written (`segue.diff/1`).
package struct DiffReport {
    /// The difference.
    package let difference: RunDifference
    private let tool: Tool
    /// What receivers are called by nothing else, by id.
    private let titles: [String: String]

    /// Prepares a report.
    package init(difference: RunDifference, tool: Tool) {
        self.difference = difference
        self.tool = tool
        // Of a receiver that was renamed the new name counts. Classes are best known by their ids.
        let receivers = [difference.from, difference.to].filter { $0.summary.scope.subject == .receivers }
            .flatMap { $0.receivers.map(\.receiver) }
        let byID = Dictionary(receivers.map { ($0.id, $0.title) }) { _, last in last }
        let byTitle = Dictionary(grouping: byID.keys) { byID[$0] ?? "" }
        titles = byID.filter { byTitle[$0.value]?.count == 1 && !$0.value.isEmpty }
    }

    /// The document `segue.diff/1`; cells that did not change are counted only.
    package func json() throws -> String { try encoded(DiffDocument(difference, tool: tool)) }

    /// The difference for a terminal.
    package func text(style: TerminalStyle, quiet: Bool) -> String {
        let rows = difference.rows
        let counts = rows.reduce(into: [:]) { $0[$1.change, default: 0] += 1 }
        let words = RunDifference.Change.allCases.compactMap { change in
            counts[change].map { "\($0) \(change.rawValue)" }
        }
        var lines = [
            style.bold("Run \(difference.from.summary.id) → \(difference.to.summary.id): ")
                + (words.isEmpty ? "no cells" : words.joined(separator: ", "))
        ]
        let (before, after) = (difference.from.summary, difference.to.summary)
        if before.scope != after.scope {
            lines += wrapped(
                ("Run \(before.id) is over \(before.scope), run \(after.id) over \(after.scope): what only one of them looks at "
                    + "is new or gone.").printable, width: 100)
        }
        for change in RunDifference.Change.allCases where change != .unchanged {
            if quiet, change != .worse, change != .unchecked { continue }
            let found = rows.filter { $0.change == change }
            guard !found.isEmpty else { continue }
            lines += ["", style.bold("\(change.rawValue):")]
            for row in found.prefix(40) {
                let sides = [row.before, row.after].map { $0.map(words(of:)) ?? "–" }
                lines.append("  \(name(of: row).printable.shortenedInside(to: 70)): \(sides[0]) → \(sides[1])")
                for cause in causes(row) { lines += wrapped(cause.printable, width: 94).map { "      " + $0 } }
            }
            if found.count > 40 { lines.append("  … and \(found.count - 40) more; --json has them all") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A cell with its receiver as people call it, where no other receiver is called the same.
    private func name(of row: RunDifference.Row) -> String {
        titles[row.name.receiver].map { "\(row.name.transition) @ \($0)" } ?? row.name.description
    }

    private func words(of side: RunDifference.Side) -> String {
        side.band.map { side.outcome == .pass || side.outcome == .worseBand ? $0.rawValue : side.outcome.word }
            ?? side.outcome.word
    }

    private func causes(_ row: RunDifference.Row) -> [String] {
        guard let before = row.before, let after = row.after else { return [] }
        var causes: [String] = []
        if before.firmware != after.firmware {
            causes.append("firmware \(before.firmware ?? "-") → \(after.firmware ?? "-")")
        }
        if before.revisions != after.revisions { causes.append("another edition of an asset") }
        if !after.why.isEmpty, row.change == .worse || row.change == .unchecked {
            causes.append(difference.to.shown(after.why))
        }
        return causes
    }
}

/// The JSON document `segue.diff/1`.
private struct DiffDocument: Encodable {
    let schema = "segue.diff/1"
    let tool: Tool
    let from: Side
    let to: Side
    let summary: [String: Int]
    let cells: [Row]

    struct Side: Encodable {
        let run: Int
        let scope: RunScope
        let rules: String
        let costs: String
        let madeBy: String
    }

    struct Row: Encodable {
        let cell: CellName
        let change: RunDifference.Change
        let before: State?
        let after: State?
    }

    struct State: Encodable {
        let outcome: CellOutcome
        let band: Band?
        let p95Milliseconds: Int?
        let firmware: String?
        let revisions: [String]
        let why: String

        init(_ side: RunDifference.Side, in run: StoredRun) {
            outcome = side.outcome
            band = side.band
            p95Milliseconds = side.p95Milliseconds
            firmware = side.firmware
            revisions = side.revisions
            why = run.shown(side.why)
        }
    }

    init(_ difference: RunDifference, tool: Tool) {
        self.tool = tool
        func side(_ run: StoredRun) -> Side {
            Side(
                run: run.summary.id, scope: run.summary.scope, rules: run.summary.rules, costs: run.summary.costs,
                madeBy: run.summary.tool)
        }
        from = side(difference.from)
        to = side(difference.to)
        let rows = difference.rows
        summary = Dictionary(
            RunDifference.Change.allCases.map { change in (change.rawValue, rows.count { $0.change == change }) },
            uniquingKeysWith: { first, _ in first })
        cells = rows.filter { $0.change != .unchanged }.map { row in
            Row(
                cell: row.name, change: row.change, before: row.before.map { State($0, in: difference.from) },
                after: row.after.map { State($0, in: difference.to) })
        }
    }
}

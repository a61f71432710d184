package import MatrixRuns
import TransitionRisk

/// One cell over all runs, ready to be written (`segue.history/1`).
package struct CellReport {
    /// The cell.
    package let history: CellHistory
    private let tool: Tool

    /// Prepares a report.
    package init(history: CellHistory, tool: Tool) {
        self.history = history
        self.tool = tool
    }

    /// The document `segue.history/1`.
    package func json() throws -> String { try encoded(CellDocument(history, tool: tool)) }

    /// The cell for a terminal: how it is and since when, what was different when it was last good, its course.
    package func text(style: TerminalStyle) -> String {
        var lines = [style.bold(history.name.description.printable)]
        func point(_ title: String, _ point: CellHistory.Point?) {
            guard let point else { return }
            var words = ["\(title) run \(point.run) (\(point.started)): \(state(point))"]
            if let firmware = point.firmware { words.append("firmware \(firmware)") }
            let editions = [point.fromRevision, point.toRevision].compactMap(\.self)
            if !editions.isEmpty { words.append("assets \(editions.joined(separator: " → "))") }
            lines += wrapped(words.joined(separator: ", ").printable, width: 100)
        }
        point("is so since", history.since)
        if let last = history.points.last, last.outcome != .pass {
            if !last.why.isEmpty { lines += wrapped("why: \(last.why)".printable, width: 100) }
            point("last good in", history.lastGood)
            point("first bad in", history.firstBad)
            for suspect in history.suspects { lines += wrapped("  different then: \(suspect)".printable, width: 100) }
            if history.lastGood == nil { lines.append("it was never good") }
        }
        for change in history.predictedChanges {
            lines.append(
                "predicted delay: \(change.before) → \(change.after) ms in run \(history.points[change.at].run)")
        }
        for change in history.measuredChanges {
            lines.append("measured delay: \(change.before) → \(change.after) ms at measurement \(change.at + 1)")
        }
        lines += history.points.isEmpty ? ["in no run"] : ["", style.bold("Runs, newest first:")]
        for (point, count) in stretches.reversed().prefix(30) {
            let runs = count == 1 ? "\(point.run)" : "\(point.run) to \(point.run + count - 1)"
            lines.append("  run \(runs): \(state(point))".printable)
        }
        if !history.measurements.isEmpty {
            lines += ["", style.bold("Measured, beside what had been predicted (the whole delay):")]
            for item in history.measurements.suffix(30) {
                let words = [item.seen, item.foretold.map { "predicted \($0)" }, item.comparison].compactMap(\.self)
                lines += wrapped(words.joined(separator: "; ").printable, width: 96).map { "  " + $0 }
                lines += wrapped("\(item.origin); after run \(item.run ?? 0)".printable, width: 94).map {
                    style.dim("    " + $0)
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Neighbouring runs in the same state as one line each.
    private var stretches: [(CellHistory.Point, Int)] {
        var result: [(CellHistory.Point, Int)] = []
        for point in history.points {
            if let last = result.last, state(last.0) == state(point), point.run == last.0.run + last.1 {
                result[result.count - 1].1 += 1
            } else {
                result.append((point, 1))
            }
        }
        return result
    }

    private func state(_ point: CellHistory.Point) -> String {
        let band = point.band.flatMap {
            point.outcome == .pass || point.outcome == .worseBand ? " \($0.rawValue)" : nil
        }
        return point.outcome.word + (band ?? "") + (point.p95Milliseconds.map { ", \($0) ms" } ?? "")
    }
}

/// The JSON document `segue.history/1`.
private struct CellDocument: Encodable {
    let schema = "segue.history/1"
    let tool: Tool
    let cell: CellName
    let since: Point?
    let lastGood: Point?
    let firstBad: Point?
    let suspects: [String]
    let points: [Point]
    let predictedChanges: [ChangeDetection.Change]
    let measurements: [MeasurementDocument]
    let measuredChanges: [ChangeDetection.Change]

    struct Point: Encodable {
        let run: Int
        let started: String
        let outcome: CellOutcome
        let band: Band?
        let p95Milliseconds: Int?
        let firmware: String?
        let fromRevision: String?
        let toRevision: String?
        let rules: String
        let costs: String
        let signature: String?
        let why: String

        init(_ point: CellHistory.Point) {
            run = point.run
            started = point.started
            outcome = point.outcome
            band = point.band
            p95Milliseconds = point.p95Milliseconds
            firmware = point.firmware
            fromRevision = point.fromRevision
            toRevision = point.toRevision
            rules = point.rules
            costs = point.costs
            signature = point.signature
            why = point.why
        }
    }

    init(_ history: CellHistory, tool: Tool) {
        self.tool = tool
        cell = history.name
        since = history.since.map(Point.init)
        lastGood = history.lastGood.map(Point.init)
        firstBad = history.firstBad.map(Point.init)
        suspects = history.suspects
        points = history.points.map(Point.init)
        predictedChanges = history.predictedChanges
        measurements = history.measurements.map(MeasurementDocument.init)
        measuredChanges = history.measuredChanges
    }
}

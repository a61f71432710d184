/// A stored run with everything that its reports say: how each cell stands to what was expected, what has changed since
/// the run before, and how receivers have done over time.
///
/// It depends on this run and those before it only, so that it is the same at any time.
package struct RunReport: Sendable {
    /// A cell with its standing.
    package struct Entry: Sendable {
        /// The cell.
        package var cell: StoredRun.Cell
        /// How it stands.
        package var standing: Standing
        /// The expectation that counts for it, by its place in the setup; `nil` where none does.
        package var expectation: Int?
        /// The expectation for the same failure elsewhere, whose reason and link are worth a look; `nil` where there is none.
        package var sameFailure: Int?
        /// What became of it since the run before; `nil` without such a run.
        package var change: RunDifference.Change?
        /// What is different from the last run in which it was good; empty while it is good, and where nothing is.
        package var suspects: [Suspect] = []
    }

    /// The run.
    package var run: StoredRun
    /// The cells, in the run's order.
    package var entries: [Entry]
    /// What was there in the run before and is not in this one.
    package var gone: [CellName]
    /// Expectations that cover no cell of the run and should, by their places.
    package var unmatched: [Int]
    /// Expectations about what is no part of the run, by their places.
    package var outside: [Int]
    /// The receivers' courses over the runs.
    package var trends: [ReceiverTrend]
    /// The run that it is held against; `nil` without one.
    package var earlier: StoredRun?
    /// What was measured on cells of the run, by their places in ``entries``, in the order in which it was recorded.
    package var measured: [Int: [Measurement]] = [:]

    /// Puts a run beside its expectations and the run before.
    ///
    /// - Parameters:
    ///   - baseline: The run to hold it against; `nil` for none.
    ///   - suspects: What is different from the last run in which a cell was good, by the cell's place.
    ///   - known: Ids of all receivers that ever took part.
    ///   - measurements: What was measured, in the order in which it was recorded.
    package init(
        _ run: StoredRun, baseline: StoredRun?, trends: [ReceiverTrend], suspects: [Int: [Suspect]] = [:],
        known: Set<String> = [], measurements: [Measurement] = []
    ) {
        self.run = run
        self.trends = trends
        earlier = baseline
        let book = ExpectationBook(run.setup.expectations, limit: run.setup.failOn)
        let difference = baseline.map { RunDifference(from: $0, to: run) }
        gone = difference?.gone ?? []
        let changes = difference?.changes ?? []
        var matched: Set<Int> = []
        // A failure that somebody has explained on one cell is probably explained on others, too.
        var explained: [String: Int] = [:]
        for (index, expectation) in run.setup.expectations.enumerated() {
            if let failure = expectation.failure, expectation.reason != nil { explained[failure] = index }
        }
        entries = run.cells.enumerated().map { index, cell in
            let covering = book.covering(
                .init(receiver: run.receivers[cell.receiver].receiver, place: run.places[cell.place]))
            if let covering { matched.insert(covering) }
            let standing = book.standing(cell.outcome, cell.band, expectation: covering)
            if standing == .known, let covering, let failure = cell.failure,
                run.setup.expectations[covering].reason != nil, explained[failure] == nil
            {
                explained[failure] = covering
            }
            return Entry(
                cell: cell, standing: standing, expectation: covering,
                change: changes.isEmpty ? nil : changes[index], suspects: suspects[index] ?? [])
        }
        for index in entries.indices where entries[index].standing == .worse {
            entries[index].sameFailure = entries[index].cell.failure.flatMap { explained[$0] }
        }
        let subjects = run.cells.map {
            ExpectationBook.Subject(receiver: run.receivers[$0.receiver].receiver, place: run.places[$0.place])
        }
        // One that covers cells for which another one counts matches, too.
        let idle = run.setup.expectations.indices.filter { index in
            !matched.contains(index) && !subjects.contains { book.covers($0, index) }
        }
        let reach = ExpectationReach(run, known: known)
        let beyond = Set(idle.filter { reach.isOutside(run.setup.expectations[$0].when) })
        outside = idle.filter(beyond.contains)
        unmatched = idle.filter { !beyond.contains($0) }
        guard !measurements.isEmpty else { return }
        let byCell = Dictionary(grouping: measurements, by: \.cell)
        for (index, cell) in run.cells.enumerated() {
            if let own = byCell[run.name(of: cell)] { measured[index] = own }
        }
    }

    /// The run that it is held against, in short; `nil` without one.
    package var baseline: RunSummary? { earlier?.summary }

    /// How a run ends.
    package enum Verdict: String, Sendable, Hashable, Codable {
        /// Everything as expected.
        case asExpected = "as-expected"
        /// At least one cell is worse than expected.
        case worse
        /// Nothing is worse, but something could not be checked.
        case incomplete
        /// Not one cell was judged: never green.
        case nothingChecked = "nothing-checked"

        /// The exit code that a scheduler sees.
        package var exitCode: Int32 {
            switch self {
            case .asExpected: 0
            case .worse: 1
            case .incomplete, .nothingChecked: 2
            }
        }
    }

    /// The verdict on the run.
    package var verdict: Verdict {
        if entries.contains(where: { $0.standing == .worse }) { return .worse }
        if !entries.contains(where: { $0.cell.outcome.isJudged }) { return .nothingChecked }
        let isOpen = run.summary.state != .finished || entries.contains { $0.standing == .unchecked }
        return isOpen ? .incomplete : .asExpected
    }

    /// Number of cells of each standing.
    package var standings: [Standing: Int] { entries.reduce(into: [:]) { $0[$1.standing, default: 0] += 1 } }

    /// Number of cells of each change since the run before.
    package var changes: [RunDifference.Change: Int] {
        var counts = entries.compactMap(\.change).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        if !gone.isEmpty { counts[.gone] = gone.count }
        return counts
    }

    /// One sentence on the verdict.
    package var sentence: String {
        let counts = standings
        func number(_ standing: Standing) -> Int { counts[standing] ?? 0 }
        func cells(_ count: Int) -> String { "\(count) cell\(count == 1 ? "" : "s")" }
        let better = number(.better) > 0 ? "; \(cells(number(.better))) better than expected" : ""
        return switch verdict {
        case .asExpected: "All \(cells(entries.count)) as expected" + better
        case .worse: "\(cells(number(.worse))) worse than expected" + better
        case .incomplete:
            (number(.unchecked) > 0
                ? "\(cells(number(.unchecked))) could not be checked" : "The run was ended before all was done")
                + better
        case .nothingChecked: "Nothing was checked: no cell has a verdict"
        }
    }
}

/// How one receiver has done over the runs.
package struct ReceiverTrend: Sendable, Hashable {
    /// One run.
    package struct Point: Sendable, Hashable {
        /// The run.
        package var run: Int
        /// Median of the predicted delay (p95 of the excess) over its cells, in milliseconds; `nil` without verdicts.
        package var medianMilliseconds: Int?
        /// The worst of them.
        package var worstMilliseconds: Int?
        /// Cells too bad.
        package var failing: Int
        /// Its firmware then.
        package var firmware: String?
    }

    /// The receiver's id.
    package var receiver: String
    /// The runs in which it took part, oldest first.
    package var points: [Point]
    /// Where its median changed, by places in ``points``.
    package var changes: [ChangeDetection.Change]
}

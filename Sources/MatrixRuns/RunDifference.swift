package import TransitionRisk

/// What changed from one run to another, cell by cell.
package struct RunDifference: Sendable {
    /// What became of a cell.
    package enum Change: String, Sendable, Hashable, Codable, CaseIterable {
        /// It was not there before.
        case new
        /// It failed or could not be judged, and passes.
        case fixed
        /// It is in a worse band.
        case worse
        /// It could be judged, and no longer can: nobody knows what became of it.
        case unchecked
        /// It is in a better band and still too bad, or can be judged again.
        case better
        /// Outcome and band are the same, or it could not be judged in either.
        case unchanged
        /// It is no longer there.
        case gone
    }

    /// A cell that is in at least one of the runs.
    package struct Row: Sendable, Hashable {
        /// Its name.
        package var name: CellName
        /// What became of it.
        package var change: Change
        /// How it was; `nil` when it is new.
        package var before: Side?
        /// How it is; `nil` when it is gone.
        package var after: Side?
    }

    /// A cell in one of the runs.
    package struct Side: Sendable, Hashable {
        /// How it ended.
        package var outcome: CellOutcome
        /// Its band; `nil` without a verdict.
        package var band: Band?
        /// 95th percentile of the excess in milliseconds; `nil` without one.
        package var p95Milliseconds: Int?
        /// The receiver's firmware then.
        package var firmware: String?
        /// The editions of both assets.
        package var revisions: [String]
        /// Why, in one sentence; empty when there is nothing to say.
        package var why: String

        init(_ cell: StoredRun.Cell, in run: StoredRun) {
            outcome = cell.outcome
            band = cell.band
            p95Milliseconds = cell.p95Milliseconds
            firmware = run.receivers[cell.receiver].receiver.firmware
            let place = run.places[cell.place]
            revisions = [place.fromRevision, place.toRevision].compactMap(\.self)
            why = cell.note ?? run.judgement(of: cell)?.headline ?? ""
        }
    }

    /// The earlier run.
    package let from: StoredRun
    /// The later run.
    package let to: StoredRun
    /// What became of each cell of the later run, in its order.
    package let changes: [Change]
    /// The cells that are gone, sorted.
    package let gone: [CellName]
    private let earlier: [CellName: Int]

    /// Compares two runs.
    package init(from: StoredRun, to: StoredRun) {
        self.from = from
        self.to = to
        var earlier: [CellName: Int] = [:]
        for (index, cell) in from.cells.enumerated() { earlier[from.name(of: cell)] = index }
        var missing = Set(earlier.keys)
        changes = to.cells.map { cell in
            let name = to.name(of: cell)
            missing.remove(name)
            guard let index = earlier[name] else { return .new }
            return Self.change(from.cells[index], cell)
        }
        gone = missing.sorted()
        self.earlier = earlier
    }

    /// All cells of both runs: those of the later in its order, then those that are gone.
    package var rows: [Row] {
        zip(to.cells, changes).map { cell, change in
            let name = to.name(of: cell)
            return Row(
                name: name, change: change, before: earlier[name].map { Side(from.cells[$0], in: from) },
                after: Side(cell, in: to))
        }
            + gone.map { name in
                Row(name: name, change: .gone, before: earlier[name].map { Side(from.cells[$0], in: from) }, after: nil)
            }
    }

    private static func change(_ a: StoredRun.Cell, _ b: StoredRun.Cell) -> Change {
        if a.outcome == b.outcome, a.band == b.band { return .unchanged }
        if b.outcome == .pass { return a.outcome == .pass ? step(a.band, b.band) : .fixed }
        switch (a.outcome.isOpen, b.outcome.isOpen) {
        case (false, true): return .unchecked
        case (true, true): return .unchanged
        // To be out of reach is what is expected of a receiver unless somebody says otherwise.
        case (true, false) where b.outcome == .unsupported: return .better
        // What was unknown and turns out bad is worse than hoped.
        case (true, false): return .worse
        case (false, false): break
        }
        // A receiver that video no longer reaches, or one that it reaches now and that does badly.
        guard a.outcome.isJudged, b.outcome.isJudged else { return .worse }
        return step(a.band, b.band)
    }

    private static func step(_ a: Band?, _ b: Band?) -> Change {
        guard let a, let b, a != b else { return .unchanged }
        return b > a ? .worse : .better
    }
}

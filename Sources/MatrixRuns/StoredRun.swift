package import TransitionRisk

/// A run as the history keeps it, in a fixed order: transitions as the catalogue and the playlists have them, receivers
/// by id.
package struct StoredRun: Sendable {
    /// One cell.
    package struct Cell: Sendable, Hashable {
        /// Place of its transition in ``StoredRun/places``.
        package var place: Int
        /// Place of its receiver in ``StoredRun/receivers``.
        package var receiver: Int
        /// How it ended.
        package var outcome: CellOutcome
        /// Its band; `nil` without a verdict.
        package var band: Band?
        /// 95th percentile of the excess in milliseconds; `nil` without one.
        package var p95Milliseconds: Int?
        /// Median of the excess.
        package var p50Milliseconds: Int?
        /// What the failure is made of; `nil` without a verdict.
        package var failure: String?
        /// The row of its verdict in ``StoredRun/judgements``.
        package var judgement: Int64?
        /// Why there is no verdict.
        package var note: String?
        /// How earlier attempts in the run failed, one a line.
        package var attempts: String?
        /// Its course over the runs.
        package var course: Baseline.Course
    }

    /// The run in short.
    package var summary: RunSummary
    /// What was fixed when it began.
    package var setup: RunSetup
    /// The transitions.
    package var places: [TransitionPlace]
    /// The receivers.
    package var receivers: [RunSetup.Column]
    /// The cells, by transition, then receiver.
    package var cells: [Cell]
    /// The verdicts by row.
    package var judgements: [Int64: Judgement]
    /// What plays when, by the primary's name.
    package var spans: [String: [CheckedEntry.Span]]

    /// The name of a cell.
    package func name(of cell: Cell) -> CellName {
        CellName(transition: places[cell.place].name, receiver: receivers[cell.receiver].receiver.id)
    }

    /// The verdict on a cell; `nil` when there is none.
    package func judgement(of cell: Cell) -> Judgement? { cell.judgement.flatMap { judgements[$0] } }

    /// Number of cells of each outcome.
    package var counts: [CellOutcome: Int] { cells.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 } }
}

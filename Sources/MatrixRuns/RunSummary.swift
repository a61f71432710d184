/// One run in a list of runs.
package struct RunSummary: Sendable, Hashable, Codable, Identifiable {
    /// How far a run has come.
    package enum State: String, Sendable, Hashable, Codable {
        /// It is going on, or was ended by force.
        case running
        /// All its cells are there.
        case finished
        /// It was ended before.
        case interrupted
    }

    /// 1, 2, 3 …: the order of runs, whatever the clock said.
    package var id: Int
    /// When it began, UTC in ISO 8601.
    package var started: String
    /// When it ended; `nil` while it has not.
    package var ended: String?
    /// How far it has come.
    package var state: State
    /// What it is over.
    package var scope: RunScope
    /// The last finished run of its scope before it, which it is held against; `nil` for the first.
    package var baseline: Int?
    /// Name and version of the program.
    package var tool: String
    /// The edition of the rules.
    package var rules: String
    /// The edition of the cost table.
    package var costs: String
    /// Number of cells stored.
    package var cells: Int
    /// Cells that passed; `nil` while the run has not ended.
    package var passing: Int?
    /// Cells that were too bad.
    package var failing: Int?
    /// Cells that could not be judged.
    package var open: Int?
}

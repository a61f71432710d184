package import TransitionRisk

/// The cells of the run before, for telling since when a cell is as it is.
package struct Baseline: Sendable {
    /// What is known of a cell over time.
    package struct Course: Sendable, Hashable {
        /// The run since which outcome and band are the same.
        package var since: Int
        /// The last run in which it passed; `nil` when it never did.
        package var lastGood: Int?
        /// The first run after that in which it did not; `nil` while it passes.
        package var firstBad: Int?

        /// States a course.
        package init(since: Int, lastGood: Int?, firstBad: Int?) {
            self.since = since
            self.lastGood = lastGood
            self.firstBad = firstBad
        }
    }

    /// A cell of the run before.
    package struct Cell: Sendable, Hashable {
        /// How it ended.
        package var outcome: CellOutcome
        /// Its band; `nil` without a verdict.
        package var band: Band?
        /// Its course until then.
        package var course: Course
    }

    /// The cells by name.
    package var cells: [CellName: Cell]
    /// The names of all transitions of each primary, in order.
    package var places: [String: [TransitionPlace]]

    /// No run before.
    package static let none = Baseline(cells: [:], places: [:])

    /// The course of a cell that ended like this.
    func course(of name: CellName, run: Int, outcome: CellOutcome, band: Band?) -> Course {
        let before = cells[name]
        let isSame = before.map { $0.outcome == outcome && $0.band == band } ?? false
        let isGood = outcome == .pass
        return Course(
            since: isSame ? before?.course.since ?? run : run, lastGood: isGood ? run : before?.course.lastGood,
            firstBad: isGood ? nil : before?.course.firstBad ?? run)
    }
}

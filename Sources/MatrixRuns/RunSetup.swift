package import DeviceMatrix
package import TransitionRisk

/// Everything that is fixed when a run begins, so that a resumed run ends as an undisturbed one would have.
package struct RunSetup: Sendable, Hashable, Codable {
    /// A receiver with its part in the run.
    package struct Column: Sendable, Hashable, Codable {
        /// The receiver.
        package var receiver: RunReceiver
        /// Whether it answered.
        package var isPresent: Bool
        /// Whether its cells go first, because its firmware is not that of the last run.
        package var isFirst: Bool

        /// Gives a receiver its part.
        package init(receiver: RunReceiver, isPresent: Bool = true, isFirst: Bool = false) {
            self.receiver = receiver
            self.isPresent = isPresent
            self.isFirst = isFirst
        }
    }

    /// A primary of the catalogue.
    package struct Entry: Sendable, Hashable, Codable {
        /// Its stable name.
        package var name: String
        /// Where it is, without secrets.
        package var address: String

        /// Names a primary.
        package init(name: String, address: String) {
            self.name = name
            self.address = address
        }
    }

    /// Name and version of the program.
    package var tool: String
    /// Which build of the program: what its rules and readers are.
    package var program: String
    /// The edition of the rules.
    package var rules: String
    /// The edition of the cost table.
    package var costs: String
    /// A name for all other inputs: catalogue, matrix, limit.
    package var inputs: String
    /// The lowest band that is too bad.
    package var failOn: Band
    /// The receivers, in the order of their ids.
    package var columns: [Column]
    /// The primaries, in the order of the catalogue.
    package var entries: [Entry]
    /// What was expected when the run began.
    package var expectations: [Expectation]
    /// What is worth saying before a cell is looked at: changes of the lab, of the catalogue, of the clock.
    package var remarks: [String]
    /// What the run is over; `nil` in runs that an earlier version stored.
    package var scope: RunScope?
    /// The working folder, below which reports name files by their place in it; `nil` in runs that an earlier version
    /// stored, and where there is none.
    package var folder: String?

    /// Fixes what a run is.
    package init(
        tool: String, program: String, rules: String, costs: String, inputs: String, failOn: Band, columns: [Column],
        entries: [Entry], expectations: [Expectation], remarks: [String] = [],
        scope: RunScope = RunScope(subject: .receivers), folder: String? = nil
    ) {
        self.tool = tool
        self.program = program
        self.rules = rules
        self.costs = costs
        self.inputs = inputs
        self.failOn = failOn
        self.columns = columns.sorted { $0.receiver.id < $1.receiver.id }
        self.entries = entries
        self.expectations = expectations
        self.remarks = remarks
        self.scope = scope
        self.folder = folder
    }
}

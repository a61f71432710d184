package import TransitionRisk

/// The switches of an experiment by pair and direction, each held against the matched pair.
package struct ExperimentSummary: Sendable, Hashable {
    /// What a row's difference does.
    package enum Verdict: String, Sendable, Hashable, Encodable {
        /// The whole interval of the excess lies beyond what the method can tell.
        case standsOut = "stands-out"
        /// It does not.
        case notDistinguishable = "not-distinguishable"
        /// There are too few times for an interval.
        case tooFewRuns = "too-few-runs"
        /// The second asset never started.
        case neverStarted = "never-started"
    }

    /// One pair in one direction.
    package struct Row: Sendable, Hashable {
        /// The asset before.
        package var from: String
        /// The asset after.
        package var to: String
        /// What differs.
        package var changes: [ChangeID]
        /// The start of the second asset's time line, in seconds; `nil` where none started.
        package var start: TimeSummary?
        /// How many switches had another outcome, by its word.
        package var failures: [String: Int]
        /// The finest difference that the method can tell here, in seconds.
        package var resolution: Double
        /// How much later than the matched pair, in seconds; `nil` where one of the two has no times.
        package var excess: ShiftEstimate?
        /// What the difference does.
        package var verdict: Verdict
    }

    /// The matched pair, both directions together; `nil` where it never started.
    package var floor: TimeSummary?
    /// Switches of the matched pair with another outcome, by its word.
    package var floorFailures: [String: Int]
    /// Cold starts; `nil` where there were none.
    package var cold: TimeSummary?
    /// The pairs with differences, in the order in which they were first made.
    package var rows: [Row]
    /// How many intervals hold together with ``confidence``.
    package var comparisons: Int
    /// The chance that every interval of the table holds.
    package static let confidence = 0.95

    /// Sums up switches.
    package init(_ switches: [MeasuredSwitch]) {
        func starts(_ some: [MeasuredSwitch]) -> [Double] { some.compactMap(\.start) }
        func failures(_ some: [MeasuredSwitch]) -> [String: Int] {
            some.reduce(into: [:]) { if $1.outcome != .started { $0[$1.outcome.word, default: 0] += 1 } }
        }
        let matched = switches.filter { $0.purpose == .floor }
        let floorTimes = starts(matched)
        floor = TimeSummary(floorTimes)
        floorFailures = failures(matched)
        // The asset after a stop; what was played between two pairs is not of that kind.
        cold = TimeSummary(starts(switches.filter { $0.purpose == .cold && $0.from == nil }))
        var order: [[String]] = []
        var groups: [[String]: [MeasuredSwitch]] = [:]
        for item in switches where item.purpose == .factor {
            let key = [item.from ?? "", item.to]
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(item)
        }
        let comparisons = max(1, groups.values.count { !starts($0).isEmpty })
        self.comparisons = comparisons
        let floorResolution = matched.map(\.resolution).max() ?? 0
        rows = order.map { key in
            let group = groups[key] ?? []
            let times = starts(group)
            let resolution = max(floorResolution, group.map(\.resolution).max() ?? 0)
            // The more intervals a table has, the wider each must be for all to hold (Bonferroni).
            let excess = ShiftEstimate(
                of: times, over: floorTimes, risk: (1 - Self.confidence) / Double(comparisons))
            return Row(
                from: key[0], to: key[1], changes: group.first?.changes ?? [], start: TimeSummary(times),
                failures: failures(group), resolution: resolution, excess: excess,
                verdict: times.isEmpty ? .neverStarted : Self.verdict(excess, resolution))
        }
    }

    private static func verdict(_ excess: ShiftEstimate?, _ resolution: Double) -> Verdict {
        guard let low = excess?.low, let high = excess?.high else { return .tooFewRuns }
        return low > resolution || high < -resolution ? .standsOut : .notDistinguishable
    }
}

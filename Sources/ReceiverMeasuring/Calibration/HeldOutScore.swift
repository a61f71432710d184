/// How well the cost table and its correction foretell devices they have not seen.
///
/// Every device is left out in turn, the correction is made from the others, and each of its runs is foretold.
package struct HeldOutScore: Sendable, Hashable {
    /// Mean scores of one way to foretell; smaller is better, but for the coverage, which should be 0.9.
    package struct Means: Sendable, Hashable, Codable {
        /// Pinball loss of the median, in milliseconds.
        package var pinball50 = 0.0
        /// Pinball loss of the 95th percentile, in milliseconds.
        package var pinball95 = 0.0
        /// Share of the runs within the interval from the 5th to the 95th percentile.
        package var coverage = 0.0
        /// Interval score of the same interval, in milliseconds.
        package var interval = 0.0
        /// Brier score of "more than 360 ms".
        package var brier360 = 0.0
        /// Brier score of "more than 1000 ms".
        package var brier1000 = 0.0
    }

    /// What follows from the scores.
    package enum Judgement: String, Sendable, Hashable, Codable {
        /// The correction foretells at least as well as the table.
        case better
        /// It foretells worse and should not be used.
        case worse
        /// Fewer than three devices: nobody can know.
        case cannotBeJudged = "cannot-be-judged"
    }

    /// The cost table as it is.
    package var table = Means()
    /// The correction.
    package var corrected = Means()
    /// One median for each class and tier, which any model should beat.
    package var median = Means()
    /// How many devices were left out in turn.
    package var devices: Int
    /// How many runs were foretold.
    package var runs = 0

    /// Fewest devices that allow a judgement.
    package static let leastDevices = 3

    /// What follows.
    package var judgement: Judgement {
        guard devices >= Self.leastDevices, runs > 0 else { return .cannotBeJudged }
        let isWorse =
            corrected.pinball50 + corrected.pinball95 > table.pinball50 + table.pinball95
            || corrected.brier360 + corrected.brier1000 > table.brier360 + table.brier1000
        return isWorse ? .worse : .better
    }

    /// Scores a correction made from these observations; parameters as for ``CalibrationFit``.
    package init(_ observations: [SwitchObservation], on basis: CalibrationBasis) {
        let factors = FactorRuns(observations, on: basis).runs
        devices = Set(factors.map(\.receiver.id)).count
        for subject in CalibrationFit.subjects(factors) {
            let runs = factors.filter { CalibrationFit.Subject($0) == subject }
            guard let cost = basis.costs.changes[subject.change],
                let tree = CalibrationFit.tree(factors, subject: subject, basis: basis)
            else { continue }
            let column = basis.switching(subject.receiverClass, subject.tier)
            let table = Forecast.table(
                trigger: cost.trigger[column], p50: cost.p50Milliseconds[column], p95: cost.p95Milliseconds[column])
            for device in tree.devices {
                let others = runs.filter { $0.receiver.id != device.id }
                let corrected = Self.forecast(device, from: others, subject: subject, basis: basis, table: table)
                let tier = factors.filter {
                    $0.receiver.id != device.id && $0.receiver.receiverClass == subject.receiverClass
                        && $0.receiver.tier == subject.tier
                }
                let median = Forecast.point(FactorRuns.median(tier.compactMap(\.cost)) ?? table.quantile(0.5))
                for run in runs where run.receiver.id == device.id {
                    guard let seen = run.cost else { continue }
                    self.runs += 1
                    self.table.add(table, seen: seen)
                    self.corrected.add(corrected, seen: seen)
                    self.median.add(median, seen: seen)
                }
            }
        }
        guard runs > 0 else { return }
        table.divide(by: Double(runs))
        corrected.divide(by: Double(runs))
        median.divide(by: Double(runs))
    }

    /// What the other devices' runs teach of this one, on top of the table.
    private static func forecast(
        _ device: CalibrationTree.Device, from runs: [FactorRun], subject: CalibrationFit.Subject,
        basis: CalibrationBasis, table: Forecast
    ) -> Forecast {
        guard let tree = CalibrationFit.tree(runs, subject: subject, basis: basis) else { return table }
        let belief = tree.unmeasured(device, from: tree.devices)
        return tree.hasSizes
            ? .belief(belief, between: tree.between) : table.with(trigger: belief.trigger.chance)
    }
}

extension FactorRun {
    /// What the change cost in this run, in milliseconds; `nil` where the run did not end.
    var cost: Double? {
        switch outcome {
        case .acted(let time): time
        case .idle: 0
        case .unfinished, .failed: nil
        }
    }
}

extension FactorRuns {
    /// The median; `nil` of nothing.
    static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : quantile(values.sorted(), 0.5) }
}

extension HeldOutScore.Means {
    fileprivate mutating func add(_ forecast: Forecast, seen: Double) {
        func pinball(_ level: Double) -> Double {
            let miss: Double = seen - forecast.quantile(level)
            return max(level * miss, (level - 1) * miss)
        }
        let low = forecast.quantile(0.05)
        let high = forecast.quantile(0.95)
        pinball50 += pinball(0.5)
        pinball95 += pinball(0.95)
        coverage += (low...high).contains(seen) ? 1 : 0
        interval += high - low + 20 * (max(0, low - seen) + max(0, seen - high))
        func brier(_ limit: Double) -> Double {
            let miss = forecast.chance(above: limit) - (seen > limit ? 1 : 0)
            return miss * miss
        }
        brier360 += brier(360)
        brier1000 += brier(1000)
    }

    fileprivate mutating func divide(by count: Double) {
        pinball50 /= count
        pinball95 /= count
        coverage /= count
        interval /= count
        brier360 /= count
        brier1000 /= count
    }
}

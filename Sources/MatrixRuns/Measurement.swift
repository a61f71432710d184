package import TransitionRisk

/// What people saw on a receiver when they tried something, beside what had been predicted for it.
package struct Measurement: Sendable, Hashable, Codable {
    /// What had been predicted: the whole delay, with what the receiver needs at any change of item.
    package struct Prediction: Sendable, Hashable, Codable {
        /// The band, which is that of what comes on top of the receiver's own floor.
        package var band: Band
        /// Half of all switches stay below; `nil` when nothing plays or nothing is known.
        package var p50Milliseconds: Int?
        /// 19 of 20 switches stay below.
        package var p95Milliseconds: Int?

        /// States a prediction.
        package init(band: Band, p50Milliseconds: Int?, p95Milliseconds: Int?) {
            self.band = band
            self.p50Milliseconds = p50Milliseconds
            self.p95Milliseconds = p95Milliseconds
        }
    }

    /// Where it was measured: a transition, or another step of a test, such as `ad-2/controls` or `jump`, on a receiver.
    package var cell: CellName
    /// How it ended.
    package var outcome: TestOutcome
    /// Black or frozen picture, in milliseconds, the receiver's floor included; `nil` when nobody looked.
    package var pictureMilliseconds: Int?
    /// Silence, in milliseconds; `nil` when nobody listened.
    package var soundMilliseconds: Int?
    /// What had been predicted; `nil` for steps without a change of asset.
    package var predicted: Prediction?
    /// The receiver's firmware; `nil` when nobody said.
    package var firmware: String?
    /// Who saw it; `nil` when nobody said.
    package var tester: String?
    /// The day, as YYYY-MM-DD; `nil` when nobody said.
    package var date: String?
    /// What else was said.
    package var note: String?
    /// Where it comes from, in words: `case 7f3k2q9d, plan A, iPhone`.
    package var source: String
    /// The run it was recorded after, 0 before the first; `nil` before it is stored.
    package var run: Int?

    /// States what was seen.
    package init(cell: CellName, outcome: TestOutcome, predicted: Prediction? = nil, source: String) {
        self.cell = cell
        self.outcome = outcome
        self.predicted = predicted
        self.source = source
    }

    /// The longer of picture and sound: what a viewer waits; `nil` when neither was measured.
    package var milliseconds: Int? { [pictureMilliseconds, soundMilliseconds].compactMap(\.self).max() }

    /// How it stands to the prediction.
    package enum Agreement: String, Sendable, Hashable, Codable {
        /// At most what 19 of 20 switches were predicted to stay below.
        case within
        /// Longer.
        case longer
        /// It failed or did not play although that was not predicted.
        case failed
        /// There is nothing to compare.
        case open
    }

    /// How it stands to the prediction.
    package var agreement: Agreement {
        switch outcome {
        case .blocking: return predicted?.band == .blocking ? .within : .failed
        case .pass, .fail, .unknown: break
        case .unsupported, .timedOut, .error, .notRun: return .open
        }
        if let milliseconds, let most = predicted?.p95Milliseconds { return milliseconds > most ? .longer : .within }
        return outcome == .fail ? .failed : .open
    }
}

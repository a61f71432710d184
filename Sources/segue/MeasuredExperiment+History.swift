import Foundation
import MatrixRuns
import ReceiverMeasuring

extension MeasuredExperiment {
    /// The median of each pair as the history keeps what was measured. The start of a time line bounds the gap that a
    /// viewer sees from above, and the note says that it is one.
    func medians(on observed: SwitchObservation.Receiver) -> [MatrixRuns.Measurement] {
        ExperimentSummary(switches).rows.map { row in
            let cell = CellName(
                transition: TransitionName(
                    primary: "switch-assets", event: "\(row.from)→\(row.to)", position: "new-play-command"),
                receiver: observed.id)
            var result = MatrixRuns.Measurement(
                cell: cell, outcome: row.start == nil ? .blocking : .pass,
                source: "segue measure, \(startedAt)")
            result.pictureMilliseconds = row.start.map { Int(($0.p50 * 1000).rounded()) }
            result.firmware = observed.firmware
            result.date = String(startedAt.prefix(10))
            if let start = row.start, let excess = row.excess?.value {
                result.note =
                    "start of the time line, median of \(start.count) by protocol, "
                    + "\(Int((excess * 1000).rounded())) ms over the floor (\(row.verdict.rawValue))"
            }
            return result
        }
    }
}

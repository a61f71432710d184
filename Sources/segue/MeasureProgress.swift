import HarnessReports
import ReceiverMeasuring
import Synchronization

/// How far an experiment has come, told on its thread and shown on another.
final class MeasureProgress: Sendable {
    private let state = Mutex<SwitchExperiment.Progress?>(nil)

    func take(_ progress: SwitchExperiment.Progress) { state.withLock { $0 = progress } }

    func text(since start: ContinuousClock.Instant) -> String {
        guard let progress = state.withLock({ $0 }) else { return "Looking for the receiver …" }
        let seconds = start.duration(to: .now) / .seconds(1)
        let each = progress.done > 0 ? seconds / Double(progress.done) : 4.5
        let left = Int(each * Double(max(0, progress.planned - progress.done)))
        let last = progress.last.map { item in
            let time = item.start.map { "\(Int(($0 * 1000).rounded())) ms" } ?? item.outcome.word
            return ", \(item.from ?? "stopped") → \(item.to): \(time)"
        }
        return
            "\(progress.done)/\(progress.planned) switches\(last ?? ""), about \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
            .printable
    }
}

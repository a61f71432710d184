import HarnessReports
import ReceiverMeasuring
import TransitionRisk

/// What `segue measure` prints for people, at most 100 columns wide.
struct MeasureText {
    var measured: MeasuredExperiment
    var receiver: SwitchObservation.Receiver
    var plan: ExperimentPlan

    private static let widths = [28, 25, 4, 21, 22]

    /// The whole text, without a newline at the end.
    var text: String {
        let summary = ExperimentSummary(measured.switches)
        var lines = [head]
        lines.append(Self.row(["CHANGE", "SWITCH", "N", "START ms [5..95 %]", "OVER THE FLOOR ms"]))
        lines.append(
            Self.row([
                "none (the floor)", "\(plan.floor.there.from) ↔ \(plan.floor.there.to)",
                "\(summary.floor?.count ?? 0)", Self.span(summary.floor), Self.failures(summary.floorFailures),
            ]))
        for row in summary.rows {
            let name = row.changes.map(\.rawValue).joined(separator: " ")
            lines.append(
                Self.row([
                    name.isEmpty ? "none" : name, "\(row.from) → \(row.to)", "\(row.start?.count ?? 0)",
                    Self.span(row.start), row.excess.map(Self.interval) ?? Self.failures(row.failures),
                ]))
        }
        if let cold = summary.cold {
            lines.append(
                Self.row(["cold start", plan.floor.there.from, "\(cold.count)", Self.span(cold), "kept apart"]))
        }
        lines += verdicts(summary)
        if measured.isStopped == false { lines += ["", "The receiver did not confirm that it stopped: look at it."] }
        if measured.positionFollows == false {
            lines += ["", "Its position did not follow a seek: it may tell something else than what is on the screen."]
        }
        return lines.map(\.printable).joined(separator: "\n")
    }

    private var head: String {
        let name = receiver.name ?? receiver.id
        let firmware = receiver.firmware.map { ", firmware \($0)" } ?? ""
        let minutes = Int(measured.seconds / 60)
        let seconds = Int(measured.seconds) % 60
        return "\(name) (\(receiver.id)), \(receiver.receiverClass.rawValue)\(firmware): "
            + "\(measured.switches.count) switches in \(minutes) min \(seconds) s"
    }

    private func verdicts(_ summary: ExperimentSummary) -> [String] {
        guard !summary.rows.isEmpty else { return [] }
        let resolution = summary.rows.map(\.resolution).max() ?? 0
        var lines = [
            "",
            "All intervals together hold with 95 %. Differences of \(Self.milliseconds(resolution)) ms can be told; a change "
                + "stands out when",
            "its whole interval lies beyond that.",
        ]
        func list(_ title: String, _ verdict: ExperimentSummary.Verdict, _ detail: (ExperimentSummary.Row) -> String) {
            for (index, row) in summary.rows.filter({ $0.verdict == verdict }).enumerated() {
                if index == 0 { lines += ["", title] }
                lines.append("  \(row.from) → \(row.to)\(detail(row))")
            }
        }
        list("Stands out from same → same:", .standsOut) { row in
            row.excess.map { ": \(Self.signed($0.value)) ms" } ?? ""
        }
        list("Not distinguishable from same → same:", .notDistinguishable) { row in
            let bound = max(abs(row.excess?.low ?? 0), abs(row.excess?.high ?? 0))
            return " (±\(Self.milliseconds(bound)) ms)"
        }
        list("Too few runs to tell:", .tooFewRuns) { _ in "" }
        list("Never started:", .neverStarted) { row in
            measured.switches.last { $0.from == row.from && $0.to == row.to }?.outcome.remark.map { ": \($0)" } ?? ""
        }
        return lines
    }

    private static func row(_ cells: [String]) -> String {
        var line = ""
        for (cell, width) in zip(cells, widths) {
            let cut = cell.count < width ? cell : cell.prefix(width - 2) + "…"
            line += cut + String(repeating: " ", count: width - cut.count)
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }

    private static func span(_ summary: TimeSummary?) -> String {
        guard let summary else { return "-" }
        return "\(milliseconds(summary.p50)) [\(milliseconds(summary.p05))..\(milliseconds(summary.p95))]"
    }

    private static func interval(_ shift: ShiftEstimate) -> String {
        guard let low = shift.low, let high = shift.high else { return signed(shift.value) }
        return "\(signed(shift.value)) [\(signed(low))..\(signed(high))]"
    }

    private static func failures(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    private static func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded()))" }

    private static func signed(_ seconds: Double) -> String {
        let text = milliseconds(seconds)
        return text.hasPrefix("-") || text == "0" ? text : "+" + text
    }
}

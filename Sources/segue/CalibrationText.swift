import HarnessReports
import ReceiverMeasuring
import TransitionRisk

/// What `segue calibrate` prints for people.
struct CalibrationText {
    var fit: CalibrationFit
    /// `nil` where nobody asked for a judgement.
    var score: HeldOutScore?
    /// The table that was corrected.
    var costs: TransitionCosts

    /// The whole text, without a newline at the end.
    var text: String {
        var lines = ["\(fit.used) switches used, kind \(fit.kind.rawValue)"]
        lines += fit.unused.sorted { $0.key < $1.key }.map { "  not used: \($0.value), \($0.key)" }
        if !fit.costs.isEmpty {
            lines += ["", Self.row("change", "receivers", "runs", "acts", "typical", "worst of 20")]
            for cost in fit.costs {
                lines.append(
                    Self.row(
                        cost.change.rawValue, cost.scope.title.printable, "\(cost.runs)",
                        "\(Int((cost.trigger * 100).rounded())) %",
                        cost.size.map { Self.time($0.p50Milliseconds) } ?? "as before",
                        cost.size.map { Self.time($0.p95Milliseconds) } ?? "as before"))
            }
        }
        if let score { lines += [""] + judgement(score) }
        return lines.joined(separator: "\n")
    }

    private func judgement(_ score: HeldOutScore) -> [String] {
        func row(_ title: String, _ means: HeldOutScore.Means) -> String {
            Self.pad(title, 20) + Self.pad(Self.time(means.pinball50), 12) + Self.pad(Self.time(means.pinball95), 12)
                + Self.pad("\(Int((means.coverage * 100).rounded())) %", 10) + Self.pad(Self.time(means.interval), 12)
        }
        let verdict =
            switch score.judgement {
            case .better: "The correction foretells devices it has not seen at least as well as the shipped costs."
            case .worse: "The correction foretells devices it has not seen worse than the shipped costs: do not use it."
            case .cannotBeJudged:
                "Cannot be judged: \(score.devices) of at least \(HeldOutScore.leastDevices) devices were measured."
            }
        // Of nothing foretold there are no errors, which zeros would claim.
        guard score.runs > 0 else { return [verdict] }
        return [
            "Each of \(score.devices) devices left out in turn, \(score.runs) runs foretold (smaller is better):",
            Self.pad("", 20) + Self.pad("median", 12) + Self.pad("95th", 12) + Self.pad("covered", 10) + "interval",
            row("shipped costs", score.table), row("corrected", score.corrected), row("one median", score.median), "",
            verdict,
        ]
    }

    private static func row(
        _ change: String, _ scope: String, _ runs: String, _ acts: String, _ typical: String, _ worst: String
    ) -> String {
        pad(change, 34) + pad(scope, 30) + pad(runs, 6) + pad(acts, 7) + pad(typical, 10) + worst
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        let cut = text.count < width ? text : text.prefix(width - 2) + "…"
        return cut + String(repeating: " ", count: max(1, width - cut.count))
    }

    private static func time(_ milliseconds: Double) -> String {
        // Beyond the longest time that an observation may state, figures say only that nothing is known.
        milliseconds > 3_600_000
            ? "over 1 h"
            : milliseconds < 1000
                ? "\(Int(milliseconds.rounded())) ms" : "\((milliseconds / 100).rounded() / 10) s"
    }
}

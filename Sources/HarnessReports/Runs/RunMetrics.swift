import MatrixRuns

/// Metrics of a run in the text exposition format 0.0.4. There are no time stamps: who reads them knows when.
struct RunMetrics {
    private let report: RunReport

    init(_ report: RunReport) { self.report = report }

    /// The metrics, each with its help and type.
    var text: String {
        var lines: [String] = []
        func head(_ name: String, _ help: String) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
        }
        head("segue_run", "Number of the last run.")
        lines.append("segue_run \(report.run.summary.id)")
        head("segue_run_exit_code", "0 as expected, 1 worse than expected, 2 something was not checked.")
        lines.append("segue_run_exit_code \(report.verdict.exitCode)")
        head("segue_run_cells", "Cells by outcome.")
        let counts = report.run.counts
        for outcome in CellOutcome.allCases {
            lines.append("segue_run_cells{outcome=\"\(outcome.word)\"} \(counts[outcome] ?? 0)")
        }
        head("segue_run_standings", "Cells by how they stand to what was expected.")
        let standings = report.standings
        for standing in Standing.allCases {
            lines.append("segue_run_standings{standing=\"\(standing.rawValue)\"} \(standings[standing] ?? 0)")
        }
        head("segue_receiver_present", "Whether a receiver took part.")
        for column in report.run.receivers {
            lines.append("segue_receiver_present{\(labels(of: column.receiver))} \(column.isPresent ? 1 : 0)")
        }
        head("segue_cell_delay_milliseconds", "Predicted delay over the receiver's own floor.")
        for (name, entry) in report.named {
            let labels = labels(of: name)
            if let p50 = entry.cell.p50Milliseconds {
                lines.append("segue_cell_delay_milliseconds{\(labels),quantile=\"0.5\"} \(p50)")
            }
            if let p95 = entry.cell.p95Milliseconds {
                lines.append("segue_cell_delay_milliseconds{\(labels),quantile=\"0.95\"} \(p95)")
            }
        }
        head("segue_cell_worse", "Cells that are worse than expected.")
        for (name, entry) in report.named where entry.standing == .worse {
            lines.append("segue_cell_worse{\(labels(of: name)),outcome=\"\(entry.cell.outcome.word)\"} 1")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func labels(of receiver: RunReceiver) -> String {
        let pairs = [
            ("receiver", receiver.id), ("class", receiver.receiverClass.rawValue), ("tier", receiver.tier.rawValue),
            ("model", receiver.model ?? ""), ("firmware", receiver.firmware ?? ""),
        ]
        return pairs.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
    }

    private func labels(of name: CellName) -> String {
        let place = name.transition
        return [
            ("primary", place.primary), ("event", place.event), ("position", place.position),
            ("receiver", name.receiver),
        ].map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
    }

    private func escaped(_ text: String) -> String {
        text.printable.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

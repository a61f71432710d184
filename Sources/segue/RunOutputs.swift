import Foundation
import HarnessReports
import MatrixRuns
import ReceiverDiscovery

/// The files of a run's reports.
enum RunOutputs {
    /// The folder of a run below the reports folder; sorts as the runs do.
    static func name(of run: Int) -> String {
        let number = String(run)
        return "run-" + String(repeating: "0", count: max(0, 5 - number.count)) + number
    }

    /// The largest number of a run that has a folder; 0 when none has.
    static func newest(in folder: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { $0.hasPrefix("run-") ? Int($0.dropFirst(4)) : nil }.filter { $0 < 1 << 40 }.max() ?? 0
    }

    /// Writes reports, each whole or not at all.
    ///
    /// - Returns: What went wrong; `nil` when all is written.
    static func write(_ report: RunReport, formats: [RunFormat], to folder: String) -> String? {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for format in formats {
                let text = try report.written(as: format)
                try Data(text.utf8).write(to: URL(filePath: folder).appending(path: format.fileName), options: .atomic)
            }
            return nil
        } catch {
            return
                "the reports cannot be written to \(folder) (\(error.localizedDescription)); the run itself is stored, "
                + "and `segue report` writes them again"
        }
    }
}

extension RunReport {
    /// The report in one form, with nothing in it that steers a terminal, wherever it is shown.
    func written(as format: RunFormat) throws -> String {
        let text = try text(as: format, tool: .segue)
        switch format {
        case .json, .ndjson, .sarif: return text.escapedForTerminal
        case .html, .junit, .markdown, .csv, .prometheus: return text
        }
    }
}

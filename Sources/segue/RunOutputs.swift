import Foundation
import HarnessReports
import MatrixRuns

/// The files of a run's reports.
enum RunOutputs {
    /// The folder of a run below the reports folder; sorts as the runs do.
    static func name(of run: Int) -> String {
        let number = String(run)
        return "run-" + String(repeating: "0", count: max(0, 5 - number.count)) + number
    }

    /// Writes reports, each whole or not at all.
    ///
    /// - Returns: What went wrong; `nil` when all is written.
    static func write(_ report: RunReport, formats: [RunFormat], to folder: String) -> String? {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for format in formats {
                let text = try report.text(as: format, tool: .segue)
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

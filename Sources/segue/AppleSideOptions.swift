import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import TransitionRisk

/// What becomes of findings about the Apple side; common to `segue nowplaying` and `segue metadata`.
struct AppleSideOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Lowest severity that gives code 1: error, warning or lint.", valueName: "severity"))
    var failOn = SeverityArgument(severity: .error)

    @Option(
        help: ArgumentHelp(
            "Give rules other severities, or turn them off, by a policy of the matrix or a file; repeatable.",
            valueName: "name or file"))
    var policy: [String] = []

    @Option(help: ArgumentHelp("Write report.html and report.json into this folder.", valueName: "folder"))
    var report: String?

    @OptionGroup var matrix: MatrixOptions

    /// The policies asked for.
    func policies() throws -> [Policy] {
        guard !policy.isEmpty else { return [] }
        let matrix = try loadMatrix(matrix)
        return try policy.map { try Policy(argument: $0, matrix: matrix) }
    }

    /// Writes the reports that were asked for, and ends the command with the outcome's code.
    func finish(_ outcome: PresentationReport.Outcome, html: () throws -> String, json: () throws -> String) throws {
        if let report {
            do {
                let folder = URL(filePath: report)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(json().utf8).write(to: folder.appending(path: "report.json"), options: .atomic)
                try Data(html().utf8).write(to: folder.appending(path: "report.html"), options: .atomic)
            } catch let error as CocoaError {
                // The verdict was printed; findings stay findings.
                printError(
                    "segue: the report cannot be written to \(report): \(error.localizedDescription)".printable)
                throw ExitCode(outcome == .findings ? 1 : 2)
            }
        }
        if outcome != .clean { throw ExitCode(outcome.rawValue) }
    }
}

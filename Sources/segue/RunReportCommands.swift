import ArgumentParser
import DeviceMatrix
import Foundation
import HarnessReports
import MatrixRuns
import ReceiverDiscovery

/// `segue report`: a stored run in any format, at any time.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the report of a stored run in any format.",
        discussion: """
            A report depends on its run and those before it only: the same run gives the same bytes at any time.

            EXAMPLES
              segue report latest
              segue report 12 --format html --output morning.html
              segue report latest --format markdown | gh pr comment --body-file -
              segue report 12 --against 7 --format sarif
            """)

    @Argument(help: "The run: a number, latest, previous or latest~N.")
    var run: String = "latest"

    @Option(
        help: ArgumentHelp(
            "One of \(RunFormat.allCases.map(\.rawValue).joined(separator: ", ")); text for people unless given.",
            valueName: "format"))
    var format: RunFormat?

    @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Hold it against this run instead of the one before.", valueName: "run"))
    var against: String?

    @OptionGroup var reports: ReportsOptions
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
        let history = try await reports.history()
        do {
            let id = try await history.run(named: run)
            var other: Int?
            if let against { other = try await history.run(named: against, before: id) }
            let report = try await history.report(id, against: other)
            let chosen = format ?? (outputOptions.json ? .json : nil)
            let text =
                try chosen.map { try report.written(as: $0) }
                ?? report.terminalText(style: outputOptions.style)
            guard let output else {
                print(text, terminator: "")
                return
            }
            do {
                try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
            } catch {
                throw Failure(message: "\(output) cannot be written: \(error.localizedDescription)", code: 2)
            }
        } catch let error as HistoryError {
            throw Failure(error)
        }
    }
}

/// `segue diff`: what changed between two runs.
struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say what changed from one stored run to another.",
        discussion: """
            'previous' is the last run before the later one that is over the same: receivers, or classes, with the same \
            tags. Runs over different things have different cells.

            EXAMPLES
              segue diff
              segue diff previous 12
              segue diff 7 12 --json | jq '.cells[] | select(.change == "worse")'

            EXIT CODES
              0  nothing is worse
              1  at least one cell is worse
              2  nothing is worse, and a cell that was checked before no longer is; or a run could not be read
            """)

    @Argument(help: "The earlier run: a number, latest, previous or latest~N.")
    var from: String = "previous"

    @Argument(help: "The later run.")
    var to: String = "latest"

    @OptionGroup var reports: ReportsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let history = try await reports.history()
        do {
            let number = try await history.run(named: to)
            let earlier = try await history.load(try await history.run(named: from, before: number))
            let later = try await history.load(number)
            let report = DiffReport(difference: RunDifference(from: earlier, to: later), tool: .segue)
            print(
                output.json
                    ? try report.json().escapedForTerminal : report.text(style: output.style, quiet: output.quiet),
                terminator: "")
            if report.difference.changes.contains(.worse) { throw ExitCode(1) }
            if report.difference.changes.contains(.unchecked) { throw ExitCode(2) }
        } catch let error as HistoryError {
            throw Failure(error)
        }
    }
}

/// `segue history`: the runs, or one cell over all of them.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the runs, or say since when a cell is as it is and what was different when it was last good.",
        discussion: """
            A cell is named as reports name it, or by any part of that that only one cell has.

            EXAMPLES
              segue history
              segue history "film: ad-2/enter @ smart-tv/low"
              segue history ad-2/enter --json
            """)

    @Argument(help: ArgumentHelp("The cell; all runs are listed without one.", valueName: "cell"))
    var cell: String?

    @OptionGroup var reports: ReportsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let history = try await reports.history()
        do {
            guard let cell else {
                let list = RunList(runs: try await history.runs(), bytes: try await history.size(), tool: .segue)
                print(output.json ? try list.json().escapedForTerminal : list.text, terminator: "")
                return
            }
            let found = try await history.cells(like: cell, limit: 21)
            guard let name = found.first, found.count == 1 else { throw ambiguous(cell, found) }
            let report = CellReport(history: try await history.history(of: name), tool: .segue)
            guard !report.history.points.isEmpty || !report.history.measurements.isEmpty else {
                throw ambiguous(cell, [])
            }
            print(
                output.json ? try report.json().escapedForTerminal : report.text(style: output.style), terminator: "")
        } catch let error as HistoryError {
            throw Failure(error)
        }
    }

    private func ambiguous(_ text: String, _ found: [CellName]) -> Failure {
        guard !found.isEmpty else {
            return Failure(
                message: "no cell is called '\(text)'; `segue report latest --format csv` lists them", code: 2)
        }
        for name in found.prefix(20) { printError("  \(name)".printable) }
        if found.count > 20 { printError("  … and more") }
        return Failure(
            message: "'\(text)' may be any of these; name one of them, or a part that only one has", code: 64)
    }
}

/// `segue expect`: what is expected of cells.
struct ExpectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expect", abstract: "Make expectations from a run.", subcommands: [Update.self])

    /// `segue expect update`.
    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update", abstract: "Write what a run found bad into expectations/recorded.yaml, for review.",
            discussion: """
                Reasons and links are carried over, also to the same failure on another cell. Expectations that people \
                wrote in other files of the folder stay as they are.

                EXAMPLES
                  segue expect update latest
                  segue expect update 12 --matrix DeviceMatrix
                  segue expect update latest --dry-run
                """)

        @Argument(help: "The run: a number, latest, previous or latest~N.")
        var run: String

        @Flag(help: "Print the file instead of writing it.")
        var dryRun = false

        @OptionGroup var matrix: MatrixOptions
        @OptionGroup var reports: ReportsOptions

        func run() async throws {
            let history = try await reports.history()
            do {
                var report = try await history.report(try await history.run(named: run))
                let folder = matrix.folder ?? "DeviceMatrix"
                // Reasons may have been written since the run.
                if FileManager.default.fileExists(atPath: folder) {
                    var stored = report.run
                    stored.setup.expectations = try DeviceMatrix.expectations(overlay: folder)
                    report = RunReport(stored, baseline: nil, trends: [])
                }
                let update = ExpectationUpdate(report)
                if dryRun {
                    print(update.text, terminator: "")
                    return
                }
                let file = folder + "/" + DeviceMatrix.recordedExpectations
                do {
                    try FileManager.default.createDirectory(
                        atPath: URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false),
                        withIntermediateDirectories: true)
                    try Data(update.text.utf8).write(to: URL(filePath: file), options: .atomic)
                } catch {
                    throw Failure(message: "\(file) cannot be written: \(error.localizedDescription)", code: 2)
                }
                print(
                    "\(file): \(update.added) cells more are expected to be as they are, \(update.removed) fewer; review it"
                        .printable)
            } catch let error as HistoryError {
                throw Failure(error)
            }
        }
    }
}

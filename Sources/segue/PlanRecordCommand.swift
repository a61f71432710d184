import ArgumentParser
import Foundation
import HarnessReports
import MatrixRuns
import SuitePlanning

/// `segue plan record`: what people found when they did a plan.
struct PlanRecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Take in results that people filled in.",
        discussion: """
            Reads the CSV of 'segue plan --format csv' with the columns from 'outcome' on filled in, or YAML or JSON with \
            results: [{case, step, outcome, …}]; holds every line against the plan, and writes segue.results/1 with what was \
            predicted beside what was seen. Lines without an outcome were not done. One wrong line and nothing is written.

            With --reports the results also go into the history of runs (history.sqlite), where 'segue history' and the \
            page of the next report show them beside the predictions. Recording a sheet again adds nothing twice.

            EXAMPLES
              segue plan record filled.csv --plan plan.json --reports Reports
              segue plan record filled.csv --plan plan.json --output results.json
              segue plan record tuesday.csv wednesday.yaml --plan plan.yaml --json

            OUTCOMES
              pass, fail, blocking, unsupported, timed-out, error, unknown, not-run

            EXIT CODES
              0  recorded
              1  recorded, and a step failed or blocked
              2  something could not be read or written, or is not of the plan; nothing was recorded
              64 wrong usage
            """)

    @Argument(help: "Filled-in sheets: .csv, .yaml or .json.")
    var sheets: [String]

    @Option(help: ArgumentHelp("The plan that they belong to, in JSON or YAML.", valueName: "file"))
    var plan: String

    @Option(name: .customLong("output"), help: ArgumentHelp("Write the results to this file.", valueName: "file"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Also keep the results in the history of runs of this reports folder (as in segue run).",
            valueName: "folder"))
    var reports: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let report = try readPlan(plan)
        let results: ResultsReport
        do {
            var entries: [(place: String, result: StepResult)] = []
            for sheet in sheets { entries += try StepResult.reading(try readFile(sheet), name: sheet) }
            guard !entries.isEmpty else {
                throw Failure(message: "no line has an outcome; fill in the column 'outcome'", code: 2)
            }
            results = ResultsReport(tool: .segue, sheet: try report.plan.results(entries))
        } catch let error as PlanError {
            for line in error.description.split(separator: "\n") { printError("segue: \(line)".printable) }
            throw ExitCode(2)
        }
        let kept = try await keep(results.sheet)
        if let file { try writeFile(try results.json(), to: file) }
        if output.json {
            print(try results.json().escapedForTerminal, terminator: "")
        } else if !output.quiet {
            print(results.text(), terminator: "")
            if let kept { print(kept.printable) }
            if kept == nil, file == nil {
                print("Only held against the plan; to keep it, name a history with --reports or a file with --output.")
            }
        }
        if results.sheet.results.contains(where: { [.fail, .blocking].contains($0.outcome) }) { throw ExitCode(1) }
    }

    /// Puts the results into the history of runs; says what was done, or `nil` when that was not asked for.
    private func keep(_ sheet: ResultSheet) async throws -> String? {
        guard let reports else { return nil }
        let measurements = sheet.results.compactMap(Measurement.init)
        do throws(HistoryError) {
            let history = try History(folder: reports, access: .writing)
            try await history.checkIntegrity()
            let added = try await history.record(measurements)
            let old = measurements.count - added
            return "History: \(added) new in \(history.path)" + (old > 0 ? ", \(old) were there already" : "")
        } catch {
            throw Failure(error)
        }
    }
}

extension MatrixRuns.Measurement {
    /// A step's result as history keeps it; `nil` for one that was not held against a plan.
    init?(_ result: StepResult) {
        guard let about = result.about else { return nil }
        let cell = CellName(
            transition: TransitionName(primary: about.presentation, transition: result.step), receiver: about.receiver)
        let settings = about.settings.map { ", \($0)" }.joined()
        self.init(
            cell: cell, outcome: result.outcome,
            predicted: about.predictedBand.map {
                Prediction(
                    band: $0, p50Milliseconds: about.predictedP50Milliseconds.map { Int($0.rounded()) },
                    p95Milliseconds: about.predictedP95Milliseconds.map { Int($0.rounded()) })
            }, source: "case \(result.caseID), plan \(about.servicePlan), \(about.sender)\(settings)")
        pictureMilliseconds = result.pictureMilliseconds.map { Int($0.rounded()) }
        soundMilliseconds = result.soundMilliseconds.map { Int($0.rounded()) }
        firmware = result.firmware?.neutralised
        tester = result.tester?.neutralised
        date = result.date
        note = result.note?.neutralised
    }
}

import ArgumentParser
import Foundation
import HarnessReports
import SuitePlanning

/// `segue plan record`: what people found when they did a plan.
struct PlanRecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Take in results that people filled in.",
        discussion: """
            Reads the CSV of 'segue plan --format csv' with the columns from 'outcome' on filled in, or YAML or JSON with \
            results: [{case, step, outcome, …}]; holds every line against the plan, and writes segue.results/1 with what was \
            predicted beside what was seen. Lines without an outcome were not done. One wrong line and nothing is written.

            EXAMPLES
              segue plan record filled.csv --plan plan.json --output results.json
              segue plan record tuesday.csv wednesday.yaml --plan plan.yaml --json

            OUTCOMES
              pass, fail, blocking, unsupported, timed-out, error, unknown, not-run

            EXIT CODES
              0  recorded; 1 recorded, and a step failed or blocked; 2 something could not be read or is not of the plan
            """)

    @Argument(help: "Filled-in sheets: .csv, .yaml or .json.")
    var sheets: [String]

    @Option(help: ArgumentHelp("The plan that they belong to, in JSON or YAML.", valueName: "file"))
    var plan: String

    @Option(name: .customLong("output"), help: ArgumentHelp("Write the results to this file.", valueName: "file"))
    var file: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
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
        if let file { try writeFile(try results.json(), to: file) }
        if output.json {
            print(try results.json().escapedForTerminal, terminator: "")
        } else if !output.quiet {
            print(results.text(), terminator: "")
        }
        if results.sheet.results.contains(where: { [.fail, .blocking].contains($0.outcome) }) { throw ExitCode(1) }
    }
}

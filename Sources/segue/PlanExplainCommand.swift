import ArgumentParser
import HarnessReports
import SuitePlanning

/// `segue plan explain`: why a case is in a plan.
struct PlanExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say why a case is in a plan.",
        discussion: """
            EXAMPLES
              segue plan explain 7f3k2q9d --plan plan.json
              segue plan explain 7f3k --plan plan.yaml
            """)

    @Argument(help: "A case by its id, or the beginning of it.")
    var testCase: String

    @Option(help: ArgumentHelp("A plan in JSON or YAML.", valueName: "file"))
    var plan: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let report = try readPlan(plan)
        let found = report.plan.cases.filter { $0.id.hasPrefix(testCase) && !testCase.isEmpty }
        guard let entry = found.first, found.count == 1 else {
            let what = found.isEmpty ? "no case begins with" : "several cases begin with"
            let few = (found.isEmpty ? report.plan.cases : found).prefix(5).map(\.id).joined(separator: ", ")
            throw Failure(message: "\(plan): \(what) '\(testCase)'; there are \(few) …", code: 2)
        }
        if output.json {
            print(try report.json(ofCase: entry).escapedForTerminal, terminator: "")
        } else {
            print(report.explanation(of: entry, style: output.style), terminator: "")
        }
    }
}

/// Reads a plan or ends the program with code 2.
func readPlan(_ path: String) throws -> PlanReport {
    do {
        return try PlanReport(reading: try readFile(path))
    } catch let error as PlanError {
        throw Failure(message: "\(path): \(error)", code: 2)
    }
}

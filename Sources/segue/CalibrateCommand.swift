import ArgumentParser
import DeviceMatrix
import Foundation
import HarnessReports
import ReceiverMeasuring
import TransitionRisk

/// `segue calibrate`: correct the costs of changes by timed switches.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Correct what changes cost by switches that were timed on receivers.",
        discussion: """
            Observations are JSON lines or CSV (docs/calibrate.md says which fields). The result is a calibration file: put it
            into calibration/ of a matrix folder, and `segue check --matrix` uses and names it.

            --check leaves out each device in turn and holds forecasts against what was seen. It exits 1 where the correction
            foretells worse than the shipped costs (and writes nothing), 2 where fewer than three devices were measured.

            EXAMPLES
              segue calibrate lab.jsonl
              segue calibrate lab.jsonl shelf2.csv --check
              segue calibrate lab.jsonl --name lab-2026-11 --source "14 runs on 4 televisions, camera at 240 fps" \\
                --output DeviceMatrix/calibration/lab-2026-11.yaml
            """)

    @Argument(help: ArgumentHelp("Observations, oldest first: .jsonl or .csv.", valueName: "file"))
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "The kind of switch to learn from: \(SwitchKind.allCases.map(\.rawValue).joined(separator: ", ")). Only "
                + "interstitial makes a calibration; the others are shown.", valueName: "kind"))
    var kind: SwitchKind = .interstitial

    @Flag(help: "Judge the correction on devices it has not seen.")
    var check = false

    @Option(help: ArgumentHelp("What verdicts call the calibration.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("What was measured, when and how, in one sentence.", valueName: "text"))
    var source: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the calibration to this file.", valueName: "file"))
    var output: String?

    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var options: OutputOptions

    func validate() throws {
        guard output == nil || (name != nil && source != nil) else {
            throw ValidationError("--output needs --name and --source, which verdicts show.")
        }
        guard output == nil || kind == .interstitial else {
            throw ValidationError(
                "A calibration of '\(kind.rawValue)' would not be true of interstitials; leave out --output to see it.")
        }
    }

    func run() throws {
        let matrix = try loadMatrix(matrix)
        let observations = try files.flatMap { try Self.observations(in: $0, known: Set(matrix.costs.changes.keys)) }
        let columns = Dictionary(
            matrix.profiles.map { ("\($0.receiverClass.rawValue)/\($0.tier.rawValue)", $0.switching) }
        ) { first, _ in first }
        let basis = CalibrationBasis(kind: kind, costs: matrix.costs) { receiverClass, tier in
            columns["\(receiverClass.rawValue)/\(tier.rawValue)"] ?? .unknown
        }
        let fit = CalibrationFit(observations, on: basis)
        let score = HeldOutScore(observations, on: basis)
        if options.json {
            let tool = CalibrationDocument.Tool(name: Tool.segue.name, version: Tool.segue.version)
            print(try CalibrationDocument(fit: fit, score: score, tool: tool).json(), terminator: "")
        } else if !options.quiet {
            print(CalibrationText(fit: fit, score: check ? score : nil, costs: matrix.costs).text)
        }
        guard fit.used > 0 else {
            printError("segue: no observation could be used, so nothing was learned")
            throw ExitCode(2)
        }
        if check, score.judgement == .worse { throw ExitCode(1) }
        if let output, let name, let source {
            do {
                try FileManager.default.createDirectory(
                    at: URL(filePath: output).deletingLastPathComponent(), withIntermediateDirectories: true)
                try fit.overlay(name: name, source: source).yaml.write(
                    toFile: output, atomically: true, encoding: .utf8)
            } catch {
                printError("segue: cannot write \(output): \(error.localizedDescription)")
                throw ExitCode(2)
            }
            if check, score.judgement == .cannotBeJudged {
                printError("segue: \(output) was written, and nobody has judged it; measure further devices")
            }
        }
        if check, score.judgement == .cannotBeJudged { throw ExitCode(2) }
    }

    private static func observations(in file: String, known: Set<ChangeID>) throws -> [SwitchObservation] {
        guard let data = FileManager.default.contents(atPath: file) else {
            printError("segue: cannot read \(file): no such file, or not readable")
            throw ExitCode(2)
        }
        do {
            return try ObservationFile(data, name: file, known: known).observations
        } catch {
            printError(error.description)
            throw ExitCode(2)
        }
    }
}

extension SwitchKind: ExpressibleByArgument {}

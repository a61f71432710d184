import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import MediaProbing
import ReceiverDiscovery
import SuitePlanning
import Synchronization
import TransitionRisk

/// `segue plan make`, which `segue plan` stands for.
struct PlanMakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Make a plan from a catalogue and the receivers at hand.",
        discussion: """
            Finds what the catalogue uses and what tells receivers apart, chooses the fewest receivers that show all of it, \
            and writes cases for a person with a phone: what to do, what must be seen and when, and the delay to expect. \
            Without --receivers it chooses from the model table and so says what to buy.

            EXAMPLES
              segue plan --catalogue DeviceMatrix/catalogue.yaml --receivers lab.yaml
              segue plan --catalogue catalogue.yaml --receivers lab.yaml --scan lab.json
              segue plan --catalogue catalogue.yaml
              segue plan --catalogue catalogue.yaml --receivers lab.json --hours 3 --per-case 4m --rigs 2
              segue plan --catalogue catalogue.yaml --output plan.json --output sheets.html
              segue plan --check out/report.json --receivers lab.yaml
              segue plan explain 7f3k2q9d --plan plan.json
              segue plan record filled.csv --plan plan.json --output results.json

            EXIT CODES
              0  the plan covers all that it must
              2  something could not be read or covered; the plan is the best that can be made without it
              64 wrong usage
            """)

    @Option(help: ArgumentHelp("The primaries, ads and breaks to plan for.", valueName: "file"))
    var catalogue: String?

    @Option(
        name: .customLong("check"),
        help: ArgumentHelp(
            "A check made before (segue check --json) to plan for without reading media; may be repeated.",
            valueName: "file"))
    var checks: [String] = []

    @Option(
        help: ArgumentHelp(
            "Receivers to choose from: an inventory (lab.yaml) or a scan (segue discover --save). Else the model table.",
            valueName: "file"))
    var receivers: String?

    @Option(
        help: ArgumentHelp(
            "A scan (segue discover --save) that says what those receivers of an inventory are whose model and class it "
                + "does not give.", valueName: "file"))
    var scan: String?

    @Option(help: ArgumentHelp("Only primaries of the catalogue with this tag; may be repeated.", valueName: "word"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("Hours of work at each rig.", valueName: "number"))
    var hours: Double?

    @Option(help: ArgumentHelp("Time for one case: 4m, 90s.", valueName: "duration"))
    var perCase: WorkTimeArgument = WorkTimeArgument(duration: .seconds(240))

    @Option(help: ArgumentHelp("How many people work side by side, each at a rig.", valueName: "number"))
    var rigs: Int = 1

    @Option(help: ArgumentHelp("Most cases of a plan without --hours.", valueName: "number"))
    var mostCases: Int = 200

    @Option(help: ArgumentHelp("text, json, yaml, html, markdown or csv.", valueName: "format"))
    var format: PlanFormat?

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "Write to this file in the format of its name (.json .yaml .html .md .csv .txt); may be repeated.",
            valueName: "file"))
    var outputs: [String] = []

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout: TimeoutArgument = TimeoutArgument(duration: .seconds(10))

    @Option(help: ArgumentHelp("Ask for asset lists (live), or use the kept answers (recorded).", valueName: "mode"))
    var assetLists = AssetListStore.Mode.live

    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var matrixOptions: MatrixOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if catalogue == nil, checks.isEmpty {
            throw ValidationError(
                "There is nothing to plan for: give --catalogue FILE, or --check FILE with a document of 'segue check --json'."
            )
        }
        if let hours, !(hours >= 0 && hours <= 10_000) { throw ValidationError("--hours must be 0 to 10000.") }
        if scan != nil, !isInventory {
            throw ValidationError("--scan completes an inventory: give --receivers a file in YAML as well.")
        }
        guard (1...100).contains(rigs) else { throw ValidationError("--rigs must be 1 to 100.") }
        guard (1...10_000).contains(mostCases) else { throw ValidationError("--most-cases must be 1 to 10000.") }
        if output.json, let format, format != .json {
            throw ValidationError("--json and --format contradict each other.")
        }
        if let wrong = outputs.first(where: { PlanFormat(fileName: $0) == nil }) {
            throw ValidationError("'\(wrong)' ends in none of .json, .yaml, .html, .md, .csv, .txt.")
        }
    }

    func run() async throws {
        let matrix = try loadMatrix(matrixOptions)
        var planner = SuitePlanner(facets: try DeviceMatrix.facets(overlay: matrixOptions.folder), costs: matrix.costs)
        let table = try DeviceMatrix.models(overlay: matrixOptions.folder)
        planner.models = Candidate.models(table, defaults: matrix.profiles)
        try await chooseReceivers(&planner, table, matrix)
        if let hours {
            planner.time = SuitePlanner.Time(
                total: .milliseconds(Int64(hours * 3_600_000)), perCase: perCase.duration, rigs: rigs)
        }
        planner.mostCases = mostCases
        planner.calibrations = matrix.calibrations
        let presentations = try await load(&planner, matrix)
        let report = PlanReport(tool: .segue, plan: planner.plan(presentations, checks: try recorded()))
        try write(report)
        if !report.plan.isComplete { throw ExitCode(2) }
    }

    private func chooseReceivers(
        _ planner: inout SuitePlanner, _ table: [ModelEntry], _ matrix: DeviceMatrix
    ) async throws {
        guard let receivers else {
            planner.candidates = planner.models
            return
        }
        func found(in file: String) async throws -> [Receiver] {
            do {
                let scan = try await RecordedScan(path: file).scan()
                planner.problems += scan.omissions.map(\.neutralised)
                return ReceiverClassifier(models: table).receivers(from: scan.records)
            } catch let error as DiscoveryError {
                throw Failure(message: error.description, code: 2)
            }
        }
        guard isInventory else {
            planner.candidates = Candidate.scanned(try await found(in: receivers), defaults: matrix.profiles)
            planner.source = "scan"
            return
        }
        let seen = if let scan { try await found(in: scan) } else { [Receiver]() }
        let (candidates, problems) = Candidate.inventory(
            try DeviceMatrix.inventory(file: receivers), found: seen, models: table, defaults: matrix.profiles)
        planner.candidates = candidates
        planner.problems += problems
        planner.source = "inventory"
    }

    /// Whether the receivers are those of an inventory, by the name of its file.
    private var isInventory: Bool {
        [".yaml", ".yml"].contains { receivers?.lowercased().hasSuffix($0) ?? false }
    }

    /// The catalogue's presentations, read one after the other: each is read with as many requests side by side as one
    /// check takes.
    private func load(_ planner: inout SuitePlanner, _ matrix: DeviceMatrix) async throws -> [PlannedPresentation] {
        guard let catalogue else { return [] }
        let entries = try DeviceMatrix.catalogue(file: catalogue).enabled(tags: tag)
        if entries.isEmpty {
            let which = tag.isEmpty ? "is enabled" : "is enabled and has a tag of \(tag.joined(separator: ", "))"
            planner.problems.append("\(catalogue): no primary \(which)")
        }
        let pipeline = PlanPipeline(
            matrix: matrix, requestTimeout: requestTimeout.duration, cache: cacheOptions.measurements,
            assetLists: assetLists)
        let done = Mutex(0)
        let progress = ProgressLine(shown: !output.quiet) {
            "\(done.withLock { $0 }) of \(entries.count) primaries read"
        }
        defer { progress.end() }
        var presentations: [PlannedPresentation] = []
        for entry in entries {
            let loaded = await pipeline.load(entry)
            done.withLock { $0 += 1 }
            planner.problems += loaded.problems
            if let presentation = loaded.presentation { presentations.append(presentation) }
        }
        return presentations
    }

    private func recorded() throws -> [RecordedCheck] {
        try checks.flatMap { path in
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            // Reports of `segue check --report FOLDER` all have the same name.
            let folder = URL(filePath: path).absoluteURL.deletingLastPathComponent().lastPathComponent
            do {
                return try RecordedCheck.reading(try readFile(path), name: name == "report" ? folder : name)
            } catch let error as PlanError {
                throw Failure(message: "\(path): \(error)", code: 2)
            }
        }
    }

    private func write(_ report: PlanReport) throws {
        for path in outputs {
            try writeFile(try PlanFormat(fileName: path)?.text(of: report) ?? "", to: path)
        }
        let shown = output.json ? .json : format
        if let shown {
            let text = try shown.text(of: report, style: output.style)
            print(shown == .json ? text.escapedForTerminal : text, terminator: "")
        } else if !output.quiet, outputs.isEmpty {
            print(report.text(style: output.style), terminator: "")
        }
        if shown == nil ? output.quiet || !outputs.isEmpty : shown != .text {
            for problem in report.plan.problems { printError("segue: \(problem)".printable) }
        }
    }
}

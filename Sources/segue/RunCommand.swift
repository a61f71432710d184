import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import MatrixRuns
import ReceiverDiscovery
import TransitionRisk

/// `segue run`: the catalogue on the receivers of the lab, held against what was expected and against the run before.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Check the catalogue on every receiver, keep the outcomes, and report what got worse.",
        discussion: """
            Finds the receivers (or takes a recorded scan, or the classes), checks every primary of the catalogue on each, \
            and stores each outcome as it comes in history.sqlite of the reports folder. What has not changed since \
            earlier runs is not measured or judged again. Then it writes the reports: run-00012/report.html and others.

            Expected is what DeviceMatrix/expectations says; elsewhere every cell is expected to pass.

            EXAMPLES
              segue run
              segue run --classes --catalogue catalogue.yaml
              segue run --replay lab.json --reports nightly --quiet
              segue run --resume
              segue run --all

            EXIT CODES
              0  everything as expected
              1  at least one cell is worse than expected
              2  something could not be checked, or nothing was
              64 wrong usage
              130 interrupted; what was done is stored, and --resume goes on
            """)

    @OptionGroup var matrixOptions: MatrixOptions
    @OptionGroup var reports: ReportsOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("What to check; catalogue.yaml of the matrix folder unless given.", valueName: "file"))
    var catalogue: String?

    @Option(help: ArgumentHelp("Who should be there; lab.yaml of the matrix folder unless given.", valueName: "file"))
    var lab: String?

    @Option(help: ArgumentHelp("Take the receivers of a recorded scan instead of the network.", valueName: "file"))
    var replay: String?

    @Flag(help: "Judge for the receiver classes of the matrix instead of receivers.")
    var classes = false

    @Option(help: ArgumentHelp("Only primaries with this tag; repeatable.", valueName: "word"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("How long to listen for receivers.", valueName: "duration"))
    var timeout = TimeoutArgument(duration: .seconds(3))

    @Flag(help: "Go on with the last run, which was ended before all was done.")
    var resume = false

    @Flag(help: "Measure and judge everything anew, changed or not.")
    var all = false

    @Option(help: "How often a primary that could not be read is tried again.")
    var retries = 1

    @Option(help: ArgumentHelp("How long one primary may take.", valueName: "duration"))
    var entryTimeout = TimeoutArgument(duration: .seconds(120))

    @Option(help: ArgumentHelp("How long one HTTP request may take.", valueName: "duration"))
    var requestTimeout = TimeoutArgument(duration: .seconds(10))

    @Option(
        help: ArgumentHelp(
            "Ask for asset lists and keep the answers (live), or take what was kept (recorded).", valueName: "mode"))
    var assetLists = AssetListStore.Mode.live

    @Option(
        help: ArgumentHelp(
            "Where answers of asset lists are kept; segue/asset-lists in the user's cache folder unless given.",
            valueName: "folder"))
    var assetListFolder: String?

    @OptionGroup var cacheOptions: CacheOptions

    @Option(help: ArgumentHelp("The lowest band that is too bad where nothing else is expected.", valueName: "band"))
    var failOn = FailOnArgument(band: .high)

    @Option(
        help: ArgumentHelp(
            "Which reports to write: \(RunFormat.allCases.map(\.rawValue).joined(separator: ", ")); repeatable; all "
                + "unless given.", valueName: "format"))
    var format: [RunFormat] = []

    func validate() throws {
        if classes, replay != nil || lab != nil {
            throw ValidationError("--classes judges no receivers; leave out --replay and --lab")
        }
        guard (0...10).contains(retries) else { throw ValidationError("--retries is a number from 0 to 10") }
    }

    func run() async throws {
        Interrupt.listenAlsoToTermination()
        var options = matrixOptions
        // The folder that a project has for its matrix, unless another one is named.
        if options.folder == nil, FileManager.default.fileExists(atPath: "DeviceMatrix") {
            options.folder = "DeviceMatrix"
        }
        do {
            let inputs = try RunInputs(self, folder: options.folder, matrix: try loadMatrix(options))
            let history = try History(folder: reports.folder, access: .writing)
            let lock = try RunLock(folder: reports.folder)
            try await history.checkIntegrity()
            let started = try await begin(inputs, history)
            let isDone = try await perform(started, inputs, history)
            try await finish(started.id, isDone, history)
            withExtendedLifetime(lock) {}
        } catch let error as HistoryError {
            throw Failure(error)
        }
    }

    /// A new run, or the last one where it stopped.
    private func begin(_ inputs: RunInputs, _ history: History) async throws -> History.OpenRun {
        if resume {
            guard let run = try await history.unfinished() else {
                throw Failure(message: try await nothingToResume(history), code: 2)
            }
            guard run.setup.inputs == inputs.digest, run.setup.program == inputs.program else {
                let what = run.setup.program == inputs.program ? "catalogue, matrix or limit" : "program"
                throw Failure(
                    message: "run \(run.id) cannot be resumed: the \(what) changed since it began; start a new run",
                    code: 2)
            }
            try await history.resume(run.id)
            return run
        }
        let lab = try await inputs.lab(history)
        if lab.columns.isEmpty {
            throw Failure(
                message:
                    "no receiver answered, and none is expected; nothing to check. Name a recorded scan with --replay, "
                    + "or judge for --classes", code: 2)
        }
        let remarks = try await inputs.remarks(history)
        return try await history.begin(
            inputs.setup(lab, remarks: remarks), at: RunClock.now, after: RunOutputs.newest(in: reports.folder))
    }

    /// Why no run can be gone on with. A run that was killed after its last cell is finished, and may have no reports.
    private func nothingToResume(_ history: History) async throws(HistoryError) -> String {
        guard let last = try await history.runs().map(\.id).max() else {
            return "there is no run to resume in \(reports.folder); start one without --resume"
        }
        let folder = reports.folder == ReportsOptions.usual ? "" : " --reports '\(reports.folder)'"
        return "there is no run to resume in \(reports.folder): run \(last) is finished. "
            + "`segue report \(last)\(folder)` shows it, and writes its reports with --format and --output; a new run "
            + "starts without --resume"
    }

    private func perform(
        _ run: History.OpenRun, _ inputs: RunInputs, _ history: History
    ) async throws(HistoryError) -> Bool {
        for remark in run.setup.remarks where !output.quiet { printError("segue: \(remark)".printable) }
        let pipeline = CheckPipeline(
            matrix: inputs.matrix, receivers: [], request: CheckRequest(), requestTimeout: requestTimeout.duration,
            cache: all ? nil : cacheOptions.measurements)
        pipeline.open()
        var policy = MatrixRunner.Policy()
        policy.checksAll = all
        policy.retries = retries
        let progress = RunProgress(shown: !output.quiet)
        let runner = MatrixRunner(
            history: history, run: run,
            reader: CatalogueReader(
                items: inputs.items, pipeline: pipeline, deadline: entryTimeout.duration, assetLists: assetLists,
                assetListFolder: assetListFolder, isInterrupted: { Interrupt.hasCome }),
            assessor: TransitionAssessor(
                model: DelayModel(costs: inputs.matrix.costs), calibrations: inputs.matrix.calibrations),
            policy: policy, isInterrupted: { Interrupt.hasCome },
            report: { progress.tell($0) })
        do throws(HistoryError) {
            let isDone = try await runner.perform()
            progress.end()
            output.note("\(pipeline.progress)")
            await pipeline.close()
            return isDone
        } catch {
            progress.end()
            await pipeline.close()
            throw error
        }
    }

    private func finish(_ run: Int, _ isDone: Bool, _ history: History) async throws {
        try await history.end(run, state: isDone ? .finished : .interrupted, at: RunClock.now)
        let report = try await history.report(run)
        let folder = reports.folder + "/" + RunOutputs.name(of: run)
        let problem = RunOutputs.write(report, formats: format.isEmpty ? RunFormat.allCases : format, to: folder)
        if output.json {
            print(try report.written(as: .json), terminator: "")
        } else if !output.quiet || report.verdict != .asExpected {
            print(report.terminalText(style: output.style), terminator: "")
            if !output.quiet, problem == nil { print("Reports: \(folder)".printable) }
        }
        if let problem { printError("segue: \(problem)".printable) }
        if !isDone {
            printError("segue: run \(run) was interrupted; what was done is stored. Go on with: segue run --resume")
            throw ExitCode(130)
        }
        // Findings stay findings where their report could not be written.
        let code = problem != nil && report.verdict == .asExpected ? 2 : report.verdict.exitCode
        if code != 0 { throw ExitCode(code) }
    }
}

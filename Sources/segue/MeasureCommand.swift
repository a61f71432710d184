import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import Foundation
import HarnessReports
import MatrixRuns
import ReceiverDiscovery
import ReceiverMeasuring
import TransitionRisk

/// `segue measure`: how long a receiver takes from one asset to the next.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure how long a receiver takes to switch from one asset to another.",
        discussion: """
            Drives a receiver by AirPlay video as far as it accepts that without pairing, serves it test assets, and times \
            each switch: first pairs without a difference (the floor), then pairs with one, both ways, in random order. It \
            plays for up to ten minutes and is left stopped (docs/measure.md).

            A second play command is not an interstitial: what is measured says so, and calibration keeps the kinds apart.

            EXAMPLES
              Examples/SwitchAssets/make-assets.sh switch-assets
              segue measure --receiver 10.0.0.5:7000
              segue measure --receiver "Shelf 2 left" --out shelf2.jsonl
              segue measure --receiver aa:bb:cc:dd:ee:ff --factor hevc --factor audio.sample_rate --hls
              segue calibrate shelf2.jsonl --kind new-play-command

            EXIT CODES
              0  measured
              2  the receiver could not be measured, or not all of it; what was done is kept
              64 wrong usage
              130 interrupted; what was done is kept
            """)

    @Option(help: ArgumentHelp("The receiver: address[:port], name or id.", valueName: "receiver"))
    var receiver: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Add each switch to this file of observations as it ends.", valueName: "file"))
    var out: String?

    @OptionGroup var experimentOptions: ExperimentOptions

    @Option(help: ArgumentHelp("The receiver's firmware, where it does not publish it.", valueName: "text"))
    var firmware: String?

    @Option(
        help: ArgumentHelp(
            "A setting in force: \(Circumstance.allCases.map(\.rawValue).joined(separator: ", ")); repeatable.",
            valueName: "name"))
    var circumstance: [Circumstance] = []

    @Option(
        help: ArgumentHelp(
            "Keep the median of each pair in the history of this folder, as segue run does.", valueName: "folder"))
    var reports: String?

    @Option(help: ArgumentHelp("Find the receiver in a recorded scan instead of the network.", valueName: "file"))
    var replay: String?

    @Option(help: ArgumentHelp("How long to listen for it.", valueName: "duration"))
    var timeout = TimeoutArgument(duration: .seconds(3))

    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !receiver.isEmpty else { throw ValidationError("--receiver needs an address, a name or an id.") }
    }

    func run() async throws {
        Interrupt.listenAlsoToTermination()
        let known = Set(try loadMatrix(matrix).costs.changes.keys)
        do {
            let set = try SwitchAssets(folder: URL(filePath: experimentOptions.assets), known: known)
            let plan = try experimentOptions.plan(for: set)
            let history = try reports.map { folder throws(HistoryError) in
                try History(folder: folder, access: .writing)
            }
            let log = try out.map { path throws(MeasuringError) in try ObservationLog(path: path) }
            let found = try await MeasuredReceiver.find(
                .init(
                    name: receiver, replay: replay, timeout: timeout.duration,
                    models: try DeviceMatrix.models(overlay: matrix.folder)))
            let experiment = experimentOptions.experiment(
                on: found, with: set, plan, password: try experimentOptions.secret())
            let observed = found.observed(firmware: firmware)
            let measured = try await make(experiment, on: observed, log)
            try write(measured, experiment, observed)
            if let history { _ = try await history.record(measured.medians(on: observed)) }
            try finish(measured, log)
        } catch let error as MeasuringError {
            throw Failure(message: "\(error.subject): \(error.message)", code: 2)
        } catch let error as HistoryError {
            throw Failure(error)
        }
    }

    private func make(
        _ experiment: SwitchExperiment, on observed: SwitchObservation.Receiver, _ log: ObservationLog?
    ) async throws(MeasuringError) -> MeasuredExperiment {
        let start = ContinuousClock.now
        let shared = MeasureProgress()
        let circumstances = circumstance
        let line = ProgressLine(shown: !output.quiet) { shared.text(since: start) }
        defer { line.end() }
        return try await experiment.run(isInterrupted: { Interrupt.hasCome }) { progress in
            shared.take(progress)
            if let last = progress.last { log?.add(last, on: observed, circumstances: circumstances) }
        }
    }

    private func write(
        _ measured: MeasuredExperiment, _ experiment: SwitchExperiment, _ observed: SwitchObservation.Receiver
    ) throws {
        if output.json {
            let document = MeasureDocument(
                measured, of: experiment, on: observed, circumstances: circumstance,
                tool: .init(name: Tool.segue.name, version: Tool.segue.version))
            print(try document.json(), terminator: "")
        } else if !output.quiet, !measured.switches.isEmpty {
            print(MeasureText(measured: measured, receiver: observed, plan: experiment.plan).text)
        }
    }

    private func finish(_ measured: MeasuredExperiment, _ log: ObservationLog?) throws {
        let name = receiver.printable
        if let problem = log?.problem {
            throw Failure(message: "\(out ?? ""): not every switch could be written: \(problem)", code: 2)
        }
        switch measured.end {
        case .complete: return
        case .imprecise:
            output.note("the time was up before every excess was known to ±\(experimentOptions.precision)")
        case .budget:
            throw Failure(
                message:
                    "\(name): \(experimentOptions.budget) were over before every pair had its turn; give more --budget or fewer --factor",
                code: 2)
        case .interrupted:
            printError("segue: interrupted; the receiver was stopped, and what was measured is kept")
            throw ExitCode(130)
        case .trouble(let trouble): throw Failure(message: "\(name): \(trouble.remark)", code: 2)
        }
    }
}

import ArgumentParser
import Foundation
import ReceiverMeasuring

/// What `segue measure` plays, how often and how.
struct ExperimentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of test assets.", valueName: "folder"))
    var assets = "switch-assets"

    @Option(
        help: ArgumentHelp(
            "Measure only this change (audio.sample_rate) or asset (hevc); repeatable; all unless given.",
            valueName: "name"))
    var factor: [String] = []

    @Option(help: ArgumentHelp("How often each pair has its turn, at least.", valueName: "count"))
    var repetitions = 5

    @Option(help: ArgumentHelp("Cold starts, from a stop.", valueName: "count"))
    var cold = 3

    @Option(
        help: ArgumentHelp(
            "More rounds are made until every excess is known to plus or minus this.", valueName: "duration"))
    var precision = TimeoutArgument(duration: .milliseconds(100))

    @Option(help: ArgumentHelp("How long all may take.", valueName: "duration"))
    var budget = TimeoutArgument(duration: .seconds(600))

    @Option(help: ArgumentHelp("How long each asset plays before the next.", valueName: "duration"))
    var hold = TimeoutArgument(duration: .seconds(4))

    @Option(help: ArgumentHelp("Decides the random order.", valueName: "number"))
    var seed: UInt64 = 1

    @Flag(help: "Play the assets as HLS playlists, which make-assets.sh --hls makes.")
    var hls = false

    @Option(
        help: ArgumentHelp(
            "How play commands are written: text or plist; text, and plist where that is refused, unless given.",
            valueName: "form"))
    var command: CommandForm?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the receiver's password; SEGUE_PASSWORD is taken without.", valueName: "file"))
    var password: String?

    @Flag(help: "End what the receiver plays.")
    var takeOver = false

    @Option(help: ArgumentHelp("The port at which assets are served; any free one unless given.", valueName: "port"))
    var originPort: UInt16 = 0

    func validate() throws {
        guard (1...100).contains(repetitions) else { throw ValidationError("--repetitions is from 1 to 100.") }
        guard (0...100).contains(cold) else { throw ValidationError("--cold is from 0 to 100.") }
        guard (.seconds(2)...(.seconds(60))).contains(hold.duration) else {
            throw ValidationError("--hold is from 2s to 60s: the last second of it decides.")
        }
    }

    /// The switches to make.
    func plan(for set: SwitchAssets) throws(MeasuringError) -> ExperimentPlan {
        var plan = try ExperimentPlan(set, wanted: factor)
        plan.coldStarts = cold
        plan.rounds = repetitions
        plan.precision = precision.duration / .seconds(1)
        plan.budget = budget.duration
        plan.seed = seed
        return plan
    }

    /// The experiment on one receiver.
    func experiment(
        on found: MeasuredReceiver, with set: SwitchAssets, _ plan: ExperimentPlan, password: String?
    ) -> SwitchExperiment {
        var experiment = SwitchExperiment(
            subject: .init(
                addresses: found.addresses, port: found.port, password: password, features: found.receiver.features,
                status: found.receiver.status),
            assets: set, plan: plan)
        experiment.timing.hold = hold.duration
        experiment.form = command
        experiment.usesPlaylists = hls
        experiment.takesOver = takeOver
        experiment.originPort = originPort
        return experiment
    }

    /// The password: never an argument, which every user of the machine can read.
    func secret() throws -> String? {
        guard let password else { return ProcessInfo.processInfo.environment["SEGUE_PASSWORD"] }
        guard let data = FileManager.default.contents(atPath: password), data.count <= 4096,
            let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first
        else {
            throw Failure(message: "\(password): no password can be read from it; its first line is taken", code: 2)
        }
        return String(line)
    }
}

extension CommandForm: ExpressibleByArgument {}

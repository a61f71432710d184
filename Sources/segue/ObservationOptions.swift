import AirPlayReceivers
import ArgumentParser
import Foundation
import ReceiverMeasuring
import TransitionRisk

/// What the user says about a recorded receiver, so that switches become observations.
struct ObservationOptions: ParsableArguments {
    @Option(
        name: .customLong("out"),
        help: ArgumentHelp("Add the switches to this file of observations.", valueName: "file"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "How each asset was made to follow: \(SwitchKind.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "kind"))
    var kind: SwitchKind?

    @Option(help: ArgumentHelp("The receiver, by its device id.", valueName: "id"))
    var receiverId: String?

    @Option(help: ArgumentHelp("Its class, such as smart-tv.", valueName: "class"))
    var receiverClass: ReceiverClass?

    @Option(help: ArgumentHelp("Its decoding tier: high, low or unknown.", valueName: "tier"))
    var tier: DecodingTier = .unknown

    @Option(help: ArgumentHelp("Its model.", valueName: "name"))
    var model: String?

    @Option(help: ArgumentHelp("Its platform, such as webos.", valueName: "name"))
    var platform: String?

    @Option(help: ArgumentHelp("Its firmware.", valueName: "version"))
    var firmware: String?

    @Option(
        help: ArgumentHelp(
            "Settings in force: \(Circumstance.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "setting"
        ))
    var circumstance: [Circumstance] = []

    @Option(help: ArgumentHelp("How it was recorded: camera, or screen for a capture.", valueName: "method"))
    var method: ObservationMethod = .camera

    @Option(
        help: ArgumentHelp(
            "What differs, where no list says so: names of `segue matrix show`, or 'nothing'.", valueName: "change"))
    var change: [String] = []

    func validate() throws {
        guard file != nil else {
            guard receiverId == nil, kind == nil else {
                throw ValidationError("--receiver-id and --kind go with --out.")
            }
            return
        }
        guard let receiverId, !receiverId.isEmpty, receiverClass != nil, kind != nil else {
            throw ValidationError("--out needs --receiver-id, --receiver-class and --kind, which no picture shows.")
        }
        guard method == .camera || method == .screen else { throw ValidationError("--method is camera or screen.") }
    }

    /// What was said; `nil` where no observations are wanted.
    func context() throws -> RecordingContext? {
        guard file != nil, let receiverId, let receiverClass, let kind else { return nil }
        if let stranger = change.first(where: { $0 != "nothing" && !known.contains(ChangeID(rawValue: $0)) }) {
            throw ValidationError("'\(stranger)' is no change of the cost table; `segue matrix show` lists them.")
        }
        return RecordingContext(
            receiver: SwitchObservation.Receiver(
                id: receiverId, model: model, platform: platform, firmware: firmware, receiverClass: receiverClass,
                tier: tier),
            switchKind: kind, method: method, circumstances: circumstance,
            changes: change.isEmpty ? nil : change.filter { $0 != "nothing" }.map { ChangeID(rawValue: $0) })
    }

    private var known: Set<ChangeID> {
        ((try? loadMatrix(MatrixOptions.parse([])))?.costs.changes.keys).map(Set.init) ?? []
    }

    /// Adds the switches to the file.
    func write(
        _ analysis: RecordingAnalysis, _ context: RecordingContext, _ assets: MarkedAssets, _ clock: RecordingClock?,
        _ comparison: ProtocolComparison?
    ) throws {
        let observations = analysis.transitions.map { transition in
            transition.observations(
                context, assets: assets, clock: clock, command: comparison?.command(of: transition, clock: clock))
        }
        let unknown = observations.count { $0.isEmpty }
        if unknown > 0 {
            printError(
                "segue: \(unknown) switches were not written, because nobody says what differs; give --assets or --change"
            )
        }
        try write(observations.flatMap { $0 })
    }

    /// Adds observations to the file.
    func write(_ observations: [SwitchObservation]) throws {
        guard let file else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try observations.reduce(into: Data()) { $0 += try encoder.encode($1) + Data("\n".utf8) }
        do {
            if !FileManager.default.fileExists(atPath: file) { try Data().write(to: URL(filePath: file)) }
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: lines)
            try handle.close()
        } catch {
            throw Failure(message: "cannot write \(file): \(error.localizedDescription)", code: 2)
        }
    }
}

extension ReceiverClass: ExpressibleByArgument {}
extension DecodingTier: ExpressibleByArgument {}
extension Circumstance: ExpressibleByArgument {}
extension ObservationMethod: ExpressibleByArgument {}

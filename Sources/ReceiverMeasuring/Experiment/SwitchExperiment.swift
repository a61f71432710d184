package import AirPlayReceivers
import Foundation

/// An experiment on one receiver: what is measured, how, and for how long.
///
/// First cold starts and the matched pair, then rounds in which every pair has its turn in both directions, in an order that
/// a seed decides. The receiver is left stopped however it ends.
package struct SwitchExperiment: Sendable {
    /// How long things take. Tests shorten them.
    package struct Timing: Sendable, Hashable {
        /// From the command to the end of watching, where the second asset starts in good time.
        package var hold = Duration.seconds(4)
        /// A random part of this is added to each hold, so that commands meet every place of an asset.
        package var jitter = Duration.milliseconds(400)
        /// How long a start is waited for.
        package var patience = Duration.seconds(12)
        /// From one question about the position to the next.
        package var poll = Duration.milliseconds(50)
        /// How much of the hold's end decides.
        package var window = Duration.seconds(1)
        /// How long a receiver may leave questions unanswered.
        package var silence = Duration.seconds(6)
        /// How long one short question may take.
        package var answer = Duration.seconds(2)
        /// How long a play command may take; some receivers answer when the asset is loaded.
        package var command = Duration.seconds(10)
        /// After a stop, before a cold start.
        package var pause = Duration.seconds(3)

        /// The usual times.
        package init() {}
    }

    /// Where the receiver is and what it asks for.
    package struct Subject: Sendable, Hashable {
        /// Numeric addresses, the first to be tried first.
        package var addresses: [String]
        /// The port of its AirPlay service.
        package var port: UInt16
        /// The password; `nil` for none.
        package var password: String?
        /// Its feature bits; `nil` when unknown.
        package var features: FeatureFlags?
        /// Its status bits; `nil` when unknown.
        package var status: StatusFlags?

        /// Names a receiver.
        package init(
            addresses: [String], port: UInt16, password: String? = nil, features: FeatureFlags? = nil,
            status: StatusFlags? = nil
        ) {
            self.addresses = addresses
            self.port = port
            self.password = password
            self.features = features
            self.status = status
        }
    }

    /// How far it has come.
    package struct Progress: Sendable, Hashable {
        /// Switches that were measured.
        package var done: Int
        /// Switches that will be, as far as is known.
        package var planned: Int
        /// The one that just ended; `nil` before the first.
        package var last: MeasuredSwitch?
    }

    /// The receiver.
    package var subject: Subject
    /// The assets.
    package var assets: SwitchAssets
    /// The order.
    package var plan: ExperimentPlan
    /// The times.
    package var timing = Timing()
    /// How play commands are written; `nil` for text, and a property list where that is refused.
    package var form: CommandForm?
    /// Whether the HLS playlists are played and not the files.
    package var usesPlaylists = false
    /// Whether what the receiver plays at first is ended.
    package var takesOver = false
    /// Where assets are served; 0 for any free port.
    package var originPort: UInt16 = 0

    /// Prepares an experiment.
    package init(subject: Subject, assets: SwitchAssets, plan: ExperimentPlan) {
        self.subject = subject
        self.assets = assets
        self.plan = plan
    }

    /// Makes it, on a thread of its own because it waits most of the time.
    ///
    /// - Parameters:
    ///   - isInterrupted: Asked at every step; the experiment ends soon after it says so.
    ///   - report: Told after each switch, on the experiment's thread.
    /// - Throws: ``MeasuringError`` when the assets cannot be served.
    package func run(
        isInterrupted: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Progress) -> Void
    ) async throws(MeasuringError) -> MeasuredExperiment {
        let outcome = await withCheckedContinuation { continuation in
            let thread = Thread { @Sendable in
                continuation.resume(returning: result(isInterrupted, report))
            }
            thread.name = "segue.experiment"
            thread.start()
        }
        return try outcome.get()
    }

    private func result(
        _ isInterrupted: @escaping @Sendable () -> Bool, _ report: @escaping @Sendable (Progress) -> Void
    ) -> Result<MeasuredExperiment, MeasuringError> {
        do throws(MeasuringError) {
            let run = try ExperimentRun(self, isInterrupted: isInterrupted, report: report)
            return .success(run.perform())
        } catch {
            return .failure(error)
        }
    }
}

/// How a play command is written.
package enum CommandForm: String, Sendable, Hashable, CaseIterable, Encodable {
    /// Lines of `name: value`, as the first receivers took.
    case text
    /// A binary property list.
    case plist
}

/// What an experiment gave.
package struct MeasuredExperiment: Sendable, Hashable {
    /// Every switch that came to an end, in order.
    package var switches: [MeasuredSwitch]
    /// How it ended.
    package var end: ExperimentEnd
    /// Whether the receiver says that it plays nothing now; `nil` where nobody had to stop it.
    package var isStopped: Bool?
    /// Whether its position followed a seek, as a position that can be believed does; `nil` where that was not tried.
    package var positionFollows: Bool?
    /// How play commands were written; `nil` where none was taken.
    package var form: CommandForm?
    /// When it began, as an ISO 8601 time.
    package var startedAt: String
    /// How long it took.
    package var seconds: Double
}

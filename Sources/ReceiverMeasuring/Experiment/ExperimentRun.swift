import Foundation
import ReceiverDiscovery

/// An experiment while it is made. Lives on one thread, which it blocks.
final class ExperimentRun {
    /// Why no further switch is made.
    enum Stop: Error {
        case interrupted
        case budget
        case trouble(ExperimentTrouble)
    }

    /// What the receiver plays for us.
    struct Current {
        /// The asset.
        var name: String
        /// When its time line began.
        var start: ContinuousClock.Instant
    }

    let settings: SwitchExperiment
    let origin: MediaOrigin
    let requirements: ReceiverRequirements
    let isInterrupted: @Sendable () -> Bool
    private let report: @Sendable (SwitchExperiment.Progress) -> Void
    private let began = ContinuousClock.now
    private let beganAt = Date()

    var video: VideoReceiver
    var channel: EventChannel?
    /// This machine's address as the receiver reaches it.
    var host = ""
    var current: Current?
    var played: Set<String> = []
    /// The number of the last command.
    var number = 0
    var form: CommandForm?
    private(set) var hasCommanded = false
    private var switches: [MeasuredSwitch] = []
    private var planned = 0
    private var positionFollows: Bool?
    /// Pairs that failed twice in a row and are not tried again.
    private var dropped: Set<SwitchAssets.Pair> = []
    private var failures: [SwitchAssets.Pair: Int] = [:]
    private var random: SeededOrder

    /// More rounds than this make nothing narrower that matters.
    private static let mostRounds = 60

    init(
        _ settings: SwitchExperiment, isInterrupted: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (SwitchExperiment.Progress) -> Void
    ) throws(MeasuringError) {
        self.settings = settings
        self.isInterrupted = isInterrupted
        self.report = report
        requirements = ReceiverRequirements(features: settings.subject.features, status: settings.subject.status)
        video = VideoReceiver(
            address: settings.subject.addresses.first ?? "", port: settings.subject.port,
            password: settings.subject.password, deadline: settings.timing.answer)
        random = SeededOrder(seed: settings.plan.seed ^ 0x6a09_e667_f3bc_c908)
        form = settings.form
        origin = try MediaOrigin(folder: settings.assets.folder, port: settings.originPort)
    }

    /// Makes the experiment and leaves the receiver stopped.
    func perform() -> MeasuredExperiment {
        planned = settings.plan.leastSwitches
        report(.init(done: 0, planned: planned))
        var end: ExperimentEnd
        do throws(Stop) {
            try meet()
            try warmUp()
            end = try makeRounds()
        } catch {
            switch error {
            case .interrupted: end = .interrupted
            case .budget: end = .budget
            case .trouble(let trouble): end = .trouble(trouble)
            }
        }
        let isStopped = hasCommanded ? leaveStopped() : nil
        channel?.close()
        video.close()
        origin.stop()
        return MeasuredExperiment(
            switches: switches, end: end, isStopped: isStopped, positionFollows: positionFollows,
            form: hasCommanded ? form : nil, startedAt: beganAt.formatted(.iso8601),
            seconds: began.duration(to: .now) / .seconds(1))
    }

    /// Finds an address that answers, and what the receiver asks for.
    private func meet() throws(Stop) {
        if let why = requirements.noVideo { throw .trouble(.noVideo(why)) }
        var trouble = ExperimentTrouble.unreachable("it has no address")
        for address in settings.subject.addresses {
            video = VideoReceiver(
                address: address, port: settings.subject.port, password: settings.subject.password,
                deadline: settings.timing.answer)
            switch video.report() {
            case .failed(let failure): trouble = requirements.trouble(failure)
            case .refused(let status):
                throw .trouble(requirements.trouble(refusedWith: status, password: settings.subject.password != nil))
            case .state(let state, _, _):
                if state.hasItem, state.rate != 0, !settings.takesOver {
                    throw .trouble(
                        .usedByOthers("it plays \(describe(state)) already; stop that, or end it with --take-over"))
                }
                guard let own = LocalAddresses.source(toward: address) else { continue }
                host = own
                channel = EventChannel(address: address, port: settings.subject.port, session: video.session)
                return
            }
        }
        throw .trouble(trouble)
    }

    /// Cold starts, the check of the position, and the matched pair by itself.
    private func warmUp() throws(Stop) {
        let floor = settings.plan.floor
        for _ in 0..<max(1, settings.plan.coldStarts) {
            try halt(for: settings.timing.pause)
            let asset = floor.there.from
            try keep(
                follow(SwitchAssets.Pair(from: asset, to: asset, changes: []), purpose: .cold), of: nil)
            if current == nil {
                // A receiver that plays nothing once may have been busy; twice it is told.
                let again = try follow(SwitchAssets.Pair(from: asset, to: asset, changes: []), purpose: .cold)
                try keep(again, of: nil)
                if current == nil { throw .trouble(.playsNothing(again.outcome.remark ?? "no asset began")) }
            }
        }
        positionFollows = try followsSeek()
        for _ in 0..<settings.plan.rounds { try make(floor, purpose: .floor) }
    }

    private func makeRounds() throws(Stop) -> ExperimentEnd {
        for round in 0..<settings.plan.rounds {
            for factor in settings.plan.order(ofRound: round, among: settings.plan.factors) {
                try make(factor, purpose: factor == settings.plan.floor ? .floor : .factor)
            }
        }
        for round in settings.plan.rounds..<max(settings.plan.rounds, Self.mostRounds) {
            let wide = wideFactors
            if wide.isEmpty { return .complete }
            planned = switches.count + wide.map(\.ways.count).reduce(settings.plan.floor.ways.count, +)
            do throws(Stop) {
                for factor in settings.plan.order(ofRound: round, among: wide) {
                    try make(factor, purpose: factor == settings.plan.floor ? .floor : .factor)
                }
            } catch {
                if case .budget = error { return .imprecise }
                throw error
            }
        }
        return wideFactors.isEmpty ? .complete : .imprecise
    }

    /// Factors whose interval is not narrow enough and that may still be measured.
    private var wideFactors: [ExperimentPlan.Factor] {
        guard settings.plan.precision.isFinite else { return [] }
        let rows = ExperimentSummary(switches).rows
        return settings.plan.factors.filter { factor in
            factor.ways.contains { way in
                guard !dropped.contains(way) else { return false }
                guard let row = rows.first(where: { $0.from == way.from && $0.to == way.to }),
                    let low = row.excess?.low, let high = row.excess?.high
                else { return true }
                return (high - low) / 2 > settings.plan.precision
            }
        }
    }

    /// Both directions of a pair.
    private func make(_ factor: ExperimentPlan.Factor, purpose: MeasuredSwitch.Purpose) throws(Stop) {
        for way in factor.ways where !dropped.contains(way) {
            try approach(way.from)
            let made = try follow(way, purpose: purpose)
            try keep(made, of: way)
        }
    }

    /// Keeps a switch, and gives up a pair that fails twice in a row.
    private func keep(_ made: MeasuredSwitch, of way: SwitchAssets.Pair?) throws(Stop) {
        switches.append(made)
        report(.init(done: switches.count, planned: max(planned, switches.count), last: made))
        guard let way else { return }
        if made.outcome == .started {
            failures[way] = 0
            return
        }
        failures[way, default: 0] += 1
        guard failures[way, default: 0] >= 2 else { return }
        dropped.insert(way)
        if settings.plan.floor.ways.contains(way) {
            throw .trouble(.playsNothing("\(way.from) → \(way.to) twice: \(made.outcome.remark ?? "no start")"))
        }
    }

    /// Has the asset play from which a switch begins, without measuring.
    private func approach(_ name: String) throws(Stop) {
        for _ in 0..<2 {
            if current?.name == name, try isStillOurs() { return }
            let made = try follow(
                SwitchAssets.Pair(from: current?.name ?? name, to: name, changes: []), purpose: .cold)
            if made.outcome == .started { return }
        }
        throw .trouble(.playsNothing("\(name), which played before, does not begin any more"))
    }

    /// A random part of the jitter.
    func jitter() -> Duration {
        let milliseconds = Int(settings.timing.jitter / .milliseconds(1))
        return .milliseconds(milliseconds > 0 ? Int.random(in: 0...milliseconds, using: &random) : 0)
    }

    /// Throws when the time is up.
    func checkBudget() throws(Stop) {
        if began.duration(to: .now) + settings.timing.hold > settings.plan.budget { throw .budget }
    }

    /// Notes that the receiver was told to play, so that it must be stopped.
    func noteCommand() { hasCommanded = true }

    /// What plays, for people.
    func describe(_ state: PlaybackState) -> String {
        let place = state.position.map { "at \(Int(max(0, min($0, 1e6)))) s" }
        let length = state.duration.map { "of \(Int(max(0, min($0, 1e6)))) s" }
        return ["something", place, length].compactMap { $0 }.joined(separator: " ")
    }
}

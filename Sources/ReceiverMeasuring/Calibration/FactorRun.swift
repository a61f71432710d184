import AirPlayReceivers
import TransitionRisk

/// One timed switch with the receiver's floor taken off: what a single change cost in this run.
struct FactorRun: Sendable, Hashable {
    /// What the run showed.
    enum Outcome: Sendable, Hashable {
        /// The change made the receiver act, for this long.
        case acted(milliseconds: Double)
        /// The change cannot be told from the floor.
        case idle
        /// The receiver acted, and the run ended before it was done.
        case unfinished
        /// Playback failed.
        case failed
    }

    let receiver: SwitchObservation.Receiver
    let change: ChangeID
    let outcome: Outcome
    /// 1, or ½ for a run with a firmware that the device no longer has.
    let weight: Double
}

/// Observations turned into costs of single changes, as far as their experiment allows it.
struct FactorRuns: Sendable, Hashable {
    /// Runs of single changes, and of the item switch itself, in the order of the observations.
    private(set) var runs: [FactorRun] = []
    /// How many observations could not be used, by reason.
    private(set) var unused: [String: Int] = [:]

    /// Fewest runs of the matched pair that make a floor.
    static let floorRuns = 3

    /// One set-up of one device: only within it may times be compared.
    private struct SetUp: Hashable {
        let receiver: String
        let firmware: String?
        let quantity: SwitchQuantity
        let circumstances: [Circumstance]

        init(_ observation: SwitchObservation) {
            receiver = observation.receiver.id
            firmware = observation.receiver.firmware
            quantity = observation.quantity
            circumstances = observation.circumstances.sorted { $0.rawValue < $1.rawValue }
        }
    }

    /// Takes the floor off each observation.
    ///
    /// The size of a change is the time of the switch less the median of the same device's matched pairs. A change that
    /// restarts the video decoder is seen together with the first frame's refill, which the model adds by itself; its
    /// median in the cost table is taken off too. What is left must exceed the measurement's resolution and the floor's own
    /// spread (its 95th percentile above its median) to count as an action.
    init(_ observations: [SwitchObservation], on basis: CalibrationBasis) {
        let kind = basis.kind
        func skip(_ reason: String) { unused[reason, default: 0] += 1 }
        let latest = Dictionary(observations.map { ($0.receiver.id, $0.receiver.firmware) }) { $1 }
        var floors: [SetUp: [Double]] = [:]
        for observation in observations
        where observation.switchKind == kind && observation.temperature == .warm && observation.changes.isEmpty {
            if let time = observation.milliseconds { floors[SetUp(observation), default: []].append(time) }
        }
        floors = floors.filter { $0.value.count >= Self.floorRuns }.mapValues { $0.sorted() }
        let quantities = Self.quantities(observations, floors: Set(floors.keys), costs: basis.costs)
        for observation in observations {
            guard observation.switchKind == kind else {
                skip("another kind of switch (\(observation.switchKind.rawValue))")
                continue
            }
            guard observation.temperature == .warm else {
                skip("from a cold start")
                continue
            }
            guard observation.changes.count <= 1 else {
                skip("several changes at once")
                continue
            }
            let change = observation.changes.first ?? .itemSwitch
            guard let floor = floors[SetUp(observation)] else {
                skip("fewer than \(Self.floorRuns) matched pairs on the same device, firmware and settings")
                continue
            }
            guard quantities[Subject(observation.receiver.id, change)] == observation.quantity else {
                skip("another quantity of the same switch")
                continue
            }
            let outcome: FactorRun.Outcome
            switch (observation.milliseconds, observation.failed) {
            case (_, true): outcome = .failed
            case (nil, _): outcome = .unfinished
            case (let time?, _) where change == .itemSwitch:
                outcome = .acted(milliseconds: max(time, observation.resolutionMilliseconds / 2))
            case (let time?, _):
                let median = Self.quantile(floor, 0.5)
                let excess = time - median
                let limit = max(observation.resolutionMilliseconds, Self.quantile(floor, 0.95) - median)
                let refill = Self.refill(of: change, on: observation.receiver, basis: basis)
                outcome =
                    excess > limit
                    ? .acted(milliseconds: max(excess - refill, observation.resolutionMilliseconds / 2)) : .idle
            }
            let isOld = latest[observation.receiver.id] != observation.receiver.firmware
            runs.append(
                FactorRun(receiver: observation.receiver, change: change, outcome: outcome, weight: isOld ? 0.5 : 1))
        }
    }

    /// A quantile of sorted values, with linear interpolation between neighbours.
    static func quantile(_ sorted: [Double], _ probability: Double) -> Double {
        let position = Double(sorted.count - 1) * probability
        let below = Int(position)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }

    /// One change on one device.
    private struct Subject: Hashable {
        let receiver: String
        let change: ChangeID

        init(_ receiver: String, _ change: ChangeID) {
            self.receiver = receiver
            self.change = change
        }
    }

    /// Which quantity speaks for a change on a device, where one switch gave several: the start of the time line, else the
    /// gap in what the change touches.
    private static func quantities(
        _ observations: [SwitchObservation], floors: Set<SetUp>, costs: TransitionCosts
    ) -> [Subject: SwitchQuantity] {
        var seen: [Subject: Set<SwitchQuantity>] = [:]
        for observation in observations where observation.changes.count <= 1 && floors.contains(SetUp(observation)) {
            let change = observation.changes.first ?? .itemSwitch
            seen[Subject(observation.receiver.id, change), default: []].insert(observation.quantity)
        }
        return seen.reduce(into: [:]) { result, entry in
            let isSound = [.audioDecoder, .audioOutput].contains(costs.changes[entry.key.change]?.stage)
            let order: [SwitchQuantity] = isSound ? [.start, .sound, .picture] : [.start, .picture, .sound]
            result[entry.key] = order.first { entry.value.contains($0) }
        }
    }

    /// The first frame's refill that comes with a restart of the video decoder.
    private static func refill(
        of change: ChangeID, on receiver: SwitchObservation.Receiver, basis: CalibrationBasis
    ) -> Double {
        guard let cost = basis.costs.changes[change], cost.stage == .videoDecoder, cost.action != "reconfigure" else {
            return 0
        }
        let column = basis.switching(receiver.receiverClass, receiver.tier)
        return basis.costs.changes[.firstFrame]?.p50Milliseconds[column] ?? 0
    }
}

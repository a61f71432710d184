import AirPlayReceivers
import TransitionRisk

/// The runs of one change in one class and tier, arranged as tier → platform → model → device.
///
/// The belief about a node begins as what all *other* branches of its parent have taught, so that a new television starts
/// from its platform and ten runs on one set cannot overrule the tier by themselves. With no other branch it begins as
/// the cost table, worth as many runs as its grade says.
struct CalibrationTree {
    /// Runs on one device.
    struct Device: Hashable {
        let id: String
        let model: String?
        let platform: String?
        var sizes = WeightedRuns()
        var acted = 0.0
        var idle = 0.0
        var runs = 0
        var unfinished = 0
        var failed = 0
    }

    /// Beliefs about size and chance together.
    struct Belief {
        var size: SizeBelief
        var trigger: TriggerBelief
    }

    let devices: [Device]
    /// The cost table's belief.
    let prior: Belief
    /// Variance from run to run on one device, all devices and the table together.
    let within: Double
    /// Variance between devices of the tier.
    let between: Double

    /// Devices differ at least by a factor of 1.5 until many have shown otherwise: (ln 1.5)².
    static let leastBetween = 0.16440195389316542
    /// How alike the runs of one device are in whether they act: the correlation of a beta-binomial whose table counts two.
    static let likeness = 1.0 / 3

    init(_ runs: [FactorRun], prior: Belief) {
        var byDevice: [String: Device] = [:]
        for run in runs {
            var device =
                byDevice[run.receiver.id]
                ?? Device(id: run.receiver.id, model: run.receiver.model, platform: run.receiver.platform)
            device.runs += 1
            switch run.outcome {
            case .acted(let time):
                device.sizes.add(milliseconds: time, weight: run.weight)
                device.acted += run.weight
            case .idle: device.idle += run.weight
            case .unfinished:
                device.acted += run.weight
                device.unfinished += 1
            case .failed: device.failed += 1
            }
            byDevice[run.receiver.id] = device
        }
        devices = byDevice.values.sorted { $0.id < $1.id }
        self.prior = prior
        let sized = devices.filter { $0.sizes.weight > 0 }
        let squares = sized.reduce(0) { $0 + $1.sizes.squares }
        let degrees = sized.reduce(0) { $0 + max(0, $1.sizes.weight - 1) }
        within = (prior.size.degrees * prior.size.variance + squares) / (prior.size.degrees + degrees)
        between = Self.variance(between: sized.map(\.sizes), within: within)
    }

    /// Whether any run acted and ended, so that something is known of sizes beyond the table.
    var hasSizes: Bool { devices.contains { $0.sizes.weight > 0 } }

    /// Method of moments over at least three devices; the floor holds below that.
    private static func variance(between devices: [WeightedRuns], within: Double) -> Double {
        guard devices.count >= 3 else { return leastBetween }
        var means = WeightedRuns()
        for device in devices { means.add(logarithm: device.mean, weight: 1) }
        let noise = devices.reduce(0) { $0 + within / $1.weight } / Double(devices.count)
        return max(leastBetween, means.squares / Double(devices.count - 1) - noise)
    }

    /// What the devices teach of the whole tier.
    func tier(from teachers: [Device]) -> Belief { updated(prior, with: teachers) }

    /// What the devices teach of a platform's receivers.
    func platform(_ name: String, from teachers: [Device]) -> Belief {
        let others = teachers.filter { $0.platform != name }
        let start = others.isEmpty ? prior : handedDown(tier(from: others))
        return updated(start, with: teachers.filter { $0.platform == name })
    }

    /// What the devices teach of a model's receivers.
    func model(_ name: String, platform: String?, from teachers: [Device]) -> Belief {
        let others = teachers.filter { $0.model != name }
        let wider = platform.map { self.platform($0, from: others) } ?? tier(from: others)
        return updated(others.isEmpty ? prior : handedDown(wider), with: teachers.filter { $0.model == name })
    }

    /// What is believed of one of the devices after its own runs.
    func device(_ device: Device) -> Belief {
        let others = devices.filter { $0.id != device.id }
        let start = others.isEmpty ? prior : handedDown(unmeasured(device, from: others))
        return Belief(
            size: start.size.updated(with: device.sizes),
            trigger: start.trigger.updated(acted: device.acted, idle: device.idle))
    }

    /// What is believed of a device before its own runs.
    func unmeasured(_ device: Device, from others: [Device]) -> Belief {
        if let model = device.model { return self.model(model, platform: device.platform, from: others) }
        if let platform = device.platform { return self.platform(platform, from: others) }
        return tier(from: others)
    }

    /// A node's belief as the start of a child's: worth `within / between` runs.
    private func handedDown(_ belief: Belief) -> Belief {
        let runs = within / between
        return Belief(
            size: SizeBelief(runs: runs, mean: belief.size.mean, degrees: runs + 1, variance: within),
            trigger: TriggerBelief(chance: belief.trigger.chance, worth: 1 / Self.likeness - 1))
    }

    /// Each device counts as the precision of its mean about the node's: `within / (between + within / n)`.
    private func updated(_ start: Belief, with devices: [Device]) -> Belief {
        var sizes = WeightedRuns()
        var belief = start
        for device in devices {
            if device.sizes.weight > 0 {
                let weight = within / (between + within / device.sizes.weight)
                sizes.add(logarithm: device.sizes.mean, weight: weight)
            }
            let counted = device.acted + device.idle
            guard counted > 0 else { continue }
            let effective = 1 / (1 + (max(1, counted) - 1) * Self.likeness)
            belief.trigger = belief.trigger.updated(acted: device.acted * effective, idle: device.idle * effective)
        }
        guard sizes.weight > 0 else { return belief }
        let moved = start.size.updated(with: WeightedRuns(weight: sizes.weight, mean: sizes.mean))
        belief.size = SizeBelief(
            runs: moved.runs, mean: moved.mean,
            degrees: start.size.degrees + devices.reduce(0) { $0 + $1.sizes.weight }, variance: within)
        return belief
    }
}

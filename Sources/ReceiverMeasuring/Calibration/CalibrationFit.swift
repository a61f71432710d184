import AirPlayReceivers
import TransitionRisk

/// The costs of single changes, corrected by timed switches.
///
/// Stages: observations → runs of single changes with the floor taken off (``FactorRuns``) → one tree of devices for each
/// change and tier (``CalibrationTree``) → costs for tiers, platforms, models and devices.
package struct CalibrationFit: Sendable, Hashable {
    /// Corrected costs, ordered by change and from the widest scope to the narrowest.
    package var costs: [CalibratedCost]
    /// How many observations could not be used, by reason.
    package var unused: [String: Int]
    /// How many were used.
    package var used: Int
    /// The kind of switch that all of them are.
    package var kind: SwitchKind

    /// Corrects a cost table.
    ///
    /// - Parameters:
    ///   - observations: Timed switches, oldest first.
    ///   - basis: The table that the corrections start from.
    package init(_ observations: [SwitchObservation], on basis: CalibrationBasis) {
        let factors = FactorRuns(observations, on: basis)
        unused = factors.unused
        used = factors.runs.count
        kind = basis.kind
        costs = []
        for subject in Self.subjects(factors.runs) {
            guard let tree = Self.tree(factors.runs, subject: subject, basis: basis) else { continue }
            costs += tree.costs(of: subject)
        }
    }

    /// One change in one class and tier.
    struct Subject: Hashable, Comparable {
        let change: ChangeID
        let receiverClass: ReceiverClass
        let tier: DecodingTier

        init(_ run: FactorRun) {
            change = run.change
            receiverClass = run.receiver.receiverClass
            tier = run.receiver.tier
        }

        static func < (a: Subject, b: Subject) -> Bool {
            (a.change.rawValue, a.receiverClass.rawValue, a.tier.rawValue)
                < (b.change.rawValue, b.receiverClass.rawValue, b.tier.rawValue)
        }
    }

    static func subjects(_ runs: [FactorRun]) -> [Subject] { Set(runs.map(Subject.init)).sorted() }

    /// The tree of a change; `nil` where the table gives no size that times could correct.
    static func tree(_ runs: [FactorRun], subject: Subject, basis: CalibrationBasis) -> CalibrationTree? {
        let runs = runs.filter { Subject($0) == subject }
        guard !runs.isEmpty, let cost = basis.costs.changes[subject.change] else { return nil }
        let column = basis.switching(subject.receiverClass, subject.tier)
        guard
            let size = SizeBelief(
                p50: cost.p50Milliseconds[column], p95: cost.p95Milliseconds[column],
                worth: cost.grade[column].worthInRuns)
        else { return nil }
        let trigger = TriggerBelief(chance: cost.trigger[column], worth: 2 * cost.triggerGrade.worthInRuns)
        return CalibrationTree(runs, prior: CalibrationTree.Belief(size: size, trigger: trigger))
    }
}

extension Grade {
    /// As how many timed runs a figure of this grade counts.
    var worthInRuns: Double {
        switch self {
        case .a: 8
        case .a1, .b: 3
        case .c: 2
        case .d: 1
        }
    }
}

extension CalibrationTree {
    /// The costs of every scope that was measured.
    func costs(of subject: CalibrationFit.Subject) -> [CalibratedCost] {
        let tier = CalibratedCost.Scope.tier(subject.receiverClass, subject.tier)
        var costs = [
            cost(self.tier(from: devices), scope: tier, change: subject.change, from: devices, between: between)
        ]
        for name in Set(devices.compactMap(\.platform)).sorted() {
            let scope = CalibratedCost.Scope.platform(subject.receiverClass, subject.tier, name)
            let members = devices.filter { $0.platform == name }
            costs.append(
                cost(
                    platform(name, from: devices), scope: scope, change: subject.change, from: members, between: between
                ))
        }
        for name in Set(devices.compactMap(\.model)).sorted() {
            let members = devices.filter { $0.model == name }
            costs.append(
                cost(
                    model(name, platform: members.first?.platform, from: devices), scope: .model(name),
                    change: subject.change, from: members,
                    between: between))
        }
        for member in devices {
            costs.append(
                cost(device(member), scope: .device(member.id), change: subject.change, from: [member], between: 0))
        }
        return costs
    }

    private func cost(
        _ belief: Belief, scope: CalibratedCost.Scope, change: ChangeID, from devices: [Device], between: Double
    ) -> CalibratedCost {
        CalibratedCost(
            scope: scope, change: change, trigger: belief.trigger.chance,
            size: hasSizes
                ? CalibratedCost.Size(
                    p05Milliseconds: belief.size.quantile(0.05, between: between),
                    p50Milliseconds: belief.size.p50Milliseconds,
                    p95Milliseconds: belief.size.quantile(0.95, between: between)) : nil,
            runs: devices.reduce(0) { $0 + $1.runs },
            devices: devices.count, unfinished: devices.reduce(0) { $0 + $1.unfinished },
            failed: devices.reduce(0) { $0 + $1.failed })
    }
}

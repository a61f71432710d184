import AirPlayReceivers
import HLSPlaylists
import MediaFormats
import Synchronization

/// Judges transitions: gate, pair, rules, delay, explanation, fix.
///
/// ```swift
/// let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs), calibrations: matrix.calibrations)
/// let verdict = assessor.assess(transition, on: column, under: PlaybackConditions(bandwidth: 5_000_000))
/// verdict.band   // .severe
/// ```
///
/// A verdict depends only on the set of changes and the conditions, so it is kept and used again; so is the whole answer
/// for a pair of assets that meets again in the same circumstances.
package final class TransitionAssessor: Sendable {
    private let tables: CostTables
    private let assets = PreparedAssets()
    private let answers = Mutex<[AnswerKey: RiskAssessment]>([:])

    /// An assessor over a cost table and what a user measured.
    package init(model: DelayModel, calibrations: [Calibration] = []) {
        tables = CostTables(model: model, calibrations: calibrations)
    }

    /// The verdict on one transition for one receiver or class.
    package func assess(
        _ transition: Transition, on receiver: ReceiverProfile, under conditions: PlaybackConditions = .init()
    )
        -> RiskAssessment
    {
        let table = tables.table(for: receiver.identity)
        var receiver = receiver
        if let switching = table.switching { receiver.switching = switching }
        let sides = Sides(
            from: assets.prepared(transition.from), to: assets.prepared(transition.to),
            primary: assets.prepared(transition.primary))
        let judge = TransitionJudge(
            transition: transition, sides: sides, receiver: receiver, conditions: conditions, table: table)
        let key = AnswerKey(
            assets: sides.ids, kind: transition.kind, delivery: transition.delivery, landing: transition.landing,
            lead: judge.lead, receiver: receiver, conditions: conditions)
        if let known = answers.withLock({ $0[key] }) { return known }
        let answer = judge.answer()
        answers.withLock {
            if $0.count >= Self.mostAnswers { $0.removeAll() }
            $0[key] = answer
        }
        return answer
    }

    /// The verdict that a vector stands for, worked out anew.
    package func assess(_ vector: VerdictVector) throws(VerdictVectorError) -> VectorVerdict {
        let table = tables.table(for: vector.receiver)
        if let costs = vector.costs, costs != table.revision {
            throw VerdictVectorError(
                description: "the vector was made with costs \(costs), these are \(table.revision): use the same matrix"
            )
        }
        return VectorVerdict(vector, table: table)
    }

    /// An answer takes some kilobytes.
    private static let mostAnswers = 20_000
}

/// What an answer depends on, the names of the transition aside.
private struct AnswerKey: Hashable {
    let assets: [Int]
    let kind: Transition.Kind
    let delivery: Delivery
    let landing: Landing?
    let receiver: String
    let settings: ViewerSettings
    let capabilities: Capabilities
    let conditions: DelayConditions
    let bandwidth: Int?

    init(
        assets: [Int], kind: Transition.Kind, delivery: Delivery, landing: Landing?, lead: Double,
        receiver: ReceiverProfile, conditions: PlaybackConditions
    ) {
        self.assets = assets
        self.kind = kind
        // What notice is worth here is in the lead.
        var delivery = delivery
        delivery.notice = .zero
        self.delivery = delivery
        self.landing = landing
        self.receiver = receiver.id + "\u{0}" + receiver.title + "\u{0}" + (receiver.model ?? "")
        settings = receiver.settings
        capabilities = receiver.capabilities
        self.conditions = DelayConditions(receiver, leadMilliseconds: lead)
        bandwidth = conditions.bandwidth
    }

    /// Capabilities are compared and not hashed: hashing them would take longer than all the rest.
    func hash(into hasher: inout Hasher) {
        hasher.combine(assets)
        hasher.combine(kind)
        hasher.combine(delivery)
        hasher.combine(landing)
        hasher.combine(receiver)
        hasher.combine(conditions)
        hasher.combine(bandwidth)
    }
}

/// The assets around a transition, ready to be judged.
struct Sides: Sendable {
    let from: PreparedAsset
    let to: PreparedAsset
    let primary: PreparedAsset

    var ids: [Int] { [from.id, to.id, primary.id] }
}

/// The costs that hold for one receiver, with the verdicts worked out over them.
final class CostTable: Sendable {
    let verdicts: VerdictMemo
    /// How the receiver switches, if a calibration says so.
    let switching: Switching?
    let used: CostsUsed

    init(verdicts: VerdictMemo, switching: Switching?, used: CostsUsed) {
        self.verdicts = verdicts
        self.switching = switching
        self.used = used
    }

    var model: DelayModel { verdicts.model }
    /// Version and hash, as they stand in a vector.
    var revision: String { "\(used.version)#\(used.digest)" }
}

/// The tables of costs in force: one for all receivers that no calibration covers, and one for each set of calibrations.
final class CostTables: Sendable {
    private let model: DelayModel
    private let calibrations: [Calibration]
    private let tables = Mutex<[ReceiverIdentity: CostTable]>([:])
    private let shipped: CostTable

    init(model: DelayModel, calibrations: [Calibration]) {
        self.model = model
        self.calibrations = calibrations
        shipped = CostTable(
            verdicts: VerdictMemo(model), switching: nil,
            used: CostsUsed(version: model.costs.version, digest: model.costs.digest, calibrations: []))
    }

    func table(for receiver: ReceiverIdentity) -> CostTable {
        guard !calibrations.isEmpty else { return shipped }
        if let known = tables.withLock({ $0[receiver] }) { return known }
        let (costs, switching, used) = model.costs.calibrated(by: calibrations, for: receiver)
        let table =
            used.isEmpty
            ? shipped
            : CostTable(
                verdicts: VerdictMemo(model.with(costs: costs)), switching: switching,
                used: CostsUsed(version: costs.version, digest: costs.digest, calibrations: used))
        tables.withLock { $0[receiver] = table }
        return table
    }
}

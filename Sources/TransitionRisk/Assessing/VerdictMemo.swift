import Synchronization

/// What the model says of one set of changes.
package struct Verdict: Sendable, Hashable {
    /// The delay over the floor.
    package let excess: DelayEstimate
    /// The band of it.
    package let band: Band
    /// Chance that playback ends instead of continuing.
    package let failureProbability: Double
}

/// Verdicts already worked out over one table of costs. Two boundaries with the same changes have the same verdict on
/// receivers that switch alike, whatever else these can do.
final class VerdictMemo: Sendable {
    /// The model behind the verdicts.
    let model: DelayModel
    private struct Key: Hashable {
        let changes: Set<TriggeredChange>
        let conditions: DelayConditions
    }

    private let known = Mutex<[Key: Verdict]>([:])
    private let delays = Mutex<[Key: Delay]>([:])

    init(_ model: DelayModel) { self.model = model }

    /// How many verdicts were worked out.
    var count: Int { known.withLock(\.count) }

    func verdict(_ changes: Set<TriggeredChange>, _ conditions: DelayConditions) -> Verdict {
        let key = Key(changes: changes, conditions: conditions)
        if let verdict = known.withLock({ $0[key] }) { return verdict }
        let excess = model.excess(changes, under: conditions)
        let failure = model.failureProbability(changes, switching: conditions.switching)
        let verdict = Verdict(
            excess: excess,
            band: model.costs.limits.band(p95Milliseconds: excess.p95Milliseconds, failureProbability: failure),
            failureProbability: failure)
        known.withLock { $0[key] = verdict }
        return verdict
    }

    /// The whole delay of these changes, which takes several times as long to work out as the verdict alone.
    func delay(_ changes: Set<TriggeredChange>, _ conditions: DelayConditions) -> Delay {
        let key = Key(changes: changes, conditions: conditions)
        if let delay = delays.withLock({ $0[key] }) { return delay }
        let delay = model.delay(changes, under: conditions)
        delays.withLock { $0[key] = delay }
        return delay
    }
}

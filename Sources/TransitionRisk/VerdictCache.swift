import AirPlayReceivers
import Synchronization

/// What the model says of one set of changes.
struct Verdict: Sendable {
    let delay: Delay
    let band: Band
    let failureProbability: Double
}

/// Verdicts already worked out. Two boundaries with the same changes have the same verdict on the same receiver.
final class VerdictCache: Sendable {
    private struct Key: Hashable {
        let changes: Set<TriggeredChange>
        let receiver: ReceiverProfile
        let lead: Double
    }

    private let known = Mutex<[Key: Verdict]>([:])

    func verdict(
        _ changes: Set<TriggeredChange>, _ receiver: ReceiverProfile, _ lead: Double, _ model: DelayModel
    ) -> Verdict {
        let key = Key(changes: changes, receiver: receiver, lead: lead)
        if let verdict = known.withLock({ $0[key] }) { return verdict }
        let delay = model.delay(changes, on: receiver, leadMilliseconds: lead)
        let failure = model.failureProbability(changes, on: receiver)
        let verdict = Verdict(
            delay: delay,
            band: model.costs.limits.band(
                p95Milliseconds: delay.excess.p95Milliseconds, failureProbability: failure),
            failureProbability: failure)
        known.withLock { $0[key] = verdict }
        return verdict
    }
}

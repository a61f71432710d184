import AirPlayReceivers
import Synchronization

/// What the model says of one set of changes.
struct Verdict: Sendable {
    let excess: DelayEstimate
    let band: Band
    let failureProbability: Double
}

/// Verdicts already worked out. Two boundaries with the same changes have the same verdict on receivers that switch
/// alike, whatever else these can do.
final class VerdictCache: Sendable {
    private struct Key: Hashable {
        let changes: Set<TriggeredChange>
        let switching: Switching
        let output: OutputPath
        let dualDecoderProbability: Double
        let videoOverlap: Double
        let settings: ViewerSettings
        let lead: Double

        init(_ changes: Set<TriggeredChange>, _ receiver: ReceiverProfile, _ lead: Double) {
            self.changes = changes
            switching = receiver.switching
            output = receiver.output
            dualDecoderProbability = receiver.dualDecoderProbability
            videoOverlap = receiver.videoOverlap
            settings = receiver.settings
            self.lead = lead
        }
    }

    private let known = Mutex<[Key: Verdict]>([:])
    private let delays = Mutex<[Key: Delay]>([:])

    func verdict(
        _ changes: Set<TriggeredChange>, _ receiver: ReceiverProfile, _ lead: Double, _ model: DelayModel
    ) -> Verdict {
        let key = Key(changes, receiver, lead)
        if let verdict = known.withLock({ $0[key] }) { return verdict }
        let excess = model.excess(changes, on: receiver, leadMilliseconds: lead)
        let failure = model.failureProbability(changes, on: receiver)
        let verdict = Verdict(
            excess: excess,
            band: model.costs.limits.band(p95Milliseconds: excess.p95Milliseconds, failureProbability: failure),
            failureProbability: failure)
        known.withLock { $0[key] = verdict }
        return verdict
    }

    /// The whole delay of these changes, which takes several times as long to work out as the verdict alone.
    func delay(
        _ changes: Set<TriggeredChange>, _ receiver: ReceiverProfile, _ lead: Double, _ model: DelayModel
    ) -> Delay {
        let key = Key(changes, receiver, lead)
        if let delay = delays.withLock({ $0[key] }) { return delay }
        let delay = model.delay(changes, on: receiver, leadMilliseconds: lead)
        delays.withLock { $0[key] = delay }
        return delay
    }
}

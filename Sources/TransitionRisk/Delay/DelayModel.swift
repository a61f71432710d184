import AirPlayReceivers

/// Turns a set of changes into a distribution of delay on one kind of receiver.
///
/// Within a stage the strictest triggered action serves all reasons: sizes are compared at one shared quantile and the
/// largest counts, never the sum. Between stages:
///
/// ```
/// data    = asset list + connect + playlists + max(first segment, key)
/// exposed = max(0, data − lead)
/// V = 0 with the probability of a second decoder, else video decoder + first frame
/// M = display re-lock, A = audio decoder, O = audio output (+ M where the sound rides on HDMI)
/// picture = exposed + pipeline + alignment + max(V, M) + k·min(V, M)
/// sound   = exposed + pipeline + alignment + A + O
/// total   = max(picture, sound)
/// ```
///
/// The floor is the change of item alone with all data ready; the excess is total − floor, draw by draw, without
/// ``ChangeID/parameterSets``. The same draws on every machine give the same verdict.
package struct DelayModel: Sendable {
    /// What each change costs.
    package let costs: TransitionCosts
    private let draws: StratifiedDraws

    /// A model over these costs.
    package init(costs: TransitionCosts, draws: StratifiedDraws = StratifiedDraws()) {
        self.costs = costs
        self.draws = draws
    }

    /// The delay that these changes cause on this receiver.
    ///
    /// - Parameters:
    ///   - changes: What happens at the boundary, without the change of item itself, which is always added. A change that
    ///     the cost table does not know has no cost.
    ///   - receiver: Where it happens.
    ///   - lead: How much of the data's delay is hidden, in milliseconds.
    package func delay(
        _ changes: Set<TriggeredChange>, on receiver: ReceiverProfile, leadMilliseconds lead: Double
    )
        -> Delay
    {
        let whole = evaluate(changes, on: receiver, lead: lead)
        return Delay(
            total: DelayEstimate(draws: whole.total), excess: excess(changes, on: receiver, leadMilliseconds: lead),
            floor: DelayEstimate(draws: floor(on: receiver)), picture: DelayEstimate(draws: whole.picture),
            sound: DelayEstimate(draws: whole.sound))
    }

    /// Only the excess of ``delay(_:on:leadMilliseconds:)``, which is all that bands and fixes depend on.
    package func excess(
        _ changes: Set<TriggeredChange>, on receiver: ReceiverProfile, leadMilliseconds lead: Double
    )
        -> DelayEstimate
    {
        let counted = changes.filter { $0.id != .parameterSets }
        guard !counted.isEmpty else { return .zero }
        let total = evaluate(counted, on: receiver, lead: lead).total
        return DelayEstimate(draws: zip(total, floor(on: receiver)).map { max(0, $0 - $1) })
    }

    private func floor(on receiver: ReceiverProfile) -> [Double] {
        size(of: TriggeredChange(.itemSwitch), on: receiver, stream: Stage.pipeline.rawValue)
    }

    /// The conditional size and trigger of a change on this receiver, after overrides, for explanations.
    package func cost(of id: ChangeID, on receiver: ReceiverProfile) -> EffectiveCost? {
        guard let cost = costs.changes[id] else { return nil }
        let override = circumstance(for: id, on: receiver).flatMap { cost.overrides[$0] }
        let column = receiver.switching
        return EffectiveCost(
            trigger: override?.trigger ?? cost.trigger[column],
            p50Milliseconds: override?.p50Milliseconds ?? cost.p50Milliseconds[column],
            p95Milliseconds: override?.p95Milliseconds ?? cost.p95Milliseconds[column],
            grade: override?.grade ?? cost.grade[column])
    }

    /// Chance that at least one of the changes ends playback.
    package func failureProbability(
        _ changes: some Collection<TriggeredChange>, on receiver: ReceiverProfile
    )
        -> Double
    {
        1
            - Set(changes.map(\.id)).sorted().reduce(1.0) { survival, id in
                survival * (1 - (costs.changes[id]?.failureProbability[receiver.switching] ?? 0))
            }
    }
}

/// The delay of one transition on one receiver.
package struct Delay: Sendable, Hashable, Codable {
    /// Everything.
    package var total: DelayEstimate
    /// What the mismatch, the delivery and the schedule add to the floor.
    package var excess: DelayEstimate
    /// What this receiver costs at any change of item.
    package var floor: DelayEstimate
    /// Until the picture is back.
    package var picture: DelayEstimate
    /// Until the sound is back.
    package var sound: DelayEstimate
}

/// A cost after the receiver's circumstances are taken into account.
package struct EffectiveCost: Sendable, Hashable {
    /// Chance of the action.
    package var trigger: Double
    /// Median size in milliseconds.
    package var p50Milliseconds: Double
    /// 95th percentile in milliseconds.
    package var p95Milliseconds: Double
    /// Grade of these numbers.
    package var grade: Grade
}

extension DelayModel {
    private typealias Draws = [Double]

    private func evaluate(
        _ changes: Set<TriggeredChange>, on receiver: ReceiverProfile, lead: Double
    )
        -> (total: Draws, picture: Draws, sound: Draws)
    {
        let byStage = Dictionary(grouping: changes) { costs.changes[$0.id]?.stage }
        func stage(_ stages: Stage...) -> Draws? {
            let found = stages.flatMap { byStage[$0] ?? [] }
            return found.isEmpty ? nil : strictest(found, on: receiver, stream: stages[0].rawValue)
        }
        var common = strictest(
            [TriggeredChange(.itemSwitch)] + (byStage[.pipeline] ?? []) + (byStage[.demux] ?? []), on: receiver,
            stream: Stage.pipeline.rawValue)
        if let alignment = stage(.alignment) { common.add(alignment) }
        if let exposed = exposedData(byStage[.data] ?? [], on: receiver, lead: lead) { common.add(exposed) }

        let video = videoDecoder(byStage[.videoDecoder] ?? [], on: receiver)
        let display = stage(.display)
        let audio = stage(.audioDecoder)
        var output = stage(.audioOutput)
        if receiver.output == .hdmi, let display {
            output = output.map { zip($0, display).map(+) } ?? display
        }
        let picture = common.adding(overlapped(video, display, overlap: receiver.videoOverlap))
        // An output can only be opened once its decoder knows the format: strictly one after the other.
        let sound = common.adding(overlapped(audio, output, overlap: 1))
        return (zip(picture, sound).map(max), picture, sound)
    }

    /// `max(a, b) + k·min(a, b)`; `nil` is a stage in which nothing happens.
    private func overlapped(_ a: Draws?, _ b: Draws?, overlap: Double) -> Draws? {
        guard let a, let b else { return a ?? b }
        return zip(a, b).map { max($0, $1) + overlap * min($0, $1) }
    }

    /// The data stages in series, less the lead; `nil` when there is nothing to load.
    private func exposedData(_ changes: [TriggeredChange], on receiver: ReceiverProfile, lead: Double) -> Draws? {
        guard !changes.isEmpty else { return nil }
        var sum = Draws(repeating: 0, count: draws.count)
        var parallel: [Draws] = []
        for change in changes.sorted(by: { $0.id < $1.id }) {
            let size = size(of: change, on: receiver, stream: change.id.rawValue)
            if ["data.first_segment", "data.key"].contains(change.id) { parallel.append(size) } else { sum.add(size) }
        }
        if let first = parallel.first {
            sum.add(parallel.dropFirst().reduce(first) { zip($0, $1).map(max) })
        }
        return sum.map { max(0, $0 - lead) }
    }

    /// Decoder work and refill; nothing of it is seen where a second decoder runs already.
    private func videoDecoder(_ changes: [TriggeredChange], on receiver: ReceiverProfile) -> Draws? {
        guard !changes.isEmpty else { return nil }
        var work = strictest(changes, on: receiver, stream: Stage.videoDecoder.rawValue)
        let strong = changes.filter { costs.changes[$0.id]?.action != "reconfigure" }
        if !strong.isEmpty, let refill = cost(of: .firstFrame, on: receiver) {
            let restarted = triggered(strong, on: receiver)
            let size = size(of: TriggeredChange(.firstFrame), on: receiver, stream: Stage.videoFirstFrame.rawValue)
            let happens = draws.uniform("trigger/\(ChangeID.firstFrame.rawValue)")
            for index in work.indices where restarted[index] && happens[index] < refill.trigger {
                work[index] += size[index]
            }
        }
        let dual = draws.uniform("dual-decoder")
        for index in work.indices where dual[index] < receiver.dualDecoderProbability { work[index] = 0 }
        return work
    }

    /// The comonotone maximum over the triggered changes of one stage.
    private func strictest(_ changes: [TriggeredChange], on receiver: ReceiverProfile, stream: String) -> Draws {
        var result = Draws(repeating: 0, count: draws.count)
        for change in changes {
            let size = size(of: change, on: receiver, stream: stream)
            let trigger = cost(of: change.id, on: receiver)?.trigger ?? 0
            if trigger >= 1 {
                for index in result.indices { result[index] = max(result[index], size[index]) }
            } else {
                let happens = draws.uniform("trigger/\(change.id.rawValue)")
                for index in result.indices where happens[index] < trigger {
                    result[index] = max(result[index], size[index])
                }
            }
        }
        return result
    }

    /// Whether at least one of the changes acts, draw by draw, by the same streams as ``strictest(_:on:stream:)``.
    private func triggered(_ changes: [TriggeredChange], on receiver: ReceiverProfile) -> [Bool] {
        var result = [Bool](repeating: false, count: draws.count)
        for change in changes {
            let trigger = cost(of: change.id, on: receiver)?.trigger ?? 0
            let happens = draws.uniform("trigger/\(change.id.rawValue)")
            for index in result.indices where happens[index] < trigger { result[index] = true }
        }
        return result
    }

    private func size(of change: TriggeredChange, on receiver: ReceiverProfile, stream: String) -> Draws {
        switch change.size {
        case .content(let from, let to):
            guard let cost = costs.changes[change.id] else { return Draws(repeating: 0, count: draws.count) }
            let factor = cost.contentFactor[receiver.switching]
            let detection = cost.detectionMilliseconds[receiver.switching]
            return draws.uniform("size/\(stream)").map { (from + (to - from) * $0) * factor + detection * $0 }
        case .fromCosts:
            guard let cost = cost(of: change.id, on: receiver), cost.p50Milliseconds > 0 else {
                return Draws(repeating: 0, count: draws.count)
            }
            return draws.logNormal("size/\(stream)", p50: cost.p50Milliseconds, p95: cost.p95Milliseconds)
        }
    }

    /// The circumstance that decides a change's numbers on this receiver, if one is known.
    ///
    /// A receiver with a panel of its own has no link to re-train and speakers of its own; behind HDMI the viewer's
    /// settings decide, and where they are not known the table's own trigger stands.
    private func circumstance(for id: ChangeID, on receiver: ReceiverProfile) -> Circumstance? {
        guard let stage = costs.changes[id]?.stage else { return nil }
        let panel = receiver.output == .internalPanel
        switch stage {
        case .display:
            if panel { return .internalPanel }
            let matching =
                id.rawValue.hasPrefix("video.dynamic_range")
                ? receiver.settings.matchDynamicRange : receiver.settings.matchFrameRate
            return matching.map { $0 ? .matchingOn : .matchingOff }
        case .audioOutput:
            if panel { return .internalSpeakers }
            return receiver.settings.bitstreamAudio.map { $0 ? .bitstreamOn : .fixedPCM }
        default: return nil
        }
    }
}

extension [Double] {
    fileprivate mutating func add(_ other: [Double]) {
        for index in indices { self[index] += other[index] }
    }

    fileprivate func adding(_ other: [Double]?) -> [Double] {
        guard let other else { return self }
        var sum = self
        sum.add(other)
        return sum
    }
}

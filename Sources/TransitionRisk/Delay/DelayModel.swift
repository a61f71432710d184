package import AirPlayReceivers

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
/// ``ChangeID/parameterSets``. At a discontinuity inside one item nothing changes item, so its floor is 0. The same draws
/// on every machine give the same verdict.
package struct DelayModel: Sendable {
    /// What each change costs.
    package let costs: TransitionCosts
    private let draws: StratifiedDraws
    private let stages = StageDraws()

    /// A model over these costs.
    package init(costs: TransitionCosts, draws: StratifiedDraws = StratifiedDraws()) {
        self.costs = costs
        self.draws = draws
    }

    /// The same draws over other costs.
    package func with(costs: TransitionCosts) -> DelayModel { DelayModel(costs: costs, draws: draws) }

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
        delay(changes, under: DelayConditions(receiver, leadMilliseconds: lead))
    }

    /// The delay that these changes cause under these conditions.
    package func delay(_ changes: Set<TriggeredChange>, under conditions: DelayConditions) -> Delay {
        let whole = evaluate(changes, under: conditions)
        let counted = changes.contains(TriggeredChange(.parameterSets)) ? nil : whole.total
        return Delay(
            total: DelayEstimate(draws: whole.total), excess: excess(changes, under: conditions, total: counted),
            floor: DelayEstimate(draws: floor(under: conditions)), picture: DelayEstimate(draws: whole.picture),
            sound: DelayEstimate(draws: whole.sound))
    }

    /// Only the excess of ``delay(_:under:)``, which is all that bands and fixes depend on.
    package func excess(_ changes: Set<TriggeredChange>, under conditions: DelayConditions) -> DelayEstimate {
        excess(changes, under: conditions, total: nil)
    }

    private func excess(
        _ changes: Set<TriggeredChange>, under conditions: DelayConditions, total: [Double]?
    )
        -> DelayEstimate
    {
        let counted = changes.filter { $0.id != .parameterSets }
        guard !counted.isEmpty else { return .zero }
        var excess = total ?? evaluate(counted, under: conditions).total
        let floor = floor(under: conditions)
        for index in excess.indices {
            // To nanoseconds: a delay of exactly 2 s must not fall into another band by the last bit of a subtraction.
            excess[index] = max(0, ((excess[index] - floor[index]) * 1e6).rounded() / 1e6)
        }
        return DelayEstimate(draws: excess)
    }

    /// The conditional size and trigger of a change under these conditions, after overrides, for explanations.
    package func cost(of id: ChangeID, under conditions: DelayConditions) -> EffectiveCost? {
        guard let cost = costs.changes[id] else { return nil }
        let circumstance = conditions.circumstance(for: id, in: cost.stage)
        var override = circumstance.flatMap { cost.overrides[$0] }
        if circumstance == .quickMediaSwitching {
            // Where the chain has no entry of its own, the match setting decides; where nobody knows that setting, the
            // chain changes only how long it takes.
            if override == nil {
                override = conditions.settings.matchFrameRate == true ? cost.overrides[.matchingOn] : nil
            } else if conditions.settings.matchFrameRate == nil {
                override?.trigger = nil
            }
        }
        let column = conditions.switching
        return EffectiveCost(
            trigger: override?.trigger ?? cost.trigger[column],
            p50Milliseconds: override?.p50Milliseconds ?? cost.p50Milliseconds[column],
            p95Milliseconds: override?.p95Milliseconds ?? cost.p95Milliseconds[column],
            grade: override?.grade ?? cost.grade[column], calibration: cost.calibration)
    }

    /// Settings that nobody stated and that change what these changes cost.
    package func openSettings(_ changes: Set<TriggeredChange>, under conditions: DelayConditions) -> [ViewerSetting] {
        let behind = changes.compactMap { change -> ViewerSetting? in
            guard let cost = costs.changes[change.id],
                let setting = conditions.setting(behind: change.id, in: cost.stage),
                conditions.settings[setting] == nil
            else { return nil }
            let circumstances: [Circumstance] =
                setting == .audioFormat ? [.bitstreamOn, .fixedPCM] : [.matchingOn, .matchingOff]
            return circumstances.contains { cost.overrides[$0] != nil } ? setting : nil
        }
        return ViewerSetting.allCases.filter(behind.contains)
    }

    /// Chance that at least one of the changes ends playback.
    package func failureProbability(_ changes: some Collection<TriggeredChange>, switching: Switching) -> Double {
        1
            - Set(changes.map(\.id)).sorted().reduce(1.0) { survival, id in
                survival * (1 - (costs.changes[id]?.failureProbability[switching] ?? 0))
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
    /// The calibration these numbers were taken from; `nil` for the shipped ones.
    package var calibration: String?
}

extension DelayModel {
    private typealias Draws = [Double]

    private func evaluate(
        _ changes: Set<TriggeredChange>, under conditions: DelayConditions
    )
        -> (total: Draws, picture: Draws, sound: Draws)
    {
        let byStage = Dictionary(grouping: changes) { costs.changes[$0.id]?.stage }
        func stage(_ stages: Stage..., make: ([TriggeredChange], DelayConditions) -> Draws) -> Draws? {
            let found = stages.flatMap { byStage[$0] ?? [] }
            guard !found.isEmpty else { return nil }
            return kept(stages[0], found, conditions, make: make)
        }
        func strictest(_ which: Stage) -> Draws? {
            stage(which) { self.strictest($0, under: $1, stream: which.rawValue) }
        }
        var common = kept(.pipeline, (byStage[.pipeline] ?? []) + (byStage[.demux] ?? []), conditions, make: pipeline)
        if let alignment = strictest(.alignment) { common.add(alignment) }
        if let exposed = stage(.data, make: exposedData) { common.add(exposed) }

        let video = stage(.videoDecoder, make: videoDecoder)
        let display = strictest(.display)
        let audio = strictest(.audioDecoder)
        var output = strictest(.audioOutput)
        if conditions.output == .hdmi, let display { output = output.map { $0.adding(display) } ?? display }
        let picture = common.adding(overlapped(video, display, overlap: conditions.videoOverlap))
        // An output can only be opened once its decoder knows the format: strictly one after the other.
        let sound = common.adding(overlapped(audio, output, overlap: 1))
        var total = picture
        for index in total.indices { total[index] = max(picture[index], sound[index]) }
        return (total, picture, sound)
    }

    private func floor(under conditions: DelayConditions) -> Draws { kept(.pipeline, [], conditions, make: pipeline) }

    /// The draws of one stage, made once for each set of changes and what of the conditions the stage looks at.
    private func kept(
        _ stage: Stage, _ changes: [TriggeredChange], _ conditions: DelayConditions,
        make: ([TriggeredChange], DelayConditions) -> Draws
    )
        -> Draws
    {
        let key = StageDraws.Key(stage: stage, changes: Set(changes), conditions: conditions.relevant(to: stage))
        return stages.draws(key) { make(changes, key.conditions) }
    }

    private func pipeline(_ changes: [TriggeredChange], under conditions: DelayConditions) -> Draws {
        strictest(
            (conditions.changesItem ? [TriggeredChange(.itemSwitch)] : []) + changes, under: conditions,
            stream: Stage.pipeline.rawValue)
    }

    /// `max(a, b) + k·min(a, b)`; `nil` is a stage in which nothing happens.
    private func overlapped(_ a: Draws?, _ b: Draws?, overlap: Double) -> Draws? {
        guard var result = a, let b else { return a ?? b }
        for index in result.indices {
            let (x, y) = (result[index], b[index])
            result[index] = max(x, y) + overlap * min(x, y)
        }
        return result
    }

    /// The data stages in series, less the lead.
    private func exposedData(_ changes: [TriggeredChange], under conditions: DelayConditions) -> Draws {
        var sum = Draws(repeating: 0, count: draws.count)
        var parallel: Draws?
        for change in changes.sorted() {
            let size = size(of: change, under: conditions, stream: change.id.rawValue)
            if ["data.first_segment", "data.key"].contains(change.id) {
                parallel = overlapped(parallel, size, overlap: 0)
            } else {
                sum.add(size)
            }
        }
        if let parallel { sum.add(parallel) }
        for index in sum.indices { sum[index] = max(0, sum[index] - conditions.leadMilliseconds) }
        return sum
    }

    /// Decoder work and refill; nothing of it is seen where a second decoder runs already.
    private func videoDecoder(_ changes: [TriggeredChange], under conditions: DelayConditions) -> Draws {
        var work = strictest(changes, under: conditions, stream: Stage.videoDecoder.rawValue)
        let strong = changes.filter { costs.changes[$0.id]?.action != "reconfigure" }
        if !strong.isEmpty, let refill = cost(of: .firstFrame, under: conditions) {
            let restarted = triggered(strong, under: conditions)
            let size = size(of: TriggeredChange(.firstFrame), under: conditions, stream: Stage.videoFirstFrame.rawValue)
            let happens = draws.uniform("trigger/\(ChangeID.firstFrame.rawValue)")
            for index in work.indices where restarted[index] && happens[index] < refill.trigger {
                work[index] += size[index]
            }
        }
        let dual = draws.uniform("dual-decoder")
        for index in work.indices where dual[index] < conditions.dualDecoderProbability { work[index] = 0 }
        return work
    }

    /// The comonotone maximum over the triggered changes of one stage.
    private func strictest(
        _ changes: [TriggeredChange], under conditions: DelayConditions, stream: String
    )
        -> Draws
    {
        var result = Draws(repeating: 0, count: draws.count)
        for change in changes {
            let size = size(of: change, under: conditions, stream: stream)
            let trigger = cost(of: change.id, under: conditions)?.trigger ?? 0
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

    /// Whether at least one of the changes acts, draw by draw, by the same streams as ``strictest(_:under:stream:)``.
    private func triggered(_ changes: [TriggeredChange], under conditions: DelayConditions) -> [Bool] {
        var result = [Bool](repeating: false, count: draws.count)
        for change in changes {
            let trigger = cost(of: change.id, under: conditions)?.trigger ?? 0
            let happens = draws.uniform("trigger/\(change.id.rawValue)")
            for index in result.indices where happens[index] < trigger { result[index] = true }
        }
        return result
    }

    private func size(of change: TriggeredChange, under conditions: DelayConditions, stream: String) -> Draws {
        switch change.size {
        case .content(let from, let to):
            guard let cost = costs.changes[change.id] else { return Draws(repeating: 0, count: draws.count) }
            let factor = cost.contentFactor[conditions.switching]
            let detection = cost.detectionMilliseconds[conditions.switching]
            let (low, span) = (Double(from), Double(to) - Double(from))
            return draws.uniform("size/\(stream)").map { (low + span * $0) * factor + detection * $0 }
        case .fromCosts:
            guard let cost = cost(of: change.id, under: conditions), cost.p50Milliseconds > 0 else {
                return Draws(repeating: 0, count: draws.count)
            }
            return draws.logNormal("size/\(stream)", p50: cost.p50Milliseconds, p95: cost.p95Milliseconds)
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

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
    let draws: StratifiedDraws
    let stages = StageDraws()

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

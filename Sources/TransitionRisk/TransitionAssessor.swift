import AirPlayReceivers
import HLSPlaylists
import MediaFormats

/// Judges transitions: gate, pair, rules, delay, explanation, fix.
///
/// A verdict depends only on the set of changes, the receiver and the lead, so it is kept and used again.
package final class TransitionAssessor: Sendable {
    private let model: DelayModel
    private let verdicts = VerdictCache()

    /// An assessor over a cost table.
    package init(model: DelayModel) { self.model = model }

    /// The verdict on one transition for one receiver or class.
    package func assess(_ transition: Transition, on receiver: ReceiverProfile) -> RiskAssessment {
        if receiver.capabilities.airPlayVideo?.value == false {
            return verdict(.notApplicable, on: receiver, doubt: "AirPlay video does not reach this class")
        }
        if let side = [transition.from, transition.to].first(where: { !$0.isKnown }) {
            let why = side.isEncrypted ? "they are encrypted (AES-128) and no CODECS is declared" : "nothing is known"
            return verdict(.unknown, on: receiver, doubt: "the media of \(side.reference.title): \(why)")
        }
        let (from, to) = (
            VariantSelection(transition.from, on: receiver), VariantSelection(transition.to, on: receiver)
        )
        for selection in [to, from] where selection.candidates.isEmpty {
            var result = verdict(.blocking, on: receiver, doubt: nil)
            result.blocking = selection.obstacles
            result.failureProbability = 1
            result.vector = vector([], receiver, transition, lead: lead(transition, receiver))
            return result
        }
        return assess(transition, from: from, to: to, on: receiver)
    }

    private func assess(
        _ transition: Transition, from: VariantSelection, to: VariantSelection, on receiver: ReceiverProfile
    ) -> RiskAssessment {
        let lead = lead(transition, receiver)
        let boundary = Boundary(transition, from: from.candidates[0], to: to.candidates[0])
        let likely = judge(boundary, on: receiver, lead: lead)
        var pairs = [pair(.likely, from.candidates[0], to.candidates[0], boundary, likely)]
        if let worst = worstPair(transition, from: from, to: to, on: receiver, lead: lead) { pairs.append(worst) }
        let reasons = explain(boundary, on: receiver, lead: lead)
        // What the primary needs, the receiver evidently has: a viewer is watching it there.
        let proven = VariantSelection(transition.primary, on: receiver).obstacles.map(\.message)
        let doubts = (from.obstacles + to.obstacles).filter { !proven.contains($0.message) }
        var result = RiskAssessment(
            receiver: receiver, band: likely.band,
            delay: verdicts.delay(boundary.changes, receiver, lead, model),
            failureProbability: likely.failureProbability,
            blocking: doubts, pairs: pairs, reasons: reasons,
            fixPath: fixPath(boundary, on: receiver, lead: lead),
            vector: vector(boundary.changes, receiver, transition, lead: lead),
            measuredShare: measuredShare(reasons, on: receiver, lead: lead), doubt: nil)
        if let doubt = doubt(boundary, likely, doubts, receiver, lead) {
            result.doubt = doubt
            // What is certain already counts; what is not certain never passes.
            if result.band < .high { result.band = .unknown }
        }
        return result
    }

    /// Why the band may be worse than what is certain; `nil` when nothing unknown could change it.
    private func doubt(
        _ boundary: Boundary, _ known: Verdict, _ doubts: [Block], _ receiver: ReceiverProfile, _ lead: Double
    ) -> String? {
        if let first = doubts.first { return "\(first.message), but \(first.capability)" }
        let undecided = RuleBook.rules.filter { $0.isUndecided(at: boundary) }
        guard !undecided.isEmpty else { return nil }
        let possible = boundary.changes.union(undecided.flatMap { $0.worstCase }.map { TriggeredChange($0) })
        guard verdicts.verdict(possible, receiver, lead, model).band > known.band else { return nil }
        let names = undecided.flatMap { $0.parameters }.filter { boundary.comparison[$0]?.outcome == .unknown }
        return "not known: \(names.map(\.rawValue).joined(separator: ", "))"
    }

    private func lead(_ transition: Transition, _ receiver: ReceiverProfile) -> Double {
        min(receiver.forwardBuffer, transition.delivery.notice).milliseconds
    }

    private func judge(_ boundary: Boundary, on receiver: ReceiverProfile, lead: Double) -> Verdict {
        verdicts.verdict(boundary.changes, receiver, lead, model)
    }

    private func pair(
        _ role: AssessedPair.Role, _ from: ProfiledVariant, _ to: ProfiledVariant, _ boundary: Boundary,
        _ verdict: Verdict
    ) -> AssessedPair {
        AssessedPair(
            role: role, from: from.label, to: to.label, differences: boundary.comparison.differences,
            band: verdict.band, excess: verdict.excess)
    }

    /// The worst pair among variants that differ in what counts. Variants alike in every parameter are tried once, and
    /// of a ladder without end only the best.
    private func worstPair(
        _ transition: Transition, from: VariantSelection, to: VariantSelection, on receiver: ReceiverProfile,
        lead: Double
    ) -> AssessedPair? {
        var worst: AssessedPair?
        for a in from.distinct {
            for b in to.distinct {
                let boundary = Boundary(transition, from: a, to: b)
                let verdict = judge(boundary, on: receiver, lead: lead)
                if verdict.excess.p95Milliseconds > worst?.excess.p95Milliseconds ?? -1 {
                    worst = pair(.worst, a, b, boundary, verdict)
                }
            }
        }
        return worst
    }

    private func verdict(_ band: Band, on receiver: ReceiverProfile, doubt: String?) -> RiskAssessment {
        RiskAssessment(
            receiver: receiver, band: band, delay: nil, failureProbability: 0, blocking: [], pairs: [], reasons: [],
            fixPath: [], vector: "", measuredShare: nil, doubt: doubt)
    }

    /// The verdict's inputs on one line; the same line gives the same verdict with the same cost table.
    private func vector(
        _ changes: Set<TriggeredChange>, _ receiver: ReceiverProfile, _ transition: Transition, lead: Double
    ) -> String {
        let names = changes.map { change in
            switch change.size {
            case .fromCosts: change.id.rawValue
            case .content(let from, let to): "\(change.id.rawValue)(\(Int(from))-\(Int(to)))"
            }
        }
        return [
            "segue1", transition.kind.rawValue, receiver.id,
            "\(receiver.switching.rawValue):\(receiver.output.rawValue)",
            "dual=\(receiver.dualDecoderProbability)", "overlap=\(receiver.videoOverlap)", "lead=\(Int(lead))",
            names.isEmpty ? "=" : names.sorted().joined(separator: "+"), "costs=\(model.costs.version)",
        ].joined(separator: "/")
    }
}

extension TransitionAssessor {
    /// One reason for each rule that fired, costliest first.
    private func explain(_ boundary: Boundary, on receiver: ReceiverProfile, lead: Double) -> [Reason] {
        let reasons = RuleBook.rules.compactMap { rule -> Reason? in
            let changes = Set(rule.changes(at: boundary))
            guard !changes.isEmpty, changes != [TriggeredChange(.parameterSets)] else { return nil }
            let alone = verdicts.verdict(changes, receiver, lead, model)
            // Data that arrive in time are no reason for anything.
            if rule.cause == .delivery, alone.excess.p95Milliseconds < 1 { return nil }
            let difference = rule.parameters.lazy.compactMap { boundary.comparison[$0] }
                .first { $0.outcome == .mismatch }
            return Reason(
                rule: rule.id, summary: summary(rule.documentation, difference),
                rationale: rule.documentation.rationale, source: rule.documentation.source, cause: rule.cause,
                difference: difference, costs: costs(changes, on: receiver), alone: alone.excess,
                band: alone.band, fix: rule.fix(for: boundary))
        }
        // Where two cost the same, the order of the rule book stands, so the sort must be stable.
        return reasons.enumerated().sorted {
            let (a, b) = ($0.element.alone, $1.element.alone)
            if a.p95Milliseconds != b.p95Milliseconds { return a.p95Milliseconds > b.p95Milliseconds }
            return $0.offset < $1.offset
        }.map(\.element)
    }

    private func summary(_ documentation: RuleDocumentation, _ difference: Difference?) -> String {
        guard let difference, let from = difference.from, let to = difference.to else { return documentation.title }
        return "\(documentation.title): \(from) → \(to)"
    }

    private func costs(_ changes: Set<TriggeredChange>, on receiver: ReceiverProfile) -> [ReasonCost] {
        changes.map(\.id).sorted().compactMap { id in
            guard let cost = model.costs.changes[id], let here = model.cost(of: id, on: receiver) else { return nil }
            return ReasonCost(
                change: id, stage: cost.stage, action: cost.action, trigger: here.trigger,
                p50Milliseconds: here.p50Milliseconds, p95Milliseconds: here.p95Milliseconds, grade: here.grade,
                hiddenBy: cost.hiddenBy, sources: cost.sources.map { model.costs.sources[$0] ?? $0 })
        }
    }

    /// Greedy: at each step the rule whose satisfaction lowers the 95th percentile most, until nothing is left to gain.
    ///
    /// With a maximum inside a stage, leaving out one of two equal reasons would look useless; taking them away one
    /// after the other does not.
    private func fixPath(_ boundary: Boundary, on receiver: ReceiverProfile, lead: Double) -> [FixStep] {
        var remaining = RuleBook.rules.map { ($0, Set($0.changes(at: boundary))) }.filter { !$0.1.isEmpty }
        var current = verdicts.verdict(boundary.changes, receiver, lead, model)
        var steps: [FixStep] = []
        while current.band > .none {
            let options = remaining.indices.map { index in
                let rest = remaining.enumerated().filter { $0.offset != index }.flatMap(\.element.1)
                return (index, verdicts.verdict(Set(rest), receiver, lead, model))
            }
            guard
                let best = options.min(by: {
                    $0.1.excess.p95Milliseconds < $1.1.excess.p95Milliseconds
                })
            else { break }
            let gain = current.excess.p95Milliseconds - best.1.excess.p95Milliseconds
            // Of two equal reasons the first alone gains nothing; go on as long as several are left.
            guard gain >= 1 || remaining.count > 1 else { break }
            let rule = remaining.remove(at: best.0).0
            current = best.1
            steps.append(
                FixStep(
                    rule: rule.id, advice: rule.fix(for: boundary),
                    p95Milliseconds: current.excess.p95Milliseconds, band: current.band))
        }
        return steps
    }

    /// What each change costs alone, weighted: how much of it carries a grade of measurement.
    private func measuredShare(_ reasons: [Reason], on receiver: ReceiverProfile, lead: Double) -> Double? {
        let weights = reasons.flatMap(\.costs).map { cost in
            (
                verdicts.verdict([TriggeredChange(cost.change)], receiver, lead, model).excess.p95Milliseconds,
                cost.grade
            )
        }
        let whole = weights.reduce(0) { $0 + $1.0 }
        guard whole > 0 else { return nil }
        return weights.filter { $0.1.isMeasured }.reduce(0) { $0 + $1.0 } / whole
    }
}

extension AssetProfile {
    /// Whether whole segments are encrypted, so that nobody but the player can look inside.
    fileprivate var isEncrypted: Bool { variants.contains { $0.effective.values.video?.protection == .aes128 } }

    /// Whether at least one variant has a known codec; else there is nothing to judge.
    fileprivate var isKnown: Bool {
        variants.contains { variant in
            let values = variant.effective.values
            return values.video?.codec != nil || values.audio?.codec != nil
        }
    }
}

extension Boundary {
    /// All that happens here.
    var changes: Set<TriggeredChange> { Set(RuleBook.rules.flatMap { $0.changes(at: self) }) }
}

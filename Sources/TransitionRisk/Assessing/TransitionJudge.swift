import AirPlayReceivers
import HLSPlaylists
import MediaFormats

/// Judges one transition for one receiver.
struct TransitionJudge {
    let transition: Transition
    let sides: Sides
    let receiver: ReceiverProfile
    let conditions: PlaybackConditions
    let table: CostTable

    /// How much of the data's delay is hidden, in whole milliseconds: as much as the receiver buffers, and no more than
    /// what plays before leaves time for.
    var lead: Double {
        var lead = min(receiver.forwardBuffer, transition.delivery.notice)
        // How early a break is known says nothing of what follows it.
        if transition.kind == .enter, let stated = conditions.lead { lead = min(lead, stated) }
        return max(0, lead.milliseconds).rounded(.down)
    }

    /// The conditions under which delays are worked out.
    var delayConditions: DelayConditions {
        DelayConditions(receiver, leadMilliseconds: lead, changesItem: transition.kind != .discontinuity)
    }

    /// What stands between a transition and a verdict on its delay.
    enum Gate {
        /// Nothing is played that could be judged, or too little is known.
        case refused(RiskAssessment.Outcome, Band, doubt: String)
        /// The receiver can play no variant of this asset.
        case blocked([Block], by: PreparedAsset)
        /// What it plays on both sides.
        case open(from: VariantSelection, to: VariantSelection)
    }

    /// What the gate says.
    var gate: Gate {
        if receiver.capabilities.airPlayVideo?.value == false {
            return .refused(.notApplicable, .notApplicable, doubt: "AirPlay video does not reach this class")
        }
        if transition.kind != .discontinuity, let claim = receiver.capabilities.interstitials, !claim.value {
            return .refused(
                .interstitialsUnsupported, .notApplicable,
                doubt: "the receiver plays no interstitials, so this ad is left out there (\(claim.source))")
        }
        if let side = [sides.from, sides.to].first(where: { !$0.isKnown }) {
            let why = side.isEncrypted ? "they are encrypted (AES-128) and no CODECS is declared" : "nothing is known"
            return .refused(.unknown, .unknown, doubt: "the media of \(side.profile.reference.title): \(why)")
        }
        let (from, to) = (selection(sides.from), selection(sides.to))
        for (selection, asset) in [(to, sides.to), (from, sides.from)] where selection.candidates.isEmpty {
            return .blocked(selection.obstacles, by: asset)
        }
        return .open(from: from, to: to)
    }

    /// The answer.
    func answer() -> RiskAssessment {
        switch gate {
        case .refused(let outcome, let band, let doubt): refusal(outcome, band, doubt: doubt)
        case .blocked(let obstacles, let asset): blocked(obstacles, by: asset)
        case .open(let from, let to): judged(from: from, to: to)
        }
    }

    func selection(_ asset: PreparedAsset) -> VariantSelection {
        asset.selection(on: receiver, bandwidth: conditions.bandwidth)
    }

    private func refusal(_ outcome: RiskAssessment.Outcome, _ band: Band, doubt: String?) -> RiskAssessment {
        RiskAssessment(
            receiver: receiver, outcome: outcome, band: band, delay: nil, failureProbability: 0, blocking: [],
            blockedSide: nil, pairs: [], reasons: [], branches: [], fixPath: [],
            vector: vector(changes: [], possible: [], gate: .init(outcome: outcome, rules: [])), costs: table.used,
            measuredShare: nil, doubt: doubt)
    }

    private func blocked(_ obstacles: [Block], by asset: PreparedAsset) -> RiskAssessment {
        var result = refusal(.blocking, .blocking, doubt: nil)
        result.blocking = obstacles
        result.blockedSide = asset.id == sides.primary.id ? .primary : .interstitial
        result.failureProbability = 1
        result.vector = vector(
            changes: [], possible: [], gate: .init(outcome: .blocking, rules: obstacles.map(\.rule)))
        return result
    }

    private func judged(from: VariantSelection, to: VariantSelection) -> RiskAssessment {
        let boundary = boundary(from.candidates[0], to.candidates[0], from)
        let (changes, possible) = (boundary.changes, boundary.possibleChanges)
        let certain = table.verdicts.verdict(changes, delayConditions)
        let doubts = doubts(from, to)
        let worse = table.verdicts.verdict(changes.union(possible), delayConditions).band > certain.band
        let explanation = Explanation(boundary: boundary, conditions: delayConditions, table: table)
        return RiskAssessment(
            receiver: receiver, outcome: .judged,
            band: Self.band(certain: certain.band, isInDoubt: !doubts.isEmpty || worse),
            delay: table.verdicts.delay(changes, delayConditions), failureProbability: certain.failureProbability,
            blocking: doubts, blockedSide: nil, pairs: pairs(from: from, to: to), reasons: explanation.reasons,
            branches: table.branches(changes, delayConditions), fixPath: FixPath(explanation, from: certain).steps,
            vector: vector(
                changes: changes, possible: possible, gate: .init(outcome: .judged, rules: doubts.map(\.rule))),
            costs: table.used, measuredShare: explanation.measuredShare,
            doubt: doubt(doubts, worse ? boundary : nil))
    }

    /// Capabilities that both sides rest on and of which nothing is known.
    func doubts(_ from: VariantSelection, _ to: VariantSelection) -> [Block] {
        // What the primary needs, the receiver evidently has: a viewer is watching it there.
        let proven = selection(sides.primary).obstacles.map(\.message)
        return (from.obstacles + to.obstacles).filter { !proven.contains($0.message) }
    }

    /// What is certain already counts; what is not certain never passes.
    static func band(certain: Band, isInDoubt: Bool) -> Band { isInDoubt && certain < .high ? .unknown : certain }

    /// Why the band may be worse than what is certain; `nil` when nothing unknown could change it.
    private func doubt(_ doubts: [Block], _ undecided: Boundary?) -> String? {
        if let first = doubts.first { return "\(first.message), but \(first.capability)" }
        guard let undecided else { return nil }
        let names = RuleBook.rules.filter { $0.isUndecided(at: undecided) }.flatMap { $0.parameters }
            .filter { undecided.comparison.outcome($0) == .unknown }
        return "not known: \(names.map(\.rawValue).joined(separator: ", "))"
    }

    func boundary(_ from: PreparedVariant, _ to: PreparedVariant, _ selection: VariantSelection) -> Boundary {
        Boundary(
            transition, from: from.effective, to: to.effective, configuredFor: selection.largest,
            primary: self.selection(sides.primary).candidates.first?.effective
                ?? sides.primary.variants.first?.effective)
    }

    func vector(
        changes: Set<TriggeredChange>, possible: Set<TriggeredChange>, gate: VerdictVector.Gate
    )
        -> String
    {
        VerdictVector(
            kind: transition.kind, receiver: receiver.identity, conditions: delayConditions, changes: changes,
            possible: possible.subtracting(changes), gate: gate, costs: table.revision
        ).description
    }
}

extension TransitionJudge {
    /// The pairs that are shown, each with its own verdict.
    private func pairs(from: VariantSelection, to: VariantSelection) -> [AssessedPair] {
        let (a, b) = (from.candidates[0], to.candidates[0])
        var pairs = [pair(.likely, a, b, from)]
        if transition.kind != .resume, transition.kind != .discontinuity, let start = to.start, start != b {
            pairs.append(pair(.start, a, start, from))
        }
        if let (a, b) = worst(from: from, to: to) { pairs.append(pair(.worst, a, b, from)) }
        return pairs
    }

    private func pair(
        _ role: AssessedPair.Role, _ from: PreparedVariant, _ to: PreparedVariant, _ selection: VariantSelection
    )
        -> AssessedPair
    {
        let boundary = boundary(from, to, selection)
        let verdict = table.verdicts.verdict(boundary.changes, delayConditions)
        return AssessedPair(
            role: role, from: from.variant.label, to: to.variant.label, differences: boundary.comparison.differences,
            band: verdict.band, excess: verdict.excess)
    }

    /// The worst pair among variants that differ in what counts.
    ///
    /// All pairs are compared up to ``most``; of two ladders without end, each variant is compared with the best one of
    /// the other side, so that nothing is left out that one side alone makes bad.
    private func worst(from: VariantSelection, to: VariantSelection) -> (PreparedVariant, PreparedVariant)? {
        let all = from.distinct.count * to.distinct.count <= Self.most
        var worst: (PreparedVariant, PreparedVariant)?
        var most = -1.0
        for (i, a) in from.distinct.enumerated() {
            for (j, b) in to.distinct.enumerated() where all || i == 0 || j == 0 {
                let boundary = boundary(a, b, from)
                let verdict = table.verdicts.verdict(boundary.changes, delayConditions)
                guard verdict.excess.p95Milliseconds > most else { continue }
                most = verdict.excess.p95Milliseconds
                worst = (a, b)
            }
        }
        return worst
    }

    /// 64 by 64 variants that all differ are no ladder any more.
    private static let most = 4096
}

extension CostTable {
    /// The verdict with every value of the settings that nobody stated and that matter for these changes.
    func branches(_ changes: Set<TriggeredChange>, _ conditions: DelayConditions) -> [SettingBranch] {
        let open = model.openSettings(changes, under: conditions)
        guard !open.isEmpty else { return [] }
        var combinations: [[(ViewerSetting, String)]] = [[]]
        for setting in open {
            let values = setting == .audioFormat ? ["stereo", "bitstream"] : ["off", "on"]
            combinations = combinations.flatMap { combination in values.map { combination + [(setting, $0)] } }
        }
        return combinations.map { combination in
            var conditions = conditions
            for (setting, value) in combination { conditions.settings[setting] = value }
            let delay = verdicts.delay(changes, conditions)
            return SettingBranch(
                assumed: combination.map { "\($0.0.rawValue)=\($0.1)" },
                band: verdicts.verdict(changes, conditions).band, excess: delay.excess, total: delay.total)
        }
    }
}

import AirPlayReceivers
import HLSPlaylists
import MediaFormats

/// What a verdict says in numbers: everything but the words.
package struct BriefAssessment: Sendable, Hashable {
    /// As in ``RiskAssessment``.
    package let band: Band
    /// As in ``RiskAssessment``.
    package let delay: Delay?
    /// As in ``RiskAssessment``.
    package let failureProbability: Double
    /// As in ``RiskAssessment``.
    package let blocking: [Block]
    /// As in ``RiskAssessment``.
    package let measuredShare: Double?
    /// As in ``RiskAssessment``.
    package let vector: String

    /// Collects numbers.
    package init(
        band: Band, delay: Delay?, failureProbability: Double, blocking: [Block], measuredShare: Double?, vector: String
    ) {
        self.band = band
        self.delay = delay
        self.failureProbability = failureProbability
        self.blocking = blocking
        self.measuredShare = measuredShare
        self.vector = vector
    }
}

/// Judges very many transitions for a few receivers where only the numbers count, as ``TransitionAssessor`` would.
///
/// What happens at a boundary is found once for each pair of media in each way of showing them, and a verdict worked out
/// once for each set of changes on a receiver: a catalogue of a hundred thousand ads has few of either.
///
/// ```swift
/// var assessor = BriefAssessor(model: DelayModel(costs: matrix.costs), receivers: matrix.profiles)
/// let number = assessor.assess(transition, on: 0)
/// assessor.verdicts[number].band   // .severe
/// ```
package struct BriefAssessor {
    /// Distinct verdicts, in the order in which they were met.
    package private(set) var verdicts: [BriefAssessment] = []
    /// How often what happens at a boundary had to be found.
    package var boundariesCompared: Int { boundaries.count }

    private let tables: CostTables
    private let receivers: [ReceiverProfile]
    private let assets = PreparedAssets()
    private var boundaries: [BoundaryKey: Changes] = [:]
    private var changeNumbers: [ChangeSets: Int] = [:]
    private var numbers: [VerdictKey: Int] = [:]

    /// What happens at a boundary, and what may happen besides.
    private struct ChangeSets: Hashable {
        let certain: Set<TriggeredChange>
        let possible: Set<TriggeredChange>
    }

    private struct Changes {
        let number: Int
        let sets: ChangeSets
    }

    /// What happens at a boundary depends on these.
    private struct BoundaryKey: Hashable {
        let assets: [Int]
        let kind: Transition.Kind
        let delivery: Delivery
        let landing: Landing?
        let from: PreparedVariant
        let to: PreparedVariant
        let largest: Resolution?
        let primary: PreparedVariant?

        /// Parameters are compared and not hashed: apart from the range that is shown they follow from the asset.
        func hash(into hasher: inout Hasher) {
            hasher.combine(assets)
            hasher.combine(kind)
            hasher.combine(delivery)
            hasher.combine(landing)
            hasher.combine(from.effective.values.video?.dynamicRange)
            hasher.combine(to.effective.values.video?.dynamicRange)
        }
    }

    private struct VerdictKey: Hashable {
        let receiver: Int
        let kind: Transition.Kind
        let lead: Double
        let outcome: RiskAssessment.Outcome
        /// `nil` where nothing was compared.
        let changes: Int?
        let blocks: [Block]
    }

    /// Prepares for some receivers.
    ///
    /// - Parameters:
    ///   - model: The costs.
    ///   - calibrations: What a user measured.
    package init(model: DelayModel, calibrations: [Calibration] = [], receivers: [ReceiverProfile]) {
        let tables = CostTables(model: model, calibrations: calibrations)
        self.tables = tables
        self.receivers = receivers.map { receiver in
            var receiver = receiver
            receiver.switching = tables.table(for: receiver.identity).switching ?? receiver.switching
            return receiver
        }
    }

    /// The number in ``verdicts`` of the verdict on a transition.
    ///
    /// - Parameter index: The receiver, by its place among those of the assessor.
    package mutating func assess(_ transition: Transition, on index: Int) -> Int {
        let receiver = receivers[index]
        let judge = TransitionJudge(
            transition: transition,
            sides: Sides(
                from: assets.prepared(transition.from), to: assets.prepared(transition.to),
                primary: assets.prepared(transition.primary)), receiver: receiver, conditions: PlaybackConditions(),
            table: tables.table(for: receiver.identity))
        let (outcome, blocks, changes): (RiskAssessment.Outcome, [Block], Changes?)
        switch judge.gate {
        case .refused(let refusal, _, _): (outcome, blocks, changes) = (refusal, [], nil)
        case .blocked(let obstacles, _): (outcome, blocks, changes) = (.blocking, obstacles, nil)
        case .open(let from, let to):
            (outcome, blocks, changes) = (.judged, judge.doubts(from, to), self.changes(judge, from, to))
        }
        let key = VerdictKey(
            receiver: index, kind: transition.kind, lead: judge.lead, outcome: outcome, changes: changes?.number,
            blocks: blocks)
        if let known = numbers[key] { return known }
        numbers[key] = verdicts.count
        verdicts.append(Self.verdict(judge, key, changes?.sets))
        return verdicts.count - 1
    }

    private mutating func changes(
        _ judge: TransitionJudge, _ from: VariantSelection, _ to: VariantSelection
    ) -> Changes {
        var delivery = judge.transition.delivery
        // What notice is worth on a receiver is in the lead.
        delivery.notice = .zero
        let (a, b) = (from.candidates[0], to.candidates[0])
        let key = BoundaryKey(
            assets: judge.sides.ids, kind: judge.transition.kind, delivery: delivery,
            landing: judge.transition.landing, from: a, to: b, largest: from.largest,
            primary: judge.selection(judge.sides.primary).candidates.first)
        if let known = boundaries[key] { return known }
        let boundary = judge.boundary(a, b, from)
        let sets = ChangeSets(certain: boundary.changes, possible: boundary.possibleChanges)
        let number = changeNumbers[sets] ?? changeNumbers.count
        changeNumbers[sets] = number
        let made = Changes(number: number, sets: sets)
        boundaries[key] = made
        return made
    }

    private static func verdict(_ judge: TransitionJudge, _ key: VerdictKey, _ sets: ChangeSets?) -> BriefAssessment {
        guard let sets else {
            let answer = judge.answer()
            return BriefAssessment(
                band: answer.band, delay: nil, failureProbability: answer.failureProbability,
                blocking: answer.blocking, measuredShare: nil, vector: answer.vector)
        }
        let (table, conditions) = (judge.table, judge.delayConditions)
        let certain = table.verdicts.verdict(sets.certain, conditions)
        let worse = table.verdicts.verdict(sets.certain.union(sets.possible), conditions).band > certain.band
        return BriefAssessment(
            band: TransitionJudge.band(certain: certain.band, isInDoubt: !key.blocks.isEmpty || worse),
            delay: table.verdicts.delay(sets.certain, conditions), failureProbability: certain.failureProbability,
            blocking: key.blocks, measuredShare: table.measuredShare(of: sets.certain, conditions),
            vector: judge.vector(
                changes: sets.certain, possible: sets.possible,
                gate: .init(outcome: .judged, rules: key.blocks.map(\.rule))))
    }
}

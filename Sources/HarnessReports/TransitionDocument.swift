import AirPlayReceivers
import HLSPlaylists
import MediaFormats
import TransitionRisk

/// Transitions of `segue.check/1` with the same verdicts: the first of them, and where it repeats.
struct TransitionDocument: Encodable {
    let id: String
    let primary: String
    let kind: Transition.Kind
    let atSeconds: Double
    let from: String
    let to: String
    let delivery: DeliveryDocument
    let repeats: [RepeatDocument]
    let assessments: [AssessmentDocument]

    init(_ group: TransitionGroup, _ tables: inout SharedTables) {
        let transition = group.lead.transition
        id = transition.id
        primary = transition.primary.reference.description
        kind = transition.kind
        atSeconds = transition.at.seconds
        from = transition.from.reference.description
        to = transition.to.reference.description
        delivery = DeliveryDocument(
            assetList: transition.delivery.usesAssetList, newHost: transition.delivery.usesNewHost,
            noticeSeconds: transition.delivery.notice.seconds)
        repeats = group.repeats.map(RepeatDocument.init)
        var assessments: [AssessmentDocument] = []
        for assessment in group.lead.assessments {
            assessments.append(AssessmentDocument(assessment, of: group.lead, &tables))
        }
        self.assessments = assessments
    }

    struct DeliveryDocument: Encodable {
        let assetList: Bool
        let newHost: Bool
        let noticeSeconds: Double
    }

    struct RepeatDocument: Encodable {
        let id: String
        let primary: String
        let atSeconds: Double
        let from: String
        let to: String

        init(_ transition: Transition) {
            id = transition.id
            primary = transition.primary.reference.description
            atSeconds = transition.at.seconds
            from = transition.from.reference.description
            to = transition.to.reference.description
        }
    }
}

/// One verdict of `segue.check/1`.
struct AssessmentDocument: Encodable {
    let receiverClass: ReceiverClass
    let tier: DecodingTier
    let receiverId: String?
    let switching: Switching
    let settings: [String]
    let outcome: RiskAssessment.Outcome
    let band: Band
    let words: String?
    let excess: DelayDocument?
    let total: DelayDocument?
    let floor: PercentilesDocument?
    let picture: PercentilesDocument?
    let sound: PercentilesDocument?
    let failureProbability: Double
    let blocking: [Block]
    let blockedSide: RiskAssessment.BlockedSide?
    let pairs: [PairDocument]
    let branches: [BranchDocument]
    let reasons: [ReasonDocument]
    let fixPath: [FixDocument]
    let vector: String
    let calibrations: [CalibrationUse]
    let measuredShare: Double?
    let doubt: String?

    init(_ assessment: RiskAssessment, of judged: JudgedTransition, _ tables: inout SharedTables) {
        receiverClass = assessment.receiver.receiverClass
        tier = assessment.receiver.tier
        receiverId = assessment.receiver.receiverID
        switching = assessment.receiver.switching
        settings = assessment.receiver.settings.assignments
        outcome = assessment.outcome
        band = assessment.band
        words = PlainWords.sentence(judged, assessment)
        excess = assessment.delay.map { DelayDocument($0.excess) }
        total = assessment.delay.map { DelayDocument($0.total) }
        floor = assessment.delay.map { PercentilesDocument($0.floor) }
        picture = assessment.delay.map { PercentilesDocument($0.picture) }
        sound = assessment.delay.map { PercentilesDocument($0.sound) }
        failureProbability = (assessment.failureProbability * 1e6).rounded() / 1e6
        blocking = assessment.blocking
        blockedSide = assessment.blockedSide
        branches = assessment.branches.map(BranchDocument.init)
        var pairs: [PairDocument] = []
        for pair in assessment.pairs { pairs.append(PairDocument(pair, comparison: tables.name(of: pair.differences))) }
        self.pairs = pairs
        for reason in assessment.reasons { tables.add(reason) }
        reasons = assessment.reasons.map(ReasonDocument.init)
        fixPath = assessment.fixPath.map {
            FixDocument(
                rule: $0.rule, advice: $0.advice, p95Milliseconds: $0.p95Milliseconds.rounded(), band: $0.band,
                equallyGood: $0.equallyGood, reachesBand: $0.reachesBand)
        }
        vector = assessment.vector
        calibrations = assessment.costs.calibrations
        measuredShare = assessment.measuredShare.map { ($0 * 100).rounded() / 100 }
        doubt = assessment.doubt
    }

    struct DelayDocument: Encodable {
        let p50Milliseconds: Double
        let p95Milliseconds: Double
        let over80: Double
        let over360: Double
        let over1000: Double
        let over2000: Double

        /// Rounded to whole milliseconds and tenths of a percent: more would claim more than is known.
        init(_ estimate: DelayEstimate) {
            p50Milliseconds = estimate.p50Milliseconds.rounded()
            p95Milliseconds = estimate.p95Milliseconds.rounded()
            over80 = (estimate.over80 * 1000).rounded() / 1000
            over360 = (estimate.over360 * 1000).rounded() / 1000
            over1000 = (estimate.over1000 * 1000).rounded() / 1000
            over2000 = (estimate.over2000 * 1000).rounded() / 1000
        }
    }

    struct PercentilesDocument: Encodable {
        let p50Milliseconds: Double
        let p95Milliseconds: Double

        init(_ estimate: DelayEstimate) {
            p50Milliseconds = estimate.p50Milliseconds.rounded()
            p95Milliseconds = estimate.p95Milliseconds.rounded()
        }
    }

    struct PairDocument: Encodable {
        let role: AssessedPair.Role
        let from: String
        let to: String
        let band: Band
        let excess: PercentilesDocument
        let comparison: String
        let differences: [OpenDifference]

        /// - Parameter comparison: The name under which all parameters are compared; here only open ones are repeated.
        init(_ pair: AssessedPair, comparison: String) {
            role = pair.role
            from = pair.from
            to = pair.to
            band = pair.band
            excess = PercentilesDocument(pair.excess)
            self.comparison = comparison
            differences = pair.differences.filter(\.isOpen).map(OpenDifference.init)
        }
    }

    /// A parameter that differs or may; where its values were read stands in the comparison.
    struct OpenDifference: Encodable {
        let parameter: ParameterName
        let outcome: Difference.Outcome
        let from: String?
        let to: String?

        init(_ difference: Difference) {
            parameter = difference.parameter
            outcome = difference.outcome
            from = difference.from
            to = difference.to
        }
    }

    struct ReasonDocument: Encodable {
        let rule: RuleID
        let summary: String
        let cause: Cause
        let alone: PercentilesDocument
        let band: Band
        let fix: String
        let costs: [CostDocument]

        init(_ reason: Reason) {
            rule = reason.rule
            summary = reason.summary
            cause = reason.cause
            alone = PercentilesDocument(reason.alone)
            band = reason.band
            fix = reason.fix
            costs = reason.costs.map(CostDocument.init)
        }
    }

    struct CostDocument: Encodable {
        let change: ChangeID
        let triggerProbability: Double
        let p50Milliseconds: Double
        let p95Milliseconds: Double
        let grade: Grade
        let calibration: String?

        init(_ cost: ReasonCost) {
            change = cost.change
            triggerProbability = cost.trigger
            p50Milliseconds = cost.p50Milliseconds
            p95Milliseconds = cost.p95Milliseconds
            grade = cost.grade
            calibration = cost.calibration
        }
    }

    struct FixDocument: Encodable {
        let rule: RuleID
        let advice: String
        let p95Milliseconds: Double
        let band: Band
        let equallyGood: [RuleID]
        let reachesBand: Bool
    }

    struct BranchDocument: Encodable {
        let assumed: [String]
        let band: Band
        let excess: PercentilesDocument
        let total: PercentilesDocument

        init(_ branch: SettingBranch) {
            assumed = branch.assumed
            band = branch.band
            excess = PercentilesDocument(branch.excess)
            total = PercentilesDocument(branch.total)
        }
    }
}

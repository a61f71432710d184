import AirPlayReceivers
import HLSPlaylists
import MediaFormats
import TransitionRisk

/// One transition of `segue.check/1` with its verdicts.
struct TransitionDocument: Encodable {
    let id: String
    let kind: Transition.Kind
    let atSeconds: Double
    let from: String
    let to: String
    let delivery: DeliveryDocument
    let assessments: [AssessmentDocument]

    init(_ judged: JudgedTransition) {
        let transition = judged.transition
        id = transition.id
        kind = transition.kind
        atSeconds = transition.at.seconds
        from = transition.from.reference.description
        to = transition.to.reference.description
        delivery = DeliveryDocument(
            assetList: transition.delivery.usesAssetList, newHost: transition.delivery.usesNewHost,
            noticeSeconds: transition.delivery.notice.seconds)
        assessments = judged.assessments.map {
            AssessmentDocument($0, sentence: judged.sentence(for: $0))
        }
    }

    struct DeliveryDocument: Encodable {
        let assetList: Bool
        let newHost: Bool
        let noticeSeconds: Double
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
    let sentence: String
    let band: Band
    let excess: DelayDocument?
    let total: DelayDocument?
    let floor: DelayDocument?
    let picture: DelayDocument?
    let sound: DelayDocument?
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

    init(_ assessment: RiskAssessment, sentence: String) {
        self.sentence = sentence
        receiverClass = assessment.receiver.receiverClass
        tier = assessment.receiver.tier
        receiverId = assessment.receiver.receiverID
        switching = assessment.receiver.switching
        settings = assessment.receiver.settings.assignments
        outcome = assessment.outcome
        band = assessment.band
        excess = assessment.delay.map { DelayDocument($0.excess) }
        total = assessment.delay.map { DelayDocument($0.total) }
        floor = assessment.delay.map { DelayDocument($0.floor) }
        picture = assessment.delay.map { DelayDocument($0.picture) }
        sound = assessment.delay.map { DelayDocument($0.sound) }
        failureProbability = (assessment.failureProbability * 1e6).rounded() / 1e6
        blocking = assessment.blocking
        blockedSide = assessment.blockedSide
        branches = assessment.branches.map(BranchDocument.init)
        pairs = assessment.pairs.map(PairDocument.init)
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

    struct PairDocument: Encodable {
        let role: AssessedPair.Role
        let from: String
        let to: String
        let band: Band
        let excess: DelayDocument
        let differences: [DifferenceDocument]

        init(_ pair: AssessedPair) {
            role = pair.role
            from = pair.from
            to = pair.to
            band = pair.band
            excess = DelayDocument(pair.excess)
            differences = pair.differences.map(DifferenceDocument.init)
        }
    }

    struct DifferenceDocument: Encodable {
        let parameter: ParameterName
        let outcome: Difference.Outcome
        let from: String?
        let to: String?
        let fromPlace: Provenance?
        let toPlace: Provenance?

        init(_ difference: Difference) {
            parameter = difference.parameter
            outcome = difference.outcome
            from = difference.from
            to = difference.to
            // Where a value was read matters where the sides differ; the assets list the places of all values.
            let isOpen = difference.outcome == .mismatch || difference.outcome == .unknown
            fromPlace = isOpen ? difference.fromProvenance : nil
            toPlace = isOpen ? difference.toProvenance : nil
        }
    }

    struct ReasonDocument: Encodable {
        let rule: RuleID
        let summary: String
        let because: String
        let rationale: String
        let source: String
        let cause: Cause
        let alone: DelayDocument
        let band: Band
        let fix: String
        let costs: [CostDocument]

        init(_ reason: Reason) {
            rule = reason.rule
            summary = reason.summary
            because = reason.because
            rationale = reason.rationale
            source = reason.source
            cause = reason.cause
            alone = DelayDocument(reason.alone)
            band = reason.band
            fix = reason.fix
            costs = reason.costs.map(CostDocument.init)
        }
    }

    struct CostDocument: Encodable {
        let change: ChangeID
        let stage: Stage
        let action: String
        let triggerProbability: Double
        let p50Milliseconds: Double
        let p95Milliseconds: Double
        let grade: Grade
        let hiddenBy: String
        let sources: [String]
        let calibration: String?

        init(_ cost: ReasonCost) {
            change = cost.change
            stage = cost.stage
            action = cost.action
            triggerProbability = cost.trigger
            p50Milliseconds = cost.p50Milliseconds
            p95Milliseconds = cost.p95Milliseconds
            grade = cost.grade
            hiddenBy = cost.hiddenBy
            sources = cost.sources
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
        let excess: DelayDocument
        let total: DelayDocument

        init(_ branch: SettingBranch) {
            assumed = branch.assumed
            band = branch.band
            excess = DelayDocument(branch.excess)
            total = DelayDocument(branch.total)
        }
    }
}

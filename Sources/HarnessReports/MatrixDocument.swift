import AirPlayReceivers
import DeviceMatrix
import HLSPlaylists
import TransitionRisk

/// The JSON document `segue.matrix/1`: the matrix in force.
struct MatrixDocument: Encodable {
    let schema = "segue.matrix/1"
    let tool: Tool
    let costs: String
    let files: [String]
    let classes: [ClassDocument]
    let changes: [ChangeDocument]
    let servicePlans: [PlanDocument]
    let calibrations: [CalibrationDocument]

    init(_ matrix: DeviceMatrix, tool: Tool) {
        self.tool = tool
        costs = matrix.costs.version
        files = matrix.files
        classes = matrix.profiles.map(ClassDocument.init)
        changes = matrix.costs.changes.sorted { $0.key < $1.key }.map(ChangeDocument.init)
        servicePlans = matrix.servicePlans.map(PlanDocument.init)
        calibrations = matrix.calibrations.map(CalibrationDocument.init)
    }

    struct ClassDocument: Encodable {
        let id: String
        let receiverClass: ReceiverClass
        let tier: DecodingTier
        let title: String
        let switching: Switching
        let output: OutputPath
        let dualDecoderProbability: Double
        let forwardBufferSeconds: Double
        let videoOverlap: Double
        let capabilities: Capabilities

        init(_ profile: ReceiverProfile) {
            id = profile.id
            receiverClass = profile.receiverClass
            tier = profile.tier
            title = profile.title
            switching = profile.switching
            output = profile.output
            dualDecoderProbability = profile.dualDecoderProbability
            forwardBufferSeconds = profile.forwardBuffer.seconds
            videoOverlap = profile.videoOverlap
            capabilities = profile.capabilities
        }
    }

    struct PlanDocument: Encodable {
        let plan: ServicePlan
        let alias: String
        let source: String
        let confidence: String

        init(_ entry: SourcedPlan) {
            plan = entry.plan
            alias = entry.alias
            source = entry.source
            confidence = entry.confidence
        }
    }

    struct ChangeDocument: Encodable {
        let id: ChangeID
        let stage: Stage
        let action: String
        let mechanism: String
        let triggerProbability: BySwitching<Double>
        let p50Milliseconds: BySwitching<Double>
        let p95Milliseconds: BySwitching<Double>
        let grade: BySwitching<Grade>
        let triggerGrade: Grade
        let failureProbability: BySwitching<Double>
        let hiddenBy: String
        let overrides: [Circumstance: OverrideDocument]
        let sources: [String]

        init(id: ChangeID, cost: ChangeCost) {
            self.id = id
            stage = cost.stage
            action = cost.action
            mechanism = cost.mechanism
            triggerProbability = cost.trigger
            p50Milliseconds = cost.p50Milliseconds
            p95Milliseconds = cost.p95Milliseconds
            grade = cost.grade
            triggerGrade = cost.triggerGrade
            failureProbability = cost.failureProbability
            hiddenBy = cost.hiddenBy
            overrides = cost.overrides.mapValues(OverrideDocument.init)
            sources = cost.sources
        }
    }

    struct OverrideDocument: Encodable {
        let triggerProbability: Double?
        let p50Milliseconds: Double?
        let p95Milliseconds: Double?
        let grade: Grade?

        init(_ override: CostOverride) {
            triggerProbability = override.trigger
            p50Milliseconds = override.p50Milliseconds
            p95Milliseconds = override.p95Milliseconds
            grade = override.grade
        }
    }
}

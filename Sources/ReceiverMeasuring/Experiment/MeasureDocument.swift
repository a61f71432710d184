import Foundation
package import TransitionRisk

/// The document `segue.measure/1`: an experiment on one receiver, with every switch.
package struct MeasureDocument: Sendable, Encodable {
    private struct Span: Encodable {
        let count: Int
        let p05Milliseconds: Double
        let p50Milliseconds: Double
        let p95Milliseconds: Double
        let medianLowMilliseconds: Double?
        let medianHighMilliseconds: Double?

        init?(_ summary: TimeSummary?) {
            guard let summary else { return nil }
            count = summary.count
            p05Milliseconds = (summary.p05 * 1000).toTenths
            p50Milliseconds = (summary.p50 * 1000).toTenths
            p95Milliseconds = (summary.p95 * 1000).toTenths
            medianLowMilliseconds = summary.low.map { ($0 * 1000).toTenths }
            medianHighMilliseconds = summary.high.map { ($0 * 1000).toTenths }
        }
    }

    private struct Excess: Encodable {
        let milliseconds: Double
        let lowMilliseconds: Double?
        let highMilliseconds: Double?
    }

    private struct Row: Encodable {
        let from: String
        let to: String
        let changes: [String]
        let start: Span?
        let failures: [String: Int]
        let resolutionMilliseconds: Double
        let excess: Excess?
        let verdict: ExperimentSummary.Verdict

        init(_ row: ExperimentSummary.Row) {
            from = row.from
            to = row.to
            changes = row.changes.map(\.rawValue)
            start = Span(row.start)
            failures = row.failures
            resolutionMilliseconds = (row.resolution * 1000).toTenths
            excess = row.excess.map {
                Excess(
                    milliseconds: ($0.value * 1000).toTenths, lowMilliseconds: $0.low.map { ($0 * 1000).toTenths },
                    highMilliseconds: $0.high.map { ($0 * 1000).toTenths })
            }
            verdict = row.verdict
        }
    }

    private struct Plan: Encodable {
        let seed: UInt64
        let rounds: Int
        let coldStarts: Int
        let precisionMilliseconds: Double
        let budgetSeconds: Double
        let holdSeconds: Double
        let pollMilliseconds: Double
    }

    private struct Floor: Encodable {
        let from: String
        let to: String
        let start: Span?
        let failures: [String: Int]
    }

    private let schema = "segue.measure/1"
    private let tool: CalibrationDocument.Tool
    private let receiver: SwitchObservation.Receiver
    private let switchKind = SwitchKind.newPlayCommand
    private let method = ObservationMethod.protocol
    private let circumstances: [Circumstance]
    private let commandForm: CommandForm?
    private let usesPlaylists: Bool
    private let plan: Plan
    private let startedAt: String
    private let durationSeconds: Double
    private let end: String
    private let remark: String?
    private let leftStopped: Bool?
    private let positionFollowsSeek: Bool?
    private let floor: Floor
    private let cold: Span?
    private let confidence = ExperimentSummary.confidence
    private let comparisons: Int
    private let pairs: [Row]
    private let switches: [MeasuredSwitch]

    /// Puts an experiment and its outcome into a document.
    package init(
        _ measured: MeasuredExperiment, of experiment: SwitchExperiment, on receiver: SwitchObservation.Receiver,
        circumstances: [Circumstance], tool: CalibrationDocument.Tool
    ) {
        let summary = ExperimentSummary(measured.switches)
        self.tool = tool
        self.receiver = receiver
        self.circumstances = circumstances
        commandForm = measured.form
        usesPlaylists = experiment.usesPlaylists
        plan = Plan(
            seed: experiment.plan.seed, rounds: experiment.plan.rounds, coldStarts: experiment.plan.coldStarts,
            precisionMilliseconds: (experiment.plan.precision * 1000).toTenths,
            budgetSeconds: (experiment.plan.budget / .seconds(1)).toTenths,
            holdSeconds: experiment.timing.hold / .seconds(1),
            pollMilliseconds: experiment.timing.poll / .milliseconds(1))
        startedAt = measured.startedAt
        durationSeconds = measured.seconds.toTenths
        end = measured.end.word
        if case .trouble(let trouble) = measured.end { remark = trouble.remark } else { remark = nil }
        leftStopped = measured.isStopped
        positionFollowsSeek = measured.positionFollows
        floor = Floor(
            from: experiment.plan.floor.there.from, to: experiment.plan.floor.there.to, start: Span(summary.floor),
            failures: summary.floorFailures)
        cold = Span(summary.cold)
        comparisons = summary.comparisons
        pairs = summary.rows.map(Row.init)
        switches = measured.switches
    }

    /// The document as JSON with sorted keys and a newline at the end.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

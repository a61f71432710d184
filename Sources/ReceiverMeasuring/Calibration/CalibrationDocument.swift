import Foundation

/// The document `segue.calibration/1`: what timed switches taught, and how well it foretells.
package struct CalibrationDocument: Sendable, Encodable {
    /// The program that wrote the document.
    package struct Tool: Sendable, Encodable {
        /// Its name.
        package var name: String
        /// Its version.
        package var version: String

        /// Names a program.
        package init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    private struct Cost: Encodable {
        let scope: String
        let change: String
        let trigger: Double
        let p05Milliseconds: Double?
        let p50Milliseconds: Double?
        let p95Milliseconds: Double?
        let runs: Int
        let devices: Int
        let unfinished: Int
        let failed: Int
    }

    private struct Score: Encodable {
        let judgement: HeldOutScore.Judgement
        let devices: Int
        let runs: Int
        let table: HeldOutScore.Means
        let corrected: HeldOutScore.Means
        let oneMedian: HeldOutScore.Means
    }

    private let schema = "segue.calibration/1"
    private let tool: Tool
    private let switchKind: SwitchKind
    private let used: Int
    private let unused: [String: Int]
    private let costs: [Cost]
    private let score: Score

    /// Puts a fit and its score into a document.
    package init(fit: CalibrationFit, score: HeldOutScore, tool: Tool) {
        self.tool = tool
        switchKind = fit.kind
        used = fit.used
        unused = fit.unused
        costs = fit.costs.map {
            Cost(
                scope: $0.scope.title, change: $0.change.rawValue, trigger: $0.trigger,
                p05Milliseconds: $0.size?.p05Milliseconds, p50Milliseconds: $0.size?.p50Milliseconds,
                p95Milliseconds: $0.size?.p95Milliseconds, runs: $0.runs, devices: $0.devices,
                unfinished: $0.unfinished, failed: $0.failed)
        }
        self.score = Score(
            judgement: score.judgement, devices: score.devices, runs: score.runs, table: score.table,
            corrected: score.corrected, oneMedian: score.median)
    }

    /// The document as JSON with sorted keys and a newline at the end.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

extension CalibratedCost.Scope {
    /// The scope as people name it: `smart-tv/low`, `smart-tv/low webos`, `model X`, `receiver id`.
    package var title: String {
        switch self {
        case .tier(let receiverClass, let tier): "\(receiverClass.rawValue)/\(tier.rawValue)"
        case .platform(let receiverClass, let tier, let name): "\(receiverClass.rawValue)/\(tier.rawValue) \(name)"
        case .model(let name): "model \(name)"
        case .device(let id): "receiver \(id)"
        }
    }
}

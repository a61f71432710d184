import MatrixRuns
import TransitionRisk

/// The run as SARIF 2.1.0: one result for each rule at a transition, with the receivers that mind.
///
/// `baselineState` is against the run before; the fingerprint is made of primary, break, place and rule, so that a result
/// is the same one night after night while creatives change.
struct RunSARIF: Encodable {
    let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    struct Text: Encodable { let text: String }

    struct Run: Encodable {
        let tool: ToolPart
        let columnKind = "unicodeCodePoints"
        let automationDetails: Details
        let originalUriBaseIds: [String: BaseFolder]
        let results: [Result]
        let invocations: [Invocation]
        let properties: [String: String]
    }

    struct Details: Encodable { let id: String }

    struct ToolPart: Encodable { let driver: Driver }

    struct Driver: Encodable {
        let name: String
        let version: String
        let rules: [Rule]
    }

    struct Rule: Encodable {
        let id: String
        let shortDescription: Text
    }

    struct Invocation: Encodable {
        let executionSuccessful: Bool
        let exitCode: Int32
        let toolExecutionNotifications: [Notification]
    }

    struct Notification: Encodable {
        let level: String
        let message: Text
    }

    struct Result: Encodable {
        let ruleId: String
        let kind: String
        let level: String
        let message: Text
        let locations: [Location]
        let partialFingerprints: [String: String]
        let baselineState: String?
        let suppressions: [Suppression]
        let properties: Properties
    }

    struct Suppression: Encodable {
        let kind = "external"
        let justification: String?
    }

    struct Location: Encodable {
        let physicalLocation: Physical
        let logicalLocations: [Logical]
    }

    struct Physical: Encodable { let artifactLocation: Artifact }

    struct Artifact: Encodable {
        let uri: String
        /// The folder that a relative reference starts from; `nil` for a whole address.
        let uriBaseId: String?
    }

    /// A folder whose place on this machine is nobody's business: a reader knows where the sources lie.
    struct BaseFolder: Encodable { let description: Text }

    struct Logical: Encodable {
        let name: String
        let fullyQualifiedName: String
        let kind = "transition"
    }

    struct Properties: Encodable {
        let receivers: [String]
        let band: String
        let standing: String?
        let tags: [String]
    }

    init(_ report: RunReport, tool: Tool) {
        let groups = SARIFGroup.collect(report.run, report.entries)
        let there = Set(groups.map(\.fingerprint))
        // What the run before had and this one has not is told once more, as absent.
        let absent = report.earlier.map { earlier in
            SARIFGroup.collect(earlier, nil).filter { !there.contains($0.fingerprint) }
        }
        let ids = Set((groups + (absent ?? [])).map(\.rule)).sorted()
        let driver = Driver(
            name: tool.name, version: tool.version,
            rules: ids.map { id in
                Rule(
                    id: id, shortDescription: Text(text: (groups + (absent ?? [])).first { $0.rule == id }?.title ?? id)
                )
            })
        let notes =
            report.run.setup.remarks
            + report.unmatched.map {
                "\(report.run.setup.expectations[$0].place): this expectation matches no cell"
            }
        runs = [
            Run(
                tool: ToolPart(driver: driver),
                automationDetails: Details(id: "segue/nightly/\(report.run.summary.id)"),
                originalUriBaseIds: [
                    SARIFGroup.base: BaseFolder(description: Text(text: "The folder in which the run began."))
                ],
                results: groups.map { $0.result(report) } + (absent ?? []).map { $0.result(report) },
                invocations: [
                    Invocation(
                        executionSuccessful: report.run.summary.state == .finished, exitCode: report.verdict.exitCode,
                        toolExecutionNotifications: notes.map {
                            Notification(level: "note", message: Text(text: $0.printable))
                        })
                ],
                properties: [
                    "verdict": report.verdict.rawValue, "rules": report.run.summary.rules,
                    "costs": report.run.summary.costs,
                ])
        ]
    }
}

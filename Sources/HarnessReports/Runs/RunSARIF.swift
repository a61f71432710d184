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

    struct Artifact: Encodable { let uri: String }

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

/// The cells in which one rule speaks at one transition.
struct SARIFGroup {
    let rule: String
    let title: String
    private let place: TransitionPlace
    private let message: String
    private var cells: [Seen]

    private struct Seen {
        let cell: StoredRun.Cell
        let receiver: RunReceiver
        /// `nil` in the run before.
        let entry: RunReport.Entry?
    }

    /// The groups, in the order of the cells.
    ///
    /// - Parameter entries: The cells with their standing; `nil` for the run before.
    static func collect(_ run: StoredRun, _ entries: [RunReport.Entry]?) -> [SARIFGroup] {
        var groups: [SARIFGroup] = []
        var known: [String: Int] = [:]
        for (index, cell) in run.cells.enumerated() {
            guard let (rule, title, message) = matter(of: cell, in: run) else { continue }
            let seen = Seen(cell: cell, receiver: run.receivers[cell.receiver].receiver, entry: entries?[index])
            let key = "\(cell.place) \(rule)"
            if let index = known[key] {
                groups[index].cells.append(seen)
            } else {
                known[key] = groups.count
                groups.append(
                    SARIFGroup(rule: rule, title: title, place: run.places[cell.place], message: message, cells: [seen])
                )
            }
        }
        return groups
    }

    private static func matter(
        of cell: StoredRun.Cell, in run: StoredRun
    ) -> (rule: String, title: String, message: String)? {
        switch cell.outcome {
        case .pass, .unsupported: return nil
        case .worseBand, .blocking:
            guard let judgement = run.judgement(of: cell) else { return nil }
            if let obstacle = judgement.obstacles.first, cell.outcome == .blocking {
                return (obstacle.rule, "A receiver cannot play an asset", obstacle.message)
            }
            if let first = judgement.reasons.first(where: { $0.band > .none }) {
                return (first.rule, String(first.summary.prefix { $0 != ":" }), first.summary)
            }
            return ("receiver-delay", "A transition takes too long", judgement.headline)
        case .unknown, .timedOut, .error, .notRun:
            let why = cell.note ?? run.judgement(of: cell)?.headline ?? ""
            return ("outcome-\(cell.outcome.word)", "A transition could not be judged", why)
        }
    }

    /// Primary, break, place and rule: what makes a result the same one night after night.
    var fingerprint: String {
        SHA256.name(of: [place.name.primary, place.name.event, place.name.position, rule])
    }

    func result(_ report: RunReport) -> RunSARIF.Result {
        let name = place.name
        let isAbsent = cells.allSatisfy { $0.entry == nil }
        let isJudged = cells.contains { $0.cell.outcome.isJudged }
        let worst = cells.compactMap(\.cell.band).filter(\.isJudged).max()
        let order: [Standing] = [.worse, .unchecked, .better, .intermittent, .known, .expected]
        let standing = order.first { wanted in cells.contains { $0.entry?.standing == wanted } }
        let isSuppressed =
            !isAbsent && cells.allSatisfy { $0.entry?.standing == .known || $0.entry?.standing == .intermittent }
        let reason = cells.lazy.compactMap { $0.entry?.expectation }.first
            .flatMap { report.run.setup.expectations[$0].reason }
        let receivers = cells.map(\.receiver.id)
        let on = receivers.count == 1 ? receivers[0] : "\(receivers.count) receivers"
        let level = isJudged ? (worst.map { $0 >= .high } ?? true ? "error" : "warning") : "none"
        return RunSARIF.Result(
            ruleId: rule, kind: isJudged ? "fail" : "open", level: level,
            message: RunSARIF.Text(text: "\(name) on \(on): \(message)".printable),
            locations: [
                RunSARIF.Location(
                    physicalLocation: RunSARIF.Physical(artifactLocation: RunSARIF.Artifact(uri: uri(report))),
                    logicalLocations: [
                        RunSARIF.Logical(
                            name: "\(name.event)/\(name.position)".printable,
                            fullyQualifiedName: name.description.printable)
                    ])
            ], partialFingerprints: ["transitionRule/v1": fingerprint],
            baselineState: isAbsent ? "absent" : baselineState(report),
            suppressions: isSuppressed ? [RunSARIF.Suppression(justification: reason)] : [],
            properties: RunSARIF.Properties(
                receivers: receivers, band: worst?.rawValue ?? cells.first?.cell.outcome.word ?? "",
                standing: standing?.rawValue, tags: Set(cells.map(\.receiver.receiverClass.rawValue)).sorted()))
    }

    /// Where the asset is that begins, as a URI reference that any reader takes.
    private func uri(_ report: RunReport) -> String {
        let text =
            place.to ?? report.run.setup.entries.first { $0.name == place.name.primary }?.address ?? place.name.primary
        let allowed =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;="
            + (text.contains("://") ? "%" : "")
        return text.utf8.map { byte in
            let scalar = Character(UnicodeScalar(byte))
            if byte < 0x80, allowed.contains(scalar) { return String(scalar) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }

    private func baselineState(_ report: RunReport) -> String? {
        guard report.baseline != nil else { return nil }
        let changes = cells.compactMap { $0.entry?.change }
        if changes.allSatisfy({ $0 == .unchanged }) { return "unchanged" }
        let wereGood = cells.allSatisfy { $0.entry?.change == .new || $0.cell.course.firstBad == report.run.summary.id }
        return wereGood ? "new" : "updated"
    }
}

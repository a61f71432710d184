import MatrixRuns
import MediaFormats
import TransitionRisk

/// The cells in which one rule speaks at one transition.
struct SARIFGroup {
    let rule: String
    let title: String
    private let place: TransitionPlace
    private let message: String
    /// Where the run began; `nil` when nobody knows.
    private let folder: String?
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
                    SARIFGroup(
                        rule: rule, title: title, place: run.places[cell.place], message: message,
                        folder: run.setup.folder, cells: [seen])
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
                    physicalLocation: RunSARIF.Physical(artifactLocation: artifact(report)),
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

    /// The name of the folder in which the run began.
    static let base = "SRCROOT"

    /// Where the asset is that begins: below the folder in which the run began by its place there, so that the same file has
    /// the same name on every machine.
    private func artifact(_ report: RunReport) -> RunSARIF.Artifact {
        let text =
            place.to ?? report.run.setup.entries.first { $0.name == place.name.primary }?.address ?? place.name.primary
        if text.contains("://") {
            return RunSARIF.Artifact(uri: Self.escaped(text, keeping: ":?#[]@%"), uriBaseId: nil)
        }
        if let folder, folder.count > 1, text.hasPrefix(folder + "/") {
            return RunSARIF.Artifact(uri: Self.escaped(text.dropFirst(folder.count + 1)), uriBaseId: Self.base)
        }
        return RunSARIF.Artifact(uri: (text.hasPrefix("/") ? "file://" : "") + Self.escaped(text), uriBaseId: nil)
    }

    /// A text as a part of a URI reference that any reader takes (RFC 3986 section 2).
    private static func escaped(_ text: some StringProtocol, keeping more: String = "") -> String {
        let allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=" + more
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

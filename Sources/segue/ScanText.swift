import AirPlayReceivers
import HarnessReports

/// What `segue discover` prints for people: the table, and how complete it is.
struct ScanText {
    var receivers: [Receiver]
    /// `nil` for a recording that does not say how complete it is.
    var statement: ScanStatement?
    /// `nil` when there is no inventory to compare with.
    var difference: InventoryDifference?
    var style: TerminalStyle
    /// Whether each receiver is described in full below the table.
    var showsDetails = false

    /// The whole text, without a newline at the end. Nothing in it steers the terminal.
    var text: String {
        let table = receivers.isEmpty ? "No receivers." : ReceiverTable(receivers: receivers, style: style).text
        let details = showsDetails ? receivers.flatMap { ReceiverDetails(receiver: $0).lines + [""] } : []
        return ([table, ""] + details + (groups + summary + inventory).flatMap { ColumnText.folded($0) }).joined(
            separator: "\n")
    }

    private var inventory: [String] { difference.map(Self.inventory) ?? [] }

    /// How the lab differs, one line each.
    static func inventory(_ difference: InventoryDifference) -> [String] {
        if difference.isEmpty { return ["The lab is as the inventory says."] }
        func named(_ item: LabInventory.Item) -> String {
            [item.name, item.id].compactMap { $0 }.joined(separator: ", ")
        }
        func changed(_ what: String, _ changes: [InventoryDifference.Change]) -> [String] {
            changes.map { "\(what): \($0.id), expected \($0.expected), found \($0.found)" }
        }
        return
            (difference.missing.map { "Missing: \(named($0))" } + difference.new.map { "New: \(named($0))" }
            + changed("Moved", difference.moved) + changed("Renamed", difference.renamed)
            + changed("Firmware changed", difference.firmwareChanged)).map(\.neutralised)
    }

    /// Who plays together, one line for each group of several: a stereo pair, a home theatre, a set.
    private var groups: [String] {
        Dictionary(grouping: receivers) { $0.group?.id }.compactMap { id, members -> (String, String)? in
            guard let id, members.count > 1 else { return nil }
            let pair = members.filter { $0.group?.isStereoPair == true }.map(\.name)
            let others = members.filter { $0.group?.isStereoPair != true }.map(\.name)
            let together = pair.isEmpty ? [] : ["\(pair.joined(separator: " + ")) (stereo pair)"]
            let name = members.compactMap(\.group?.name).first.map { " \($0)" } ?? ""
            return (id, "Group\(name): \((together + others).joined(separator: ", "))")
        }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static let mostFailures = 20

    private var summary: [String] {
        let open = receivers.filter { $0.receiverClass == .unknown }.count
        let noun = receivers.count == 1 ? "receiver" : "receivers"
        var lines = ["\(receivers.count) \(noun), \(open) of unknown class."]
        guard let statement else { return lines + ["The recording does not say how complete it is."] }
        if !statement.asked.isEmpty {
            let types = statement.asked.map(\.rawValue).joined(separator: ", ")
            let all = statement.answered.count + statement.failed.count
            lines.append(
                "Asked for \(types) during \(statement.durationSeconds) s: \(statement.answered.count) of \(all) announcements "
                    + "resolved.")
        }
        if let attempts = statement.infoAttempts {
            let ports = Dictionary(grouping: attempts) { "\($0.address) \($0.port)" }.values
            let answered = ports.filter { $0.contains { $0.outcome == .answered } }.count
            let shut = ports.filter { tries in
                tries.contains { $0.outcome == .notAllowed } && !tries.contains { $0.outcome == .answered }
            }.count
            lines.append("/info: answered at \(answered) of \(ports.count) ports, kept shut at \(shut).")
        }
        lines += statement.interruptions.map { "Interrupted: \($0.neutralised)" }
        for failure in statement.failed.prefix(ScanText.mostFailures) {
            let instance = failure.instance
            lines.append(
                "Not resolved: \(instance.instanceName.neutralised) (\(instance.serviceType), "
                    + "\(instance.interface.neutralised), \(instance.family)): \(failure.reason)")
        }
        if statement.failed.count > ScanText.mostFailures {
            lines.append("Not resolved: \(statement.failed.count - ScanText.mostFailures) more; --json lists them.")
        }
        lines += (statement.unanswered ?? []).map { host in
            "Not answered: \(host.neutralised). Is it on, the address right, and AirPlay open to its whole network?"
        }
        return lines
    }
}

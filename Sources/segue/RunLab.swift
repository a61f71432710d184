import AirPlayReceivers
import DeviceMatrix
import HarnessReports
import MatrixRuns
import ReceiverDiscovery
import TransitionRisk

/// The receivers of a run: who is there, who should be, and what is different from the run before.
struct RunLab {
    /// The columns, with those that did not answer.
    private(set) var columns: [RunSetup.Column] = []
    /// What is different from the inventory and from the run before, for people.
    private(set) var remarks: [String] = []

    /// The classes of the matrix instead of receivers.
    init(classes: [ReceiverProfile]) {
        columns = classes.map { RunSetup.Column(receiver: RunReceiver(profile: $0)) }
    }

    /// Puts a scan beside the inventory and the history.
    ///
    /// - Parameters:
    ///   - found: Who answered.
    ///   - inventory: Who should; `nil` when nobody said.
    ///   - known: Each receiver as it was when it last took part.
    ///   - hasCalibrations: Whether costs were measured on some receivers.
    ///   - before: Ids of those that took part in the run before; without an inventory one that is missing from these is
    ///     missed once.
    init(
        found: [Receiver], inventory: LabInventory?, known: [String: RunReceiver], before: Set<String>,
        defaults: [ReceiverProfile], hasCalibrations: Bool
    ) {
        for receiver in found {
            let settings = inventory?.settings(of: receiver.id) ?? ViewerSettings()
            guard
                let column = RunReceiver(
                    receiver, defaults: defaults, settings: settings, keepsIdentity: hasCalibrations),
                !columns.contains(where: { $0.receiver.id == column.id })
            else { continue }
            let then = known[column.id]
            let changed = then.map { $0.firmware != column.firmware } ?? false
            if let then, changed {
                remarks.append(
                    "\(column.title) (\(column.id)): firmware \(then.firmware ?? "-") → \(column.firmware ?? "-"); checked first"
                )
            }
            columns.append(RunSetup.Column(receiver: column, isFirst: changed))
        }
        if let inventory {
            hold(found, against: inventory, known: known, defaults: defaults)
        } else {
            for id in before.sorted() where !columns.contains(where: { $0.receiver.id == id }) {
                guard let then = known[id] else { continue }
                remarks.append("\(then.title) (\(id)): took part in the run before and did not answer")
                columns.append(RunSetup.Column(receiver: then, isPresent: false))
            }
        }
    }

    private mutating func hold(
        _ found: [Receiver], against inventory: LabInventory, known: [String: RunReceiver], defaults: [ReceiverProfile]
    ) {
        let difference = InventoryDifference(expected: inventory, found: found)
        for item in difference.missing {
            let id = item.id.neutralised
            remarks.append("\((item.name ?? item.id).neutralised) (\(id)): in the inventory, and did not answer")
            let before = known.first { $0.key.lowercased() == id.lowercased() }?.value
            guard let receiver = before ?? RunReceiver(unseen: item, defaults: defaults) else { continue }
            columns.append(RunSetup.Column(receiver: receiver, isPresent: false))
        }
        for item in difference.new {
            remarks.append(
                "\((item.name ?? item.id).neutralised) (\(item.id.neutralised)): not in the inventory; checked all the same"
            )
        }
        func note(_ changes: [InventoryDifference.Change], _ what: String) {
            for change in changes {
                remarks.append(
                    "\(change.id.neutralised): \(what) \(change.found.neutralised), the inventory says \(change.expected.neutralised)"
                )
            }
        }
        note(difference.moved, "address")
        note(difference.renamed, "name")
        note(difference.firmwareChanged, "firmware")
    }
}

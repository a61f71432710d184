import AirPlayReceivers
import DeviceMatrix
import TransitionRisk

extension DeviceMatrix {
    /// The user's calibrations in the order in which they are read, with whom each covers; empty when there are none.
    func calibrationLines(style: TerminalStyle) -> [String] {
        guard !calibrations.isEmpty else { return [] }
        var lines = ["", style.bold("calibrations: the narrowest holds, of equally narrow ones the last"), ""]
        for (place, calibration) in calibrations.enumerated() {
            lines += wrapped("\(calibration.name): \(calibration.source)".printable, width: 100)
            for entry in calibration.entries {
                let later = calibrations[(place + 1)...].last { other in
                    other.entries.contains { $0.scope == entry.scope && $0.replaces(entry) }
                }
                let counts = [
                    "\(entry.changes.count) change\(entry.changes.count == 1 ? "" : "s")",
                    entry.switching.map { "switching \($0.rawValue)" },
                    later.map { "all replaced by \($0.name)" },
                ].compactMap(\.self)
                lines.append("  " + entry.scope.words.printable.column(44) + counts.joined(separator: ", ").printable)
            }
        }
        return lines
    }
}

/// A calibration in the document `segue.matrix/1`.
struct CalibrationDocument: Encodable {
    let name: String
    let source: String
    let entries: [Entry]

    struct Entry: Encodable {
        var receiverClass: ReceiverClass?
        var tier: DecodingTier?
        var model: String?
        var receiver: String?
        let switching: Switching?
        let changes: [String]

        init(_ entry: Calibration.Entry) {
            switching = entry.switching
            changes = entry.changes.keys.map(\.rawValue).sorted()
            switch entry.scope {
            case .receiverClass(let name, let tier): (receiverClass, self.tier) = (name, tier)
            case .model(let name): model = name
            case .receiver(let id): receiver = id
            }
        }
    }

    init(_ calibration: Calibration) {
        name = calibration.name
        source = calibration.source
        entries = calibration.entries.map(Entry.init)
    }
}

extension Calibration.Entry {
    /// Whether nothing of another entry is left where this one holds.
    fileprivate func replaces(_ other: Calibration.Entry) -> Bool {
        Set(other.changes.keys).isSubset(of: changes.keys) && (other.switching == nil || switching != nil)
    }
}

extension Calibration.Scope {
    /// For whom, in words: `smart-tv/low`, `model LS03F`.
    fileprivate var words: String {
        switch self {
        case .receiverClass(let name, let tier): name.rawValue + (tier.map { "/\($0.rawValue)" } ?? "")
        case .model(let name): "model \(name)"
        case .receiver(let id): "receiver \(id)"
        }
    }
}

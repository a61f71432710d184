import AirPlayReceivers
import HarnessReports

/// The table of `segue discover`, at most 100 columns wide.
struct ReceiverTable {
    /// The receivers, in the order of the rows.
    var receivers: [Receiver]
    /// How it may be coloured.
    var style: TerminalStyle

    private static let headings = ["NAME", "CLASS", "TIER", "VIDEO", "PRODUCT OR MODEL", "ADDRESS"]
    private static let widths = [24, 14, 7, 5, 28, 15]

    /// One line for each receiver under a line of headings. Nothing in it steers the terminal.
    var text: String {
        var lines = [row(ReceiverTable.headings)]
        for receiver in receivers {
            let cells = [
                receiver.name, name(of: receiver), receiver.tier.rawValue,
                receiver.capabilities.airPlayVideo.map { $0.value ? "yes" : "no" } ?? "?",
                product(of: receiver), address(of: receiver),
            ]
            let line = row(cells)
            lines.append(style.colour && receiver.receiverClass == .unknown ? "\u{1B}[33m\(line)\u{1B}[0m" : line)
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ cells: [String]) -> String {
        let padded = zip(cells, ReceiverTable.widths).map { ColumnText.fit($0.0, columns: $0.1) }
        return padded.joined(separator: " ").trimmingTrailingSpaces
    }

    /// The class, with a question mark where it is only likely.
    private func name(of receiver: Receiver) -> String {
        receiver.receiverClass.rawValue + (receiver.certainty == .likely ? "?" : "")
    }

    private func product(of receiver: Receiver) -> String {
        if let product = receiver.product {
            guard let maker = receiver.manufacturer, maker != "Apple", receiver.receiverClass != .software,
                !product.hasPrefix(maker)
            else { return product }
            return "\(maker) \(product)"
        }
        guard let model = receiver.model else { return receiver.manufacturer ?? "-" }
        return receiver.receiverClass == .software ? "claims to be \(model)" : model
    }

    private func address(of receiver: Receiver) -> String { receiver.addresses.first ?? "-" }
}

/// Text cut and padded by the columns it takes on a terminal.
enum ColumnText {
    /// The text without anything that steers the terminal, padded or cut (with `…`) to a width.
    static func fit(_ text: String, columns: Int) -> String {
        let safe = text.neutralised
        let width = safe.reduce(0) { $0 + self.columns(of: $1) }
        if width <= columns { return safe + String(repeating: " ", count: columns - width) }
        var (kept, used) = ("", 0)
        for character in safe {
            let next = self.columns(of: character)
            if used + next > columns - 1 { break }
            kept.append(character)
            used += next
        }
        return kept + "…" + String(repeating: " ", count: columns - 1 - used)
    }

    /// Two for East Asian wide characters and emoji, else one. A cluster has the width of its first scalar.
    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default: return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

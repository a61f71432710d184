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
            // Of a model that no row names, the model itself tells boxes apart; it goes first, the column may end.
            let unlisted = " (unlisted model)"
            if let model = receiver.model, !model.isEmpty, product.hasSuffix(unlisted) {
                let maker = receiver.manufacturer.map { $0 == "Apple" ? "" : "\($0) " } ?? ""
                return "\(model) (\(maker)\(product.dropLast(unlisted.count)))"
            }
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

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

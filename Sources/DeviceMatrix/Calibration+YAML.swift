package import TransitionRisk

extension Calibration {
    /// The calibration as a file for the matrix folder's `calibration/`, which reads back as the same value.
    package var yaml: String {
        var lines = ["name: \(quoted(name))", "source: \(quoted(source))", "receivers:"]
        for entry in entries {
            switch entry.scope {
            case .receiverClass(let name, let tier):
                lines.append("  - class: \(name.rawValue)")
                if let tier { lines.append("    tier: \(tier.rawValue)") }
            case .model(let name): lines.append("  - model: \(quoted(name))")
            case .receiver(let id): lines.append("  - receiver: \(quoted(id))")
            }
            if let switching = entry.switching { lines.append("    switching: \(switching.rawValue)") }
            lines.append("    changes:")
            for (id, cost) in entry.changes.sorted(by: { $0.key < $1.key }) {
                let figures: [(String, String?)] = [
                    ("trigger", cost.trigger.map { "\($0)" }), ("p50", cost.p50Milliseconds.map { "\($0)" }),
                    ("p95", cost.p95Milliseconds.map { "\($0)" }),
                    ("failureProbability", cost.failureProbability.map { "\($0)" }), ("grade", cost.grade.rawValue),
                    ("runs", cost.runs.map { "\($0)" }),
                ]
                let text = figures.compactMap { key, value in value.map { "\(key): \($0)" } }.joined(separator: ", ")
                lines.append("      \(id.rawValue): {\(text)}")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A YAML double-quoted scalar.
    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

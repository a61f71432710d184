import HLSPlaylists

extension StepWriter {
    /// Names for a sentence: `a, b and c`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Seconds for people, exact up to milliseconds.
    static func seconds(_ time: Duration) -> String {
        let milliseconds = milliseconds(time)
        let text = Duration.milliseconds(milliseconds).decimalSeconds
        guard milliseconds >= 60_000 else { return "\(text) s" }
        let rest = Duration.milliseconds(milliseconds % 60_000).decimalSeconds
        return "\(milliseconds / 60_000):\(milliseconds % 60_000 < 10_000 ? "0" : "")\(rest) min"
    }

    /// Seconds for a document, to milliseconds.
    static func number(_ time: Duration) -> Double { Double(milliseconds(time)) / 1000 }

    private static func milliseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
    }
}

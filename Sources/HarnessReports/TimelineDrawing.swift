import HLSPlaylists

/// A schedule drawn in one line of a terminal, to scale on the playout timeline.
struct TimelineDrawing {
    /// One stretch to draw.
    struct Stretch {
        var mark: Character
        /// When it begins on the playout timeline.
        var start: Duration
        /// How long it plays; zero where that is unknown.
        var length: Double
    }

    /// The character of each break, by the identifier of its event.
    let marks: [String: Character]
    private let stretches: [Stretch]
    private let end: Duration?

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    /// Stands for every break beyond the letters.
    private static let furtherBreak: Character = "#"

    init(_ schedule: Schedule) {
        var marks: [String: Character] = [:]
        var stretches: [Stretch] = []
        let known = schedule.timeline.duration ?? schedule.timeline.boundaries.first?.last
        for row in schedule.timelineRows {
            switch schedule.items[row.index] {
            case .primary(let span):
                let length = span.end.map { $0 - span.start } ?? max(.seconds(1), (known ?? .zero) - span.start)
                stretches.append(
                    Stretch(mark: span.end == nil ? "╌" : "─", start: row.playoutStart, length: length.seconds))
            case .interstitial(let entry):
                let mark = marks[entry.event.id] ?? Self.mark(marks.count)
                marks[entry.event.id] = mark
                guard entry.outcome == .plays, entry.plays != .zero else { continue }
                stretches.append(
                    Stretch(mark: mark, start: row.playoutStart, length: entry.plays?.seconds ?? 0))
            }
        }
        self.marks = marks
        self.stretches = stretches
        end = schedule.playoutDuration
    }

    private static func mark(_ index: Int) -> Character { index < letters.count ? letters[index] : furtherBreak }

    /// The line of marks and the line of times below it; nothing when nothing plays.
    func lines(width: Int) -> [String] {
        guard !stretches.isEmpty else { return [] }
        if stretches.count > width { return [sampled(width)] }
        let widths = columns(width)
        let bar = zip(stretches, widths).map { String(repeating: $0.mark, count: $1) }.joined()
        var times = ""
        var column = 0
        for (stretch, own) in zip(stretches, widths) {
            let label = stretch.start.shown
            if column >= times.count + (times.isEmpty ? 0 : 1), column + label.count <= width {
                times += String(repeating: " ", count: column - times.count) + label
            }
            column += own
        }
        if let last = end?.shown, times.count + 1 + last.count <= width {
            times += String(repeating: " ", count: width - last.count - times.count) + last
        }
        return [bar, times]
    }

    /// Columns in proportion to lengths, at least one each; what is over or missing goes to the widest.
    private func columns(_ width: Int) -> [Int] {
        let total = stretches.reduce(0) { $0 + $1.length }
        var widths = stretches.map { total > 0 ? max(1, Int($0.length / total * Double(width))) : 1 }
        var rest = width - widths.reduce(0, +)
        while rest != 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
            let step = rest > 0 ? rest : -1
            widths[widest] += step
            rest -= step
        }
        return widths
    }

    /// More stretches than columns: a column shows a break where any falls into it.
    private func sampled(_ width: Int) -> String {
        let total = max(stretches.reduce(0) { $0 + $1.length }, .leastNonzeroMagnitude)
        var cells = [Character](repeating: "─", count: width)
        var time = 0.0
        for stretch in stretches {
            let first = min(width - 1, Int(time / total * Double(width)))
            time += stretch.length
            guard stretch.mark != "─", stretch.mark != "╌" else { continue }
            let last = min(width - 1, Int(time / total * Double(width)))
            for column in first...max(first, last) { cells[column] = stretch.mark }
        }
        return String(cells)
    }
}

extension Duration {
    /// Seconds for people: exact up to milliseconds, cut there.
    var shown: String {
        let text = decimalSeconds
        guard let point = text.firstIndex(of: ".") else { return text }
        var cut = text.prefix(upTo: text.index(point, offsetBy: 4, limitedBy: text.endIndex) ?? text.endIndex)
        while cut.last == "0" { cut.removeLast() }
        if cut.last == "." { cut.removeLast() }
        return String(cut)
    }
}

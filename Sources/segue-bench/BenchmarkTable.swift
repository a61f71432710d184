import Foundation

/// What a benchmark found: one row for each figure.
struct BenchmarkTable: Encodable {
    /// One figure of ours, with that of the peer.
    struct Row: Codable {
        /// What was measured, on which input.
        var measure: String
        /// Unit of both figures.
        var unit: String
        /// Median of our runs.
        var segue: Double
        /// Median of the peer's runs; `nil` where there is no peer or it is not installed.
        var peer: Double?
        /// How many times better ours is than the peer's; `nil` without a peer.
        var ratio: Double?
        /// What was asked for; `nil` where nothing was.
        var goal: String?

        init(_ measure: String, _ unit: String, segue: Double, peer: Double? = nil, goal: String? = nil) {
            self.measure = measure
            self.unit = unit
            self.segue = segue
            self.peer = peer
            // Of speeds the larger one is better, of times and sizes the smaller.
            let isTimeOrSpeed = unit != "count" || measure.contains("libraries")
            if let peer, peer > 0, segue > 0, isTimeOrSpeed, !unit.hasPrefix("of ") {
                ratio = unit.hasSuffix("/s") ? segue / peer : peer / segue
            }
            self.goal = goal
        }
    }

    /// The name of the benchmark.
    var benchmark: String
    /// The program beside ours; `nil` when there is none.
    var peer: String?
    /// Runs of each program.
    var runs: Int
    /// The figures.
    var rows: [Row] = []
    /// What a reader must know.
    var notes: [String] = []

    /// Prints the table, or one JSON document.
    func show(json: Bool) throws {
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(self), as: UTF8.self))
            return
        }
        var lines = [["measure", "unit", "segue", peer ?? "no peer", "ratio", "goal"]]
        lines += rows.map { row in
            [
                row.measure, row.unit, digits(row.segue), row.peer.map(digits) ?? "",
                row.ratio.map { digits($0) + "x" } ?? "",
                row.goal ?? "",
            ]
        }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        print("\(benchmark): medians of \(runs) runs in turns")
        for line in lines {
            let cells = line.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return (2...4).contains(column) ? blanks + cell : cell + blanks
            }
            print("  " + cells.joined(separator: "  "))
        }
        for note in notes { print("  note: \(note)") }
    }

    /// Three digits that count.
    private func digits(_ value: Double) -> String {
        String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
    }
}

extension [Double] {
    /// The middle value, or the mean of the two in the middle; 0 of nothing.
    var median: Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

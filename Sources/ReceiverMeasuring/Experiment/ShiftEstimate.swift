/// How much later one group of times is than another: the median of all differences (Hodges and Lehmann) with the interval
/// that the exact distribution of Mann and Whitney's U gives, which supposes nothing about the shape of either group and is
/// not moved by single outliers.
package struct ShiftEstimate: Sendable, Hashable {
    /// The shift.
    package var value: Double
    /// Lower end of the interval; `nil` when there are too few times for one of that confidence.
    package var low: Double?
    /// Upper end; `nil` as above.
    package var high: Double?

    /// Compares two groups; `nil` when one is empty.
    ///
    /// - Parameter risk: The chance that the interval misses the shift, 0.05 for one of 95 %.
    package init?(of times: [Double], over floor: [Double], risk: Double) {
        guard !times.isEmpty, !floor.isEmpty else { return nil }
        let differences = times.flatMap { time in floor.map { time - $0 } }.sorted()
        let middle = differences.count / 2
        value = differences.count % 2 == 1 ? differences[middle] : (differences[middle - 1] + differences[middle]) / 2
        guard let cut = Self.cut(times.count, floor.count, risk: risk / 2) else { return }
        low = differences[cut]
        high = differences[differences.count - 1 - cut]
    }

    /// The largest value that U takes or stays below with at most this chance, which is how many of the smallest differences
    /// lie outside an interval; `nil` when not even 0 is so rare.
    static func cut(_ first: Int, _ second: Int, risk: Double) -> Int? {
        var sum = 0.0
        var found: Int?
        for (value, chance) in chances(first, second).enumerated() {
            sum += chance
            // Sums of many chances are not exact.
            guard sum <= risk + 1e-12, value * 2 < first * second else { break }
            found = value
        }
        return found
    }

    /// The chance of each value of U from 0 on, for groups of these sizes from one distribution.
    private static func chances(_ first: Int, _ second: Int) -> [Double] {
        // The last member in order is of either group: with chance m/(m+n) of the first, which then beats all n of the
        // second.
        var rows: [[Double]] = Array(repeating: [1], count: second + 1)
        for m in 1...first {
            var next: [[Double]] = [[1]]
            for n in 1...second {
                var row = [Double](repeating: 0, count: m * n + 1)
                let (a, b) = (Double(m) / Double(m + n), Double(n) / Double(m + n))
                for (value, chance) in rows[n].enumerated() { row[value + n] += a * chance }
                for (value, chance) in next[n - 1].enumerated() { row[value] += b * chance }
                next.append(row)
            }
            rows = next
        }
        return rows[second]
    }
}

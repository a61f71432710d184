/// The middle and the spread of some times.
package struct TimeSummary: Sendable, Hashable {
    /// How many.
    package var count: Int
    /// The 5th percentile.
    package var p05: Double
    /// The median.
    package var p50: Double
    /// The 95th percentile.
    package var p95: Double
    /// Lower end of the median's 95 % interval; `nil` with fewer than six times, which have none.
    package var low: Double?
    /// Upper end; `nil` as above.
    package var high: Double?

    /// Sums up times; `nil` when there are none.
    ///
    /// Percentiles are interpolated between neighbours. The median's interval lies between two of the times (order
    /// statistics), so it supposes nothing of the distribution's shape.
    package init?(_ times: [Double]) {
        guard !times.isEmpty else { return nil }
        let sorted = times.sorted()
        count = sorted.count
        p05 = FactorRuns.quantile(sorted, 0.05)
        p50 = FactorRuns.quantile(sorted, 0.5)
        p95 = FactorRuns.quantile(sorted, 0.95)
        // The chance that at most `outside` of n times lie below the median is a sum of binomial chances at one half.
        var (chance, sum, outside) = (1.0, 0.0, 0)
        for _ in 0..<count { chance /= 2 }
        while outside < count {
            sum += chance
            guard sum <= 0.025 else { break }
            chance *= Double(count - outside) / Double(outside + 1)
            outside += 1
        }
        if outside > 0 {
            low = sorted[outside - 1]
            high = sorted[count - outside]
        }
    }
}

/// A distribution of delay, as the numbers people decide by.
package struct DelayEstimate: Sendable, Hashable, Codable {
    /// Half of all transitions take at most this, in milliseconds.
    package var p50Milliseconds: Double
    /// 19 of 20 transitions take at most this, in milliseconds.
    package var p95Milliseconds: Double
    /// Probability of more than 80 ms.
    package var over80: Double
    /// Probability of more than 360 ms.
    package var over360: Double
    /// Probability of more than 1 s.
    package var over1000: Double
    /// Probability of more than 2 s.
    package var over2000: Double

    /// No delay at all.
    package static let zero = DelayEstimate(draws: [0])

    /// Summarises draws in milliseconds. There must be at least one.
    init(draws: [Double]) {
        let sorted = draws.sorted()
        func quantile(_ q: Double) -> Double { sorted[min(sorted.count - 1, Int(q * Double(sorted.count)))] }
        func share(over limit: Double) -> Double {
            Double(draws.count { $0 > limit }) / Double(draws.count)
        }
        p50Milliseconds = quantile(0.5)
        p95Milliseconds = quantile(0.95)
        over80 = share(over: 80)
        over360 = share(over: 360)
        over1000 = share(over: 1000)
        over2000 = share(over: 2000)
    }
}

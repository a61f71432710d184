import Foundation

/// A forecast of what a change costs in the next run: nothing, with some chance, else a time.
struct Forecast: Sendable {
    /// Chance that the receiver acts.
    let trigger: Double
    /// Quantile of the time when it acts, in milliseconds.
    let size: @Sendable (Double) -> Double
    /// Chance that the time exceeds so many milliseconds when it acts.
    let exceeds: @Sendable (Double) -> Double

    /// The cost table's log-normal.
    static func table(trigger: Double, p50: Double, p95: Double) -> Forecast {
        let spread = log(p95 / p50) / 1.6448536269514722
        return Forecast(
            trigger: trigger,
            size: { p50 * exp(spread * Normal.quantile($0)) },
            exceeds: { spread > 0 ? 1 - Normal.cumulative(log($0 / p50) / spread) : ($0 < p50 ? 1 : 0) })
    }

    /// The same times with another chance that the receiver acts.
    func with(trigger: Double) -> Forecast { Forecast(trigger: trigger, size: size, exceeds: exceeds) }

    /// What is believed of a receiver that was not measured.
    static func belief(_ belief: CalibrationTree.Belief, between: Double) -> Forecast {
        let size = belief.size
        let spread = (size.variance * (1 + 1 / size.runs) + between).squareRoot()
        return Forecast(
            trigger: belief.trigger.chance,
            size: { size.quantile($0, between: between) },
            exceeds: { 1 - StudentT.cumulative((log($0) - size.mean) / spread, degrees: size.degrees) })
    }

    /// One time for everything.
    static func point(_ milliseconds: Double) -> Forecast {
        Forecast(trigger: 1, size: { _ in milliseconds }, exceeds: { $0 < milliseconds ? 1 : 0 })
    }

    /// A quantile of the whole, 0 below the chance of nothing.
    func quantile(_ probability: Double) -> Double {
        let idle = 1 - trigger
        guard probability > idle, trigger > 0 else { return 0 }
        return size((probability - idle) / trigger)
    }

    /// Chance that it costs more than so many milliseconds.
    func chance(above milliseconds: Double) -> Double { trigger * exceeds(milliseconds) }
}

/// The standard normal distribution.
enum Normal {
    /// Probability of values up to `x`.
    static func cumulative(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

    /// The value not exceeded with a probability, 0…1, ends excluded, by bisection.
    static func quantile(_ probability: Double) -> Double {
        var low = -40.0
        var high = 40.0
        for _ in 0..<100 {
            let middle = (low + high) / 2
            if cumulative(middle) < probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}

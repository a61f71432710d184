import Foundation

/// What is believed of the size of one change: log-normal, its mean and spread uncertain (normal with conjugate
/// inverse-gamma variance).
///
/// All figures are of `ln(milliseconds)`. A belief from a cost table counts as few runs; each timed run moves it.
package struct SizeBelief: Sendable, Hashable {
    /// How many runs the belief in the mean is worth.
    package var runs: Double
    /// The mean.
    package var mean: Double
    /// Degrees of freedom of the variance.
    package var degrees: Double
    /// Variance from run to run.
    package var variance: Double

    /// The belief that a table's quantiles express.
    ///
    /// - Returns: `nil` where the median is 0: such a cost is counted from content and cannot be learned from times.
    init?(p50 median: Double, p95: Double, worth runs: Double) {
        guard median > 0, p95 >= median else { return nil }
        // A table with p50 = p95 claims no spread at all; one in a hundred lets runs speak.
        let spread = max(log(p95 / median) / 1.6448536269514722, 0.01)
        self.init(runs: runs, mean: log(median), degrees: runs + 1, variance: spread * spread)
    }

    init(runs: Double, mean: Double, degrees: Double, variance: Double) {
        self.runs = runs
        self.mean = mean
        self.degrees = degrees
        self.variance = variance
    }

    /// The belief after timed runs.
    func updated(with evidence: WeightedRuns) -> SizeBelief {
        guard evidence.weight > 0 else { return self }
        let total = runs + evidence.weight
        let pull = runs * evidence.weight / total * (evidence.mean - mean) * (evidence.mean - mean)
        return SizeBelief(
            runs: total, mean: (runs * mean + evidence.weight * evidence.mean) / total,
            degrees: degrees + evidence.weight,
            variance: (degrees * variance + evidence.squares + pull) / (degrees + evidence.weight))
    }

    /// The median in milliseconds.
    package var p50Milliseconds: Double { exp(mean) }

    /// A quantile of the next run's time in milliseconds.
    ///
    /// - Parameter between: Variance between devices, where the next run is on another device.
    package func quantile(_ probability: Double, between: Double = 0) -> Double {
        let spread = (variance * (1 + 1 / runs) + between).squareRoot()
        return exp(mean + StudentT.quantile(probability, degrees: degrees) * spread)
    }
}

/// Times of runs on one device, as logarithms, with weights below 1 for runs that count less.
struct WeightedRuns: Sendable, Hashable {
    /// Sum of the weights.
    private(set) var weight = 0.0
    /// Weighted mean of the logarithms.
    private(set) var mean = 0.0
    /// Weighted sum of squared deviations from the mean.
    private(set) var squares = 0.0

    init() {}

    /// One summary of known weight.
    init(weight: Double, mean: Double) {
        self.weight = weight
        self.mean = mean
    }

    /// Takes in one run (West's update).
    mutating func add(milliseconds: Double, weight added: Double) {
        add(logarithm: log(milliseconds), weight: added)
    }

    /// Takes in one logarithm.
    mutating func add(logarithm value: Double, weight added: Double) {
        weight += added
        let step = value - mean
        mean += step * added / weight
        squares += added * step * (value - mean)
    }
}

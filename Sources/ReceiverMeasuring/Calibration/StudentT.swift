import Foundation

/// Quantiles of Student's t distribution, for predictions from few runs.
enum StudentT {
    /// The value that is not exceeded with this probability.
    ///
    /// - Parameters:
    ///   - probability: Within 0…1, ends excluded.
    ///   - degrees: Degrees of freedom, above 0, not necessarily whole.
    static func quantile(_ probability: Double, degrees: Double) -> Double {
        guard probability != 0.5 else { return 0 }
        guard probability > 0.5 else { return -quantile(1 - probability, degrees: degrees) }
        var low = 0.0
        var high = 1.0
        while cumulative(high, degrees: degrees) < probability, high < 1e12 { high *= 2 }
        for _ in 0..<200 where high - low > 1e-12 * max(1, high) {
            let middle = (low + high) / 2
            if cumulative(middle, degrees: degrees) < probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The probability of values up to `t`, from the incomplete beta function.
    static func cumulative(_ t: Double, degrees: Double) -> Double {
        let tail = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
        return t < 0 ? tail : 1 - tail
    }

    /// The regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz's method).
    private static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        if x > (a + 1) / (a + b + 2) { return 1 - incompleteBeta(1 - x, b, a) }
        let scale: Double = lgamma(a + b) - lgamma(a) - lgamma(b)
        let front = exp(scale + a * log(x) + b * log(1 - x)) / a
        let tiny = 1e-300
        var c = 1.0
        var d = 1 - (a + b) * x / (a + 1)
        d = 1 / (abs(d) < tiny ? tiny : d)
        var fraction = d
        for m in 1...500 {
            let m = Double(m)
            let even: Double = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            let odd: Double = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            for numerator in [even, odd] {
                d = 1 + numerator * d
                d = 1 / (abs(d) < tiny ? tiny : d)
                c = 1 + numerator / c
                if abs(c) < tiny { c = tiny }
                fraction *= d * c
            }
            if abs(d * c - 1) < 1e-15 { break }
        }
        return front * fraction
    }
}

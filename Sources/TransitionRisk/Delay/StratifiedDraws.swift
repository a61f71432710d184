import Foundation
import Synchronization

/// Uniform random numbers in strata, one stream for each name, the same on every machine and in every run.
///
/// Each stream divides 0…1 into as many strata as there are draws and takes one number from each, in an order of its own,
/// so that a percentile needs far fewer draws than independent numbers would. Streams are keyed by name, so taking one
/// change away leaves the draws of all others as they were.
package final class StratifiedDraws: Sendable {
    /// Draws in each stream.
    package let count: Int
    private let streams = Mutex<[String: [Double]]>([:])
    private let normals = Mutex<[String: [Double]]>([:])
    private let sizes = Mutex<[Size: [Double]]>([:])

    private struct Size: Hashable {
        let stream: String
        let p50: Double
        let p95: Double
    }

    /// Prepares streams; 8000 draws are good to about 6 % of a 95th percentile.
    ///
    /// A multiple of 20 keeps a probability of exactly 5 % on its own side of the 95th percentile.
    package init(count: Int = 8000) { self.count = count }

    /// The stream of this name, each value in the open interval 0…1.
    func uniform(_ name: String) -> [Double] {
        streams.withLock { cache in
            if let known = cache[name] { return known }
            let made = Self.stream(seed: Self.seed(name), count: count)
            cache[name] = made
            return made
        }
    }

    /// The stream of this name mapped to standard normal quantiles.
    func normal(_ name: String) -> [Double] {
        if let known = normals.withLock({ $0[name] }) { return known }
        let made = uniform(name).map(standardNormalQuantile)
        normals.withLock { $0[name] = made }
        return made
    }

    /// The stream of this name mapped to a log-normal distribution with this median and 95th percentile.
    func logNormal(_ name: String, p50: Double, p95: Double) -> [Double] {
        let key = Size(stream: name, p50: p50, p95: p95)
        if let known = sizes.withLock({ $0[key] }) { return known }
        let (mu, sigma) = (log(p50), log(p95 / p50) / 1.6448536269514722)
        let made = normal(name).map { exp(mu + sigma * $0) }
        sizes.withLock { $0[key] = made }
        return made
    }

    private static func stream(seed: UInt64, count: Int) -> [Double] {
        var random = SplitMix64(state: seed)
        var values = (0..<count).map { (Double($0) + random.unit()) / Double(count) }
        for index in stride(from: count - 1, to: 0, by: -1) {
            values.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return values
    }

    /// FNV-1a, because `hashValue` differs from run to run.
    private static func seed(_ name: String) -> UInt64 {
        name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

/// Steele, Lea and Flood's generator (OOPSLA 2014).
private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// A number in the open interval 0…1.
    mutating func unit() -> Double { (Double(next() >> 12) + 0.5) / 4_503_599_627_370_496 }
}

/// The standard normal quantile by Acklam's rational approximation, good to 1.2e-9 relative.
func standardNormalQuantile(_ p: Double) -> Double {
    let a = [
        -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
        -3.066479806614716e+01, 2.506628277459239e+00,
    ]
    let b = [
        -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
        -1.328068155288572e+01,
    ]
    let c = [
        -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00,
        4.374664141464968e+00, 2.938163982698783e+00,
    ]
    let d = [7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00]
    func polynomial(_ coefficients: [Double], _ x: Double) -> Double { coefficients.reduce(0) { $0 * x + $1 } }
    if p < 0.02425 {
        let q = (-2 * log(p)).squareRoot()
        return polynomial(c, q) / (polynomial(d, q) * q + 1)
    }
    if p > 1 - 0.02425 { return -standardNormalQuantile(1 - p) }
    let q = p - 0.5
    let r = q * q
    return polynomial(a, r) * q / (polynomial(b, r) * r + 1)
}

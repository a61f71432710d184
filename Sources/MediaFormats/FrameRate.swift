/// An exact frame rate in frames per second, as a reduced fraction.
///
/// `24000/1001` and `48000/2002` are the same value. A rate is always positive; a stream that states `0/0` has no
/// frame rate, which is `nil` and not a value of this type.
///
/// ```swift
/// let film = FrameRate(24000, 1001)!
/// film.relation(to: FrameRate(24)!)   // .nearlyEqual
/// ```
public struct FrameRate: Sendable, Hashable, Codable {
    /// Frames per ``denominator`` seconds.
    public let numerator: Int
    /// Seconds in which ``numerator`` frames are shown.
    public let denominator: Int

    /// Creates the reduced fraction, or `nil` when either part is not positive.
    public init?(_ numerator: Int, _ denominator: Int = 1) {
        guard numerator > 0, denominator > 0 else { return nil }
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / a
        self.denominator = denominator / a
    }

    /// Reads a decimal such as the FRAME-RATE attribute, which keeps three decimals (rfc8216bis 4.4.6.2).
    ///
    /// A decimal within 0.002 of a 1000/1001 rate is taken for it, because `23.976` can only mean `24000/1001`.
    /// The result is `nil` for anything that is not a positive decimal number below 1000.
    public init?(decimal text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, let units = Int(whole), units >= 0, units < 1000, !whole.hasPrefix("+") else {
            return nil
        }
        let digits = parts.count == 2 ? String(parts[1].prefix(6)) : ""
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let fraction = Int("0" + digits) else { return nil }
        var scale = 1
        for _ in digits { scale *= 10 }
        let exact = units * scale + fraction
        for nominal in [24, 30, 48, 60, 90, 120] {
            let distance = Double(exact) / Double(scale) - Double(nominal * 1000) / 1001
            if abs(distance) < 0.002 {
                self.init(nominal * 1000, 1001)
                return
            }
        }
        self.init(exact, scale)
    }

    /// Rates that are in use; times in coarse ticks are taken for the one they fit.
    package static let inUse: [FrameRate] = [
        (10, 1), (12, 1), (12000, 1001), (25, 2), (15000, 1001), (15, 1), (20, 1), (24000, 1001), (24, 1), (25, 1),
        (30000, 1001), (30, 1), (48000, 1001), (48, 1), (50, 1), (60000, 1001), (60, 1), (90, 1), (100, 1),
        (120_000, 1001), (120, 1),
    ].compactMap { FrameRate($0.0, $0.1) }

    /// Frames per second, for display and tolerance checks.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

extension FrameRate {
    private enum CodingKeys: CodingKey {
        case numerator, denominator
    }

    /// Reads what was written down; parts that are not positive are an error, for nothing can be reckoned with them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let numerator = try container.decode(Int.self, forKey: .numerator)
        self = try FrameRate(numerator, container.decode(Int.self, forKey: .denominator))
            .orCorrupt("no frame rate", container)
    }
}

extension FrameRate {
    /// How two rates relate for a display that follows the content's rate.
    public enum Relation: String, Sendable, Hashable, Codable {
        /// The same fraction.
        case equal
        /// Within 0.2 %: 23.976 and 24, 29.97 and 30, 59.94 and 60. Separate HDMI modes, same cadence.
        case nearlyEqual = "nearly-equal"
        /// A whole multiple within 0.2 %: 25 and 50, 29.97 and 59.94, 30 and 59.94.
        case multiple
        /// Anything else: 24 and 30, 25 and 30, 50 and 60.
        case other
    }

    /// Whether this rate is exactly a whole number of times another.
    public func isWholeMultiple(of other: FrameRate) -> Bool {
        let (dividend, isTooLarge) = numerator.multipliedReportingOverflow(by: other.denominator)
        let (divisor, isTooLargeToo) = denominator.multipliedReportingOverflow(by: other.numerator)
        return !isTooLarge && !isTooLargeToo && dividend % divisor == 0
    }

    /// Classifies the step from this rate to another.
    ///
    /// The tolerance of 0.2 % separates the 1000/1001 rates (0.1 % apart) from 24 and 25 (4 % apart). The authoring
    /// rules for AirPlay televisions accept x, 2x and x/2 (HLS Authoring Specification 3.5, 8.25, 9.23); higher whole
    /// multiples behave alike on a fixed-rate display and count as ``Relation/multiple``.
    public func relation(to other: FrameRate) -> Relation {
        if self == other { return .equal }
        let ratio = max(framesPerSecond, other.framesPerSecond) / min(framesPerSecond, other.framesPerSecond)
        guard ratio < 1000 else { return .other }
        let nearest = Double(Int(ratio + 0.5))
        guard abs(ratio - nearest) / nearest <= 0.002 else { return .other }
        return nearest == 1 ? .nearlyEqual : .multiple
    }
}

extension FrameRate: CustomStringConvertible, Comparable {
    /// The rate with at most three decimals: `24`, `23.976`, `59.94`.
    public var description: String {
        guard denominator != 1 else { return "\(numerator)" }
        guard numerator < Int.max / 2000, denominator < Int.max / 2 else { return "\(framesPerSecond)" }
        let thousandths = (numerator * 1000 + denominator / 2) / denominator
        var digits = String(thousandths % 1000)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return digits.isEmpty ? "\(thousandths / 1000)" : "\(thousandths / 1000).\(digits)"
    }

    /// Orders by speed, exactly.
    public static func < (a: FrameRate, b: FrameRate) -> Bool {
        a.numerator.multipliedFullWidth(by: b.denominator) < b.numerator.multipliedFullWidth(by: a.denominator)
    }
}

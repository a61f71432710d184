import CLibAV
import MediaFormats

/// A frame rate worked out from the times of pictures.
struct FrameRateEstimate: Hashable {
    /// The exact rate; `nil` when the times fit several known rates or vary.
    let rate: FrameRate?
    /// Whether pictures come evenly, within 2 ms; `nil` with fewer than three pictures.
    let isConstant: Bool?

    /// Rates that are in use; times in coarse ticks are taken for the one they fit.
    private static let known: [(Int, Int)] = [
        (10, 1), (12, 1), (12000, 1001), (25, 2), (15000, 1001), (15, 1), (20, 1), (24000, 1001), (24, 1), (25, 1),
        (30000, 1001), (30, 1), (48000, 1001), (48, 1), (50, 1), (60000, 1001), (60, 1), (90, 1), (100, 1),
        (120_000, 1001), (120, 1),
    ]

    /// States an estimate.
    init(rate: FrameRate?, isConstant: Bool?) {
        self.rate = rate
        self.isConstant = isConstant
    }

    /// Looks at ascending times in ticks of a time base.
    init(times: [Int64], timeBase: AVRational) {
        let all = zip(times.dropFirst(), times).map { $0 &- $1 }.filter { $0 > 0 }
        guard !all.isEmpty, timeBase.num > 0, timeBase.den > 0 else {
            (rate, isConstant) = (nil, nil)
            return
        }
        let tick = Double(timeBase.num) / Double(timeBase.den)
        // A stray picture, such as a first one that an edit list shifts, does not hide the rate of all others.
        let median = all.sorted()[all.count / 2]
        let usual = all.filter { Double(($0 &- median).magnitude) * tick <= 0.002 }
        let isStray = usual.count < all.count && usual.count * 10 >= all.count * 9
        let steps = isStray ? usual : all
        let first = steps[0]
        let mean = steps.reduce(0) { $0 + Double($1) } / Double(steps.count)
        let spread = steps.reduce(0) { max($0, abs(Double($1) - mean)) }
        let isEven = spread * tick <= 0.002
        isConstant = all.count > 1 ? isEven && !isStray : nil
        guard isEven else {
            rate = nil
            return
        }
        // Ticks that hit a known rate exactly decide by themselves.
        let (ticks, overflow) = Int(first).multipliedReportingOverflow(by: Int(timeBase.num))
        let exact = overflow || spread > 0 ? nil : FrameRate(Int(timeBase.den), ticks)
        let candidates = Self.known.compactMap { FrameRate($0.0, $0.1) }
        if let exact, candidates.contains(exact) {
            rate = exact
            return
        }
        // Rounding moves the first and the last time by half a tick each, jitter by no more than what was seen.
        let uncertainty = max(1, spread) / (Double(steps.count) * mean)
        let fitting = candidates.filter { abs($0.framesPerSecond * tick * mean - 1) <= uncertainty }
        switch fitting.count {
        case 1: rate = fitting[0]
        case 0: rate = exact
        default: rate = nil
        }
    }
}

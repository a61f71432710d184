import CLibAV
import MediaFormats

/// A frame rate worked out from the times of pictures.
struct FrameRateEstimate: Hashable {
    /// The exact rate; `nil` when the times fit several known rates or vary.
    let rate: FrameRate?
    /// The slowest rate in use at which every picture has a place of its own, whether or not it comes evenly; `nil` when there
    /// is none.
    let grid: FrameRate?
    /// Whether pictures come evenly, within 2 ms; `nil` with fewer than three pictures.
    let isConstant: Bool?

    /// States an estimate.
    init(rate: FrameRate?, grid: FrameRate? = nil, isConstant: Bool?) {
        self.rate = rate
        self.grid = grid
        self.isConstant = isConstant
    }

    /// Looks at ascending times in ticks of a time base.
    init(times: [Int64], timeBase: AVRational) {
        let all = zip(times.dropFirst(), times).map { $0 &- $1 }.filter { $0 > 0 }
        guard !all.isEmpty, timeBase.num > 0, timeBase.den > 0 else {
            (rate, grid, isConstant) = (nil, nil, nil)
            return
        }
        let step = all.reduce(0) { Self.greatestCommonDivisor($0, $1) }
        let (stepTicks, isTooLong) = Int(step).multipliedReportingOverflow(by: Int(timeBase.num))
        grid =
            isTooLong
            ? nil : FrameRate(Int(timeBase.den), stepTicks).flatMap { FrameRate.inUse.contains($0) ? $0 : nil }
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
        if let exact, FrameRate.inUse.contains(exact) {
            rate = exact
            return
        }
        // Rounding moves the first and the last time by half a tick each, jitter by no more than what was seen.
        let uncertainty = max(1, spread) / (Double(steps.count) * mean)
        let fitting = FrameRate.inUse.filter { abs($0.framesPerSecond * tick * mean - 1) <= uncertainty }
        switch fitting.count {
        case 1: rate = fitting[0]
        case 0: rate = exact
        default: rate = nil
        }
    }

    private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

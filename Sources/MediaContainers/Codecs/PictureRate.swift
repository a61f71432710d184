import MediaFormats

/// A frame rate worked out from the durations of pictures.
struct PictureRate: Hashable {
    /// The exact rate; `nil` when durations vary, or fit several known rates.
    private(set) var rate: FrameRate?
    /// Whether all durations are equal within 2 ms; `nil` with fewer than three pictures.
    private(set) var isConstant: Bool?

    /// Looks at durations in ticks.
    ///
    /// - Parameters:
    ///   - least: The shortest.
    ///   - most: The longest.
    ///   - count: How many there are.
    ///   - sum: All together.
    init(least: Int, most: Int, count: Int, sum: Int, timescale: Int) {
        guard count > 1, least > 0, most >= least, timescale > 0, sum > 0 else { return }
        let spread = most - least
        let tolerance = Double(timescale) * 0.002
        if count > 2 { isConstant = Double(spread) <= tolerance }
        guard Double(spread) <= tolerance else { return }
        if spread == 0 {
            rate = FrameRate(timescale, least)
            if let rate, FrameRate.inUse.contains(rate) { return }
        }
        let mean = Double(sum) / Double(count)
        // Rounding moves the first and the last time by half a tick each, jitter by no more than what was seen.
        let uncertainty = Double(max(1, spread)) / Double(sum)
        let fitting = FrameRate.inUse.filter { abs($0.framesPerSecond * mean / Double(timescale) - 1) <= uncertainty }
        switch fitting.count {
        case 1: rate = fitting[0]
        case 0: break
        default: rate = nil
        }
        if fitting.isEmpty, spread > 0 { rate = nil }
    }
}

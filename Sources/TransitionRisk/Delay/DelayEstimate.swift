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
        var draws = draws
        // The smallest value that half, and 19 of 20, of the draws do not exceed.
        let (middle, tail) = ((draws.count - 1) / 2, (draws.count * 95 + 99) / 100 - 1)
        draws.select(middle, from: 0)
        p50Milliseconds = draws[middle]
        // What is smaller than the middle lies before it already.
        draws.select(tail, from: middle)
        p95Milliseconds = draws[tail]
        var counts = (0, 0, 0, 0)
        for draw in draws where draw > 80 {
            counts.0 += 1
            if draw > 360 { counts.1 += 1 }
            if draw > 1000 { counts.2 += 1 }
            if draw > 2000 { counts.3 += 1 }
        }
        let whole = Double(draws.count)
        over80 = Double(counts.0) / whole
        over360 = Double(counts.1) / whole
        over1000 = Double(counts.2) / whole
        over2000 = Double(counts.3) / whole
    }
}

extension [Double] {
    /// Puts the value of this rank in its place, smaller ones before it and larger ones behind (Hoare's quickselect);
    /// a full sort costs ten times as much. Values before `start` must be the smallest already.
    fileprivate mutating func select(_ rank: Int, from start: Int) {
        var (low, high) = (start, count - 1)
        while low < high {
            let pivot = self[low + (high - low) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while self[left] < pivot { left += 1 }
                while self[right] > pivot { right -= 1 }
                if left <= right {
                    swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if rank <= right { high = right } else if rank >= left { low = left } else { return }
        }
    }
}

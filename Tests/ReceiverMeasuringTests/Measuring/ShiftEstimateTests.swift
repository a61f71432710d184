import Testing

@testable import ReceiverMeasuring

@Suite struct ShiftEstimateTests {
    /// Critical values of Mann and Whitney's U, two-sided 5 %, as printed in statistics books.
    @Test(
        "Cuts agree with the printed table",
        arguments: [(3, 5, 0), (4, 4, 0), (5, 5, 2), (4, 8, 4), (8, 10, 17), (10, 10, 23), (5, 20, 20), (20, 20, 127)])
    func cuts(first: Int, second: Int, critical: Int) {
        #expect(ShiftEstimate.cut(first, second, risk: 0.025) == critical)
        #expect(ShiftEstimate.cut(second, first, risk: 0.025) == critical)
    }

    /// Differences 9 8 7 19 18 17, in order 7 8 9 17 18 19: the middle is 13. Two and three times have no interval of 95 %.
    @Test func theMiddleOfAllDifferences() throws {
        let shift = try #require(ShiftEstimate(of: [10, 20], over: [1, 2, 3], risk: 0.05))
        #expect(shift.value == 13)
        #expect(shift.low == nil)
    }

    /// Each of five times is 100 over one of five: with U = 2 cut off, the third smallest and third largest of the 25
    /// differences 96 … 104 bound the shift. Differences of 1…5 and 1…5 are −4 once, −3 twice, −2 three times, …
    @Test func theIntervalLeavesOutTheRarestDifferences() throws {
        let shift = try #require(
            ShiftEstimate(of: [101, 102, 103, 104, 105], over: [1, 2, 3, 4, 5], risk: 0.05))
        #expect(shift.value == 100)
        #expect(shift.low == 97)
        #expect(shift.high == 103)
    }

    @Test func anOutlierMovesNothing() throws {
        let calm = try #require(ShiftEstimate(of: [1, 2, 3, 4, 5], over: [1, 2, 3, 4, 5], risk: 0.05))
        let wild = try #require(ShiftEstimate(of: [1, 2, 3, 4, 500], over: [1, 2, 3, 4, 5], risk: 0.05))
        #expect(calm.value == 0)
        #expect(wild.value <= 1)
    }

    @Test func nothingIsComparedWithNothing() {
        #expect(ShiftEstimate(of: [], over: [1], risk: 0.05) == nil)
        #expect(ShiftEstimate(of: [1], over: [], risk: 0.05) == nil)
    }

    /// Ranks of the median's 95 % interval, from tables of the sign test: none for 5, 1 and 6 of 6, 2 and 8 of 9, 6 and 15 of 20.
    @Test(arguments: [(5, nil, nil), (6, 1.0, 6.0), (9, 2.0, 8.0), (20, 6.0, 15.0)] as [(Int, Double?, Double?)])
    func theMediansIntervalLiesBetweenTwoOfTheTimes(count: Int, low: Double?, high: Double?) throws {
        let summary = try #require(TimeSummary((1...count).reversed().map(Double.init)))
        #expect(summary.low == low)
        #expect(summary.high == high)
    }

    /// 1, 2, 3, 4: the 5th percentile lies 0.15 of the way from 1 to 2.
    @Test func percentilesLieBetweenNeighbours() throws {
        let summary = try #require(TimeSummary([4, 1, 3, 2]))
        #expect(abs(summary.p05 - 1.15) < 1e-9)
        #expect(summary.p50 == 2.5)
        #expect(abs(summary.p95 - 3.85) < 1e-9)
        #expect(TimeSummary([]) == nil)
    }
}

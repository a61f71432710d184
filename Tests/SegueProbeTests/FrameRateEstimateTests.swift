import CLibAV
import MediaFormats
import Testing

@testable import segue_probe

@Suite struct FrameRateEstimateTests {
    private func estimate(_ times: [Int64], per second: Int32) -> FrameRateEstimate {
        FrameRateEstimate(times: times, timeBase: AVRational(num: 1, den: second))
    }

    @Test(
        "Times in ticks of a transport stream",
        arguments: [
            (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1),
        ])
    func transportStream(numerator: Int, denominator: Int) {
        // 90 kHz, rounded down as a muxer does.
        let times = (0..<10).map { Int64($0 * 90000 * denominator / numerator) }
        let found = estimate(times, per: 90000)
        #expect(found.rate == FrameRate(numerator, denominator))
        #expect(found.isConstant == true)
    }

    @Test func millisecondsNeedMorePictures() {
        func milliseconds(_ rate: Double, _ count: Int) -> [Int64] {
            (0..<count).map { Int64((Double($0) * 1000 / rate).rounded()) }
        }
        // 23.976 and 24 differ by one millisecond in a second.
        #expect(estimate(milliseconds(23.976, 5), per: 1000).rate == nil)
        #expect(estimate(milliseconds(24000 / 1001.0, 100), per: 1000).rate == FrameRate(24000, 1001))
        #expect(estimate(milliseconds(24, 100), per: 1000).rate == FrameRate(24))
        #expect(estimate(milliseconds(25, 3), per: 1000).rate == FrameRate(25))
    }

    @Test func unusualRatesAreTakenFromExactTicks() {
        #expect(estimate([0, 1000, 2000, 3000], per: 18000).rate == FrameRate(18))
    }

    @Test func pulldownAndGapsAreNotConstant() {
        // 2:3 pulldown of film in 1/60 s, and a picture that is missing.
        #expect(
            estimate([0, 2, 5, 7, 10, 12, 15], per: 60)
                == FrameRateEstimate(rate: nil, grid: FrameRate(60), isConstant: false))
        #expect(
            estimate([0, 1, 2, 4, 5], per: 25)
                == FrameRateEstimate(rate: nil, grid: FrameRate(25), isConstant: false))
        // Halves of 1/50 s and of nothing that is in use.
        #expect(estimate([0, 3600, 5400, 9000], per: 90000).grid == FrameRate(50))
        #expect(estimate([0, 3601, 5401, 9000], per: 90000).grid == nil)
    }

    @Test("Too little to say", arguments: [[], [5], [5, 5]] as [[Int64]])
    func little(times: [Int64]) {
        #expect(estimate(times, per: 90000) == FrameRateEstimate(rate: nil, isConstant: nil))
    }

    @Test(
        "Times of a hostile file do not trap",
        arguments: [[.min, .max], [.min, 0, .max], [0, .max, .min]] as [[Int64]])
    func hostile(times: [Int64]) {
        _ = estimate(times, per: 1)
        _ = FrameRateEstimate(times: times, timeBase: AVRational(num: .max, den: .max))
        _ = FrameRateEstimate(times: times, timeBase: AVRational(num: 0, den: 0))
    }
}

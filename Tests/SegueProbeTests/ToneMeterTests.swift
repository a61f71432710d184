import Foundation
import Testing

@testable import segue_probe

@Suite struct ToneMeterTests {
    private func sine(_ hertz: Int, amplitude: Float, seconds: Double, rate: Int) -> [Float] {
        (0..<Int(seconds * Double(rate))).map { amplitude * sin(2 * .pi * Float(hertz) * Float($0) / Float(rate)) }
    }

    /// 20 log10 of the amplitude: 0.25 is -12.0 dB, 0.5 is -6.0 dB.
    @Test("A tone has its own level at every rate", arguments: [44_100, 48_000])
    func level(rate: Int) {
        var meter = ToneMeter(tones: [700, 800, 900], tick: 4100)
        let windows = meter.add([sine(800, amplitude: 0.25, seconds: 0.1, rate: rate)], rate: rate, at: 5_000_000)
        #expect(windows.count == 10)
        #expect(windows.allSatisfy { $0.tone == 800 && abs($0.level + 120) <= 1 })
        #expect(windows.map(\.time) == (0..<10).map { 5_000_000 + $0 * 10_000 })
        // Neighbours 100 Hz away, and the tick, are not heard at all.
        #expect(windows.allSatisfy { $0.tickLevel < -600 })
    }

    @Test func theTickIsHeardBesideTheTone() {
        var meter = ToneMeter(tones: [700], tick: 4100)
        let both = zip(
            sine(700, amplitude: 0.25, seconds: 0.02, rate: 48_000),
            sine(4100, amplitude: 0.5, seconds: 0.02, rate: 48_000)
        ).map { $0 + $1 }
        let windows = meter.add([both], rate: 48_000, at: 0)
        #expect(windows.map(\.tone) == [700, 700])
        #expect(windows.allSatisfy { abs($0.tickLevel + 60) <= 1 && abs($0.level + 120) <= 1 })
    }

    @Test func silenceHasNoTone() {
        var meter = ToneMeter(tones: [700], tick: 4100)
        let windows = meter.add([[Float](repeating: 0, count: 960)], rate: 48_000, at: 0)
        #expect(windows == [0, 10_000].map { ToneMeter.Window(time: $0, tone: 0, level: -1200, tickLevel: -1200) })
    }

    @Test func theLouderOfTwoChannelsCounts() {
        var meter = ToneMeter(tones: [700], tick: 0)
        let tone = sine(700, amplitude: 0.25, seconds: 0.01, rate: 48_000)
        // Opposite phases would cancel in a sum.
        let windows = meter.add([tone, tone.map { -$0 }], rate: 48_000, at: 0)
        #expect(windows.count == 1 && abs(windows[0].level + 120) <= 1)
    }

    @Test func piecesOfAnySizeAreJoinedAndGapsAreNot() {
        var meter = ToneMeter(tones: [700], tick: 0)
        let tone = sine(700, amplitude: 0.25, seconds: 0.1, rate: 48_000)
        var times: [Int] = []
        for start in stride(from: 0, to: 4800, by: 1000) {
            let piece = Array(tone[start..<min(4800, start + 1000)])
            times += meter.add([piece], rate: 48_000, at: start * 1_000_000 / 48_000).map(\.time)
        }
        #expect(times == (0..<10).map { $0 * 10_000 })
        // Half a second is missing; the next window begins where the sound does.
        #expect(meter.add([Array(tone[..<480])], rate: 48_000, at: 600_000).map(\.time) == [600_000])
    }

    @Test func impossibleSoundIsPassedOver() {
        var meter = ToneMeter(tones: [700], tick: 4100)
        #expect(meter.add([], rate: 48_000, at: 0).isEmpty)
        #expect(meter.add([[]], rate: 48_000, at: 0).isEmpty)
        #expect(meter.add([[1]], rate: 0, at: 0).isEmpty)
        #expect(meter.add([[Float](repeating: .nan, count: 480)], rate: 48_000, at: 0).first?.tone == 0)
    }
}

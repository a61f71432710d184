import Testing

@testable import ReceiverMeasuring

/// Answers every 50 ms from 50 ms after the command to the end of the hold.
private func samples(until end: Double = 4, _ place: (Double) -> PositionSample?) -> [PositionSample] {
    stride(from: 1, through: (end * 20).rounded(), by: 1).compactMap { place($0 / 20) }
}

private func sample(_ time: Double, _ place: Double?, ready: Bool? = true) -> PositionSample {
    PositionSample(
        time: time, roundTrip: 0.002, isReady: ready, rate: 1, position: place, duration: place.map { _ in 12 })
}

@Suite struct TimeLineReadingTests {
    /// What Kodi says around a switch: the old place (4 s on), nothing, the old place once more, a place before 0, and then
    /// the new asset, which began 0.52 s after the command and moves in steps of 0.2 s.
    ///
    /// By hand: the step to 2.6 s is due at 3.12 s and first seen at 3.15 s: 3.15 − 2.6 = 0.55; every step comes 30 ms before
    /// an answer, so 0.55 it is. The smallest of all differences would be 0.05 − 4.05 = −4 s, the old asset's.
    @Test func staleAndNegativePlacesAtFirstAreNotUsed() throws {
        let reading = TimeLineReading(
            samples { time in
                switch time {
                case ..<0.2: sample(time, 4 + time)
                case ..<0.3: sample(time, nil, ready: false)
                case ..<0.35: sample(time, 4.1)
                case ..<0.52: sample(time, -0.3)
                default: sample(time, ((time - 0.52 + 1e-9) / 0.2).rounded(.down) * 0.2)
                }
            })
        #expect(reading.outcome == .runs)
        #expect(abs(try #require(reading.start) - 0.55) < 1e-6)
        #expect(abs(try #require(reading.step) - 0.2) < 1e-6)
        #expect(abs(reading.resolution - 0.05) < 1e-6)
    }

    @Test func aPlaceOfItsOwnInEachAnswerIsAsExactAsTheWayIsShort() throws {
        let reading = TimeLineReading(samples { sample($0, $0 - 0.31) })
        #expect(abs(try #require(reading.start) - 0.31) < 1e-9)
        #expect(reading.step == nil)
        #expect(abs(reading.resolution - 0.01) < 1e-9)
    }

    @Test func theFirstAssetThatPlaysOnIsNoStart() {
        let reading = TimeLineReading(samples { sample($0, $0 + 4) })
        #expect(reading.outcome == .stillBefore)
        #expect(reading.start == nil)
    }

    @Test func aPlaceThatDoesNotMoveIsNoStart() {
        #expect(TimeLineReading(samples { sample($0, 0.4) }).outcome == .standsStill)
    }

    @Test func silenceAndIdlenessAreNoStart() {
        #expect(TimeLineReading([]).outcome == .nothing)
        #expect(TimeLineReading(samples { sample($0, nil) }).outcome == .nothing)
    }

    /// It plays from 0.3 s on, is at 1.95 s after 2.25 s, and begins anew.
    @Test func aPlaceThatGoesBackIsTold() {
        let reading = TimeLineReading(samples { sample($0, $0 < 2.3 ? max(0, $0 - 0.3) : $0 - 2.2) })
        guard case .jumpedBack(let from, let to) = reading.outcome else {
            Issue.record("\(reading.outcome)")
            return
        }
        #expect(abs(from - 1.95) < 1e-6)
        #expect(abs(to - 0.1) < 1e-6)
        #expect(reading.start == nil)
    }

    /// As Kodi does when its sound begins: at 0.4 s it goes back to 0 once.
    @Test func aCorrectionWithinTheFirstSecondIsNoJump() throws {
        let reading = TimeLineReading(samples { sample($0, $0 < 0.7 ? max(0, $0 - 0.3) : $0 - 0.7) })
        #expect(reading.outcome == .runs)
        #expect(abs(try #require(reading.start) - 0.7) < 1e-9)
    }
}

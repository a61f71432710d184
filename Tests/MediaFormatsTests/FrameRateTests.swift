import MediaFormats
import Testing

@Suite struct FrameRateTests {
    @Test(
        "Two rates relate as displays treat them",
        arguments: [
            (FrameRate(24000, 1001)!, FrameRate(48000, 2002)!, FrameRate.Relation.equal),
            (FrameRate(24000, 1001)!, FrameRate(24)!, .nearlyEqual),
            (FrameRate(30000, 1001)!, FrameRate(30)!, .nearlyEqual),
            (FrameRate(25)!, FrameRate(50)!, .multiple),
            (FrameRate(60)!, FrameRate(30000, 1001)!, .multiple),
            (FrameRate(24)!, FrameRate(25)!, .other),
            (FrameRate(25)!, FrameRate(30)!, .other),
            (FrameRate(50)!, FrameRate(60)!, .other),
            (FrameRate(24000, 1001)!, FrameRate(30000, 1001)!, .other),
        ])
    func relationIsSymmetric(a: FrameRate, b: FrameRate, expected: FrameRate.Relation) {
        #expect(a.relation(to: b) == expected)
        #expect(b.relation(to: a) == expected)
    }

    @Test(
        "The FRAME-RATE attribute's decimals mean exact fractions",
        arguments: [
            ("23.976", FrameRate(24000, 1001)), ("29.97", FrameRate(30000, 1001)), ("29.970", FrameRate(30000, 1001)),
            ("59.94", FrameRate(60000, 1001)), ("25", FrameRate(25)), ("25.000", FrameRate(25)),
            ("12.5", FrameRate(25, 2)), ("0", nil), ("0.000", nil), ("-25", nil), ("+25", nil), ("abc", nil), ("", nil),
            ("1000", nil), ("25.x", nil),
        ])
    func decimal(text: String, expected: FrameRate?) {
        #expect(FrameRate(decimal: text) == expected)
    }

    @Test func zeroRatesAreNoRates() {
        #expect(FrameRate(0, 0) == nil)
        #expect(FrameRate(25, 0) == nil)
        #expect(FrameRate(-25, -1) == nil)
    }

    @Test(arguments: [(FrameRate(24000, 1001)!, "23.976"), (FrameRate(25)!, "25"), (FrameRate(60000, 1001)!, "59.94")])
    func description(rate: FrameRate, text: String) {
        #expect(rate.description == text)
    }
}

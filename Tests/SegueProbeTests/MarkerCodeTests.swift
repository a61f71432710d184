import Testing

@testable import segue_probe

@Suite struct MarkerCodeTests {
    /// Reckoned by hand for the first; the others by long division in another language.
    @Test(
        "Words of assets and frames",
        arguments: [
            (0, 0, UInt32(0x0000_FFFF)), (1, 1, 0x0801_4E72), (13, 71, 0x6864_7909), (31, 2047, 0xFC00_8E57),
        ])
    func words(asset: Int, frame: Int, word: UInt32) {
        #expect(MarkerCode.word(asset: asset, frame: frame) == word)
        #expect(MarkerCode.reading(word) == MarkerCode.Reading(asset: asset, frame: frame))
    }

    @Test func everyFrameIsReadAndNeighboursDifferInSevenOrEightCells() {
        for asset in 0..<32 {
            var before: UInt32?
            for frame in 0..<2048 {
                let word = MarkerCode.word(asset: asset, frame: frame)
                guard MarkerCode.reading(word) == MarkerCode.Reading(asset: asset, frame: frame) else {
                    Issue.record("asset \(asset) frame \(frame)")
                    return
                }
                if let before, ![7, 8].contains((before ^ word).nonzeroBitCount) { Issue.record("frame \(frame)") }
                before = word
            }
        }
    }

    private func levels(_ word: UInt32, strength: Float = 1) -> [Float] {
        (0..<32).map { place in word >> UInt32(31 - place) & 1 == 1 ? 0.5 + strength / 2 : 0.5 - strength / 2 }
    }

    @Test func sixWrongCellsAreNeverAnotherFrame() {
        let word = MarkerCode.word(asset: 5, frame: 600)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let wrong = (0..<32).shuffled(using: &generator).prefix(Int.random(in: 1...6, using: &generator))
            #expect(MarkerCode.reading(wrong.reduce(word) { $0 ^ 1 << UInt32($1) }) == nil)
        }
    }

    @Test("Two neighbouring frames in one picture are one of them", arguments: [0.5, 0.4, 0.65])
    func blended(share: Float) {
        for frame in [0, 1, 23, 511, 1023, 2046] {
            let one = levels(MarkerCode.word(asset: 3, frame: frame))
            let next = levels(MarkerCode.word(asset: 3, frame: frame + 1))
            let reading = MarkerCode.reading(levels: zip(one, next).map { $0 * (1 - share) + $1 * share })
            #expect(reading?.asset == 3 && reading?.isBlended == true)
            if share != 0.5 { #expect(reading?.frame == (share > 0.5 ? frame + 1 : frame)) }
            #expect([frame, frame + 1].contains(reading?.frame))
        }
    }

    @Test func twoAssetsInOnePictureAreNeither() {
        let (one, other) = (levels(MarkerCode.word(asset: 0, frame: 71)), levels(MarkerCode.word(asset: 2, frame: 3)))
        #expect(MarkerCode.reading(levels: zip(one, other).map { ($0 + $1) / 2 }) == nil)
    }

    @Test func greyAndNoiseSayNothing() {
        #expect(MarkerCode.reading(levels: [Float](repeating: 0.5, count: 32)) == nil)
        #expect(MarkerCode.reading(levels: []) == nil)
        // All black and all white are no words: the check is inverted.
        #expect(MarkerCode.reading(0) == nil)
        #expect(MarkerCode.reading(UInt32.max) == nil)
    }
}

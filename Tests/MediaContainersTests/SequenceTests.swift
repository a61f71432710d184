import MediaFormats
import Testing

@testable import MediaContainers

/// Sequence parameter sets written bit by bit from the syntax tables of H.264 7.3.2.1.1 and H.265 7.3.2.2.
@Suite struct SequenceTests {
    @Test func aPlainPictureOfConstrainedBaseline() throws {
        // Profile 66, second constraint flag, level 3.1; one picture of 80 x 45 macroblocks, frames only, no cropping.
        let set = hex("67 42 40 1F") + bits("1 1 011 010 0 0000001010000 00000101101 1 1 0 0 1")
        let picture = try #require(AVCSequence.read(set[...]))
        #expect(picture.profile == "Constrained Baseline")
        #expect(picture.level == 31)
        #expect(picture.size == Resolution(width: 1280, height: 720))
        #expect(picture.codedSize == Resolution(width: 1280, height: 720))
        #expect((picture.chroma, picture.bitDepth) == ("4:2:0", 8))
        #expect(picture.interlaced == false)
        #expect(picture.statedRate == nil)
    }

    /// Profile, constraint flags and level, and the level times ten, with 9 for level 1b.
    @Test(
        arguments: [
            ("42 50 0B", 9), ("4D 10 0B", 9), ("58 10 0B", 9), ("64 00 09", 9), ("6E 10 09", 9),
            // Level 1.1: without the flag, and of a profile in which the flag says that all pictures are of type I.
            ("42 40 0B", 11), ("64 10 0B", 11), ("6E 10 0B", 11), ("42 50 0A", 10), ("42 50 00", nil),
        ] as [(String, Int?)])
    func levelOneBHasTwoForms(head: String, level: Int?) {
        let set = hex("67 " + head) + bits("1 1 011 010 0 00000001000 0001001 1 1 0 0 1")
        #expect(AVCSequence.read(set[...])?.level == level)
        #expect(DecoderConfiguration([0, 0, 0, 1] + set, codec: .avc)?.level == level)
    }

    /// 1920x1088 cropped by 8 lines, pixels of 4:3, full description of colour, 24000/1001 pictures a second.
    private var fullHighSet: [UInt8] {
        let colour = "1 101 0 1 00001001 00010000 00001001"
        let timing = "1" + String(1001, radix: 2).padded(32) + String(48000, radix: 2).padded(32) + "1"
        return hex("67 64 00 28")
            + escaped(
                bits(
                    "1 010 1 1 0 0 1 1 011 00101 0 0000001111000 0000001000100 1 1 1 1 1 1 00101 1" + "1 00001110 0"
                        + colour + "0" + timing + "0 0 1 0 1"))
    }

    /// Puts a 3 behind every two zeros that a byte below 4 follows (H.264 7.4.1).
    private func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if byte < 4, result.suffix(2) == [0, 0] { result.append(3) }
            result.append(byte)
        }
        return result
    }

    @Test func croppingShapeColourAndRate() throws {
        let picture = try #require(AVCSequence.read(fullHighSet[...]))
        #expect(picture.profile == "High")
        #expect(picture.codedSize == Resolution(width: 1920, height: 1088))
        #expect(picture.size == Resolution(width: 1920, height: 1080))
        #expect(picture.pixelAspect == PixelAspectRatio(horizontal: 4, vertical: 3))
        #expect(picture.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9, fullRange: false))
        #expect(picture.statedRate == FrameRate(24000, 1001))
        #expect(picture.rateIsFixed)
        #expect(picture.statesPictureStructure)
    }

    @Test func everyShorterSetIsReadAsFarAsItGoes() {
        for length in 0..<fullHighSet.count { _ = AVCSequence.read(fullHighSet.prefix(length)) }
        #expect(AVCSequence.read(fullHighSet.prefix(5))?.profile == "High")
        #expect(AVCSequence.read(fullHighSet.prefix(5))?.size == nil)
    }

    @Test func fieldsDoubleTheHeightOfTheMap() throws {
        // 40 x 15 map units in fields: 640x480; field coding is possible, so pictures decide.
        let set = hex("67 4D 00 1E") + bits("1 1 011 010 0 00000101000 0001111 0 0 1 0 0 1")
        let picture = try #require(AVCSequence.read(set[...]))
        #expect(picture.size == Resolution(width: 640, height: 480))
        #expect(picture.interlaced == nil)
    }

    @Test func highEfficiencyMainTen() throws {
        // One layer; Main 10 in High tier, level 5.1 (153), progressive; 3840x2160 coded as 3840x2176, 10 bits.
        let profile =
            "00 1 00010" + "00100000000000000000000000000000" + "1 0 0 1" + String(repeating: "0", count: 44)
            + "10011001"
        // Width 3840: 3841 in 12 bits behind 11 zeros; height 2176: 2177 likewise; bottom offset 8 pairs of lines.
        let size = "00000000000" + "111100000001" + "00000000000" + "100010000001" + "1 1 1 1 0001001"
        let rest =
            "011 011 00101 1 1 1 1" + "1 1 1 1 1 1" + "0 00 0" + "1" + "0 00" + "1" + "0 0"
            + "1 101 0 1 00001001 00010010 00001001" + "0 0 0 0 0" + "1" + String(1, radix: 2).padded(32)
            + String(50, radix: 2).padded(32) + "0 0 0 0 1"
        let set = hex("42 01") + escaped(bits("0000 000 1" + profile + "1 010" + size + rest))
        let picture = try #require(HEVCSequence.read(set[...]))
        #expect(picture.profile == "Main 10")
        #expect(picture.tier == "High")
        #expect(picture.level == 51)
        #expect(picture.codedSize == Resolution(width: 3840, height: 2176))
        #expect(picture.size == Resolution(width: 3840, height: 2160))
        #expect((picture.chroma, picture.bitDepth) == ("4:2:0", 10))
        #expect(picture.interlaced == false)
        #expect(picture.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9, fullRange: false))
        #expect(picture.statedRate == FrameRate(50))
        for length in 0..<set.count { _ = HEVCSequence.read(set.prefix(length)) }
    }

    @Test func anotherUnitIsNoSet() {
        #expect(AVCSequence.read(hex("68 64 00 28 FF")[...]) == nil)
        #expect(HEVCSequence.read([UInt8](repeating: 0x44, count: 40)[...]) == nil)
    }

    @Test func unitsAreFoundBetweenStartCodes() {
        let units = ParameterSets.startCodes(hex("00 00 00 01 67 01 02 00 00 01 68 03 00 00 00 01 65")[...])
        #expect(units.map(Array.init) == [hex("67 01 02"), hex("68 03"), hex("65")])
    }

    /// The unit that is the last of those that are looked for goes on to the end of the bytes.
    @Test func noMoreThan256UnitsAreFound() {
        let units = ParameterSets.startCodes(Array(repeatElement(hex("00 00 01 65"), count: 300).joined())[...])
        #expect(units.count == 256)
        #expect(units.dropLast().allSatisfy { $0.elementsEqual([0x65]) })
        // Its own byte, and 44 times a start code and a byte.
        #expect(units.last?.count == 1 + 44 * 4)
    }

    @Test(arguments: [
        ("", ""), ("03", "03"), ("00 03", "00 03"), ("00 00 03", "00 00"), ("00 00 03 01", "00 00 01"),
        ("00 00 00 03", "00 00 00"), ("01 00 00 03 00 00 03 02", "01 00 00 00 00 02"),
        // What stands behind a byte that is left out begins anew: its first zero is no second one.
        ("00 00 03 00 03", "00 00 00 03"), ("00 00 03 03", "00 00 03"), ("00 00 02 00 03", "00 00 02 00 03"),
        ("07 07 00 00 03", "07 07 00 00"), ("07 00 00 03 08 09", "07 00 00 08 09"),
    ])
    func emulationPreventionIsLeftOut(bytes: String, payload: String) {
        #expect(ParameterSets.removingEmulationPrevention(hex(bytes)[...]) == hex(payload))
        // The same in the middle of other bytes.
        let around = [0] + hex(bytes) + [3]
        #expect(ParameterSets.removingEmulationPrevention(around[1..<(around.count - 1)]) == hex(payload))
    }
}

extension String {
    /// With zeros in front.
    fileprivate func padded(_ length: Int) -> String { String(repeating: "0", count: length - count) + self }
}

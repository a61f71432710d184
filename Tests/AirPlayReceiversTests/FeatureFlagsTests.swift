import AirPlayReceivers
import Testing

@Suite struct FeatureFlagsTests {
    @Test(
        "Two hex words, low word first",
        arguments: [
            ("0x5A7FFFF7,0x1E", 0x1E_5A7F_FFF7),  // Apple TV 3
            ("0x7F8AD0,0x38BCB46", 0x038B_CB46_007F_8AD0),  // Samsung television: six digits in the low word
            ("0x445F8A00,0x1C340", 0x0001_C340_445F_8A00),  // Sonos; its /info says 496155769145856
            ("0x527FFEF7", 0x527F_FEF7), ("0x0", 0), ("5A7FFFF7,1E", 0x1E_5A7F_FFF7), ("0X77,0X0", 0x77),
            ("0x1C340445F8A00", 0x0001_C340_445F_8A00),
        ])
    func words(text: String, value: Int) {
        #expect(FeatureFlags(text)?.rawValue == UInt64(value))
    }

    @Test func sonosTXTEqualsItsInfoInteger() {
        #expect(FeatureFlags("0x445F8A00,0x1C340")?.rawValue == 496_155_769_145_856)
    }

    @Test(
        "What is no pair of words is not read",
        arguments: [
            "", "0x", ",", "0x1,", ",0x1", "0x1,0x2,0x3", "-1", "+1", "0x-1", "zz", "0x1 ", "0x5A7FFEE6,0x400155FDE",
            // The decimal number of a Sonos' /info, which read as hex would be other bits.
            "496155769145856", String(repeating: "F", count: 200), "0x" + String(repeating: "0", count: 17), "0x１",
        ])
    func refused(text: String) {
        #expect(FeatureFlags(text) == nil)
    }

    @Test func fexHoldsTheSameBitsAndThoseBeyond() throws {
        // Apple TV 4K on tvOS 17.4: features=0x4A7FDFD5,0xBC177FDE, fex=1d9/St5/F7w4oQY
        let features = try #require(FeatureFlags("0x4A7FDFD5,0xBC177FDE"))
        let extended = try #require(FeatureFlags(extended: "1d9/St5/F7w4oQY"))
        #expect(extended.rawValue == features.rawValue)
        // Bytes 8, 9, 10 are 0x38, 0xA1, 0x06.
        #expect(extended.beyond == [67, 68, 69, 72, 77, 79, 81, 82])
        #expect(extended.has(36, 39, 44, 82))
        #expect(!extended.has(51))
    }

    @Test("Corrupt fex is not read", arguments: ["", "=", "!!!!", "1d9/\u{0}", String(repeating: "A", count: 45), "A"])
    func corruptFex(text: String) {
        #expect(FeatureFlags(extended: text) == nil)
    }

    @Test func unknownBitsAreKeptAndListed() {
        let flags = FeatureFlags(rawValue: 1 << 53 | 1 << 7, beyond: [77])
        #expect(flags.described.map(\.name) == ["screen", nil, nil])
        #expect(flags.described.map(\.number) == [7, 53, 77])
        #expect(flags.described.map(\.confidence) == [.confirmed, .unknown, .unknown])
    }

    @Test(arguments: [("0x10644", [2, 6, 9, 10, 16]), ("0x4", [2]), ("c4", [2, 6, 7])])
    func statusBitsAreRead(text: String, bits: [Int]) {
        #expect(StatusFlags(text)?.rawValue == bits.reduce(0) { $0 | 1 << UInt64($1) })
    }
}

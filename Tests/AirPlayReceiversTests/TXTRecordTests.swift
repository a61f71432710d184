import AirPlayReceivers
import Foundation
import Testing

@Suite struct TXTRecordTests {
    @Test func keysIgnoreCaseAndTheFirstOccurrenceWins() {
        let txt = TXTRecord(["Model=AppleTV11,1", "model=Other", "MODEL=Third"])
        #expect(txt.string("model") == "AppleTV11,1")
        #expect(txt.keys.map(\.rawValue) == ["Model"])
    }

    @Test func aKeyWithoutEqualsIsThereAndHasNoValue() {
        let txt = TXTRecord(["pw", "ek="])
        #expect(txt.has("pw"))
        #expect(txt.bytes("pw") == nil)
        #expect(txt.bytes("ek") == [])
        #expect(txt.string("ek") == nil)
        #expect(!txt.has("missing"))
    }

    @Test func aValueKeepsItsEqualsSigns() {
        #expect(TXTRecord(["k=a=b="]).string("k") == "a=b=")
    }

    @Test func anEntryWithoutAKeyIsKeptAndNeverFound() {
        let txt = TXTRecord(["=value", ""])
        #expect(txt.entries.count == 2)
        #expect(txt.keys.isEmpty)
        #expect(!txt.has(""))
    }

    @Test(
        "Bytes survive JSON",
        arguments: [
            [UInt8]("plain=text".utf8), [UInt8]("name=卧室 👩‍👧".utf8), [0x6B, 0x3D, 0xFF, 0xFE], [UInt8]("k=C:\\x41".utf8),
            [0x6B, 0x3D, 0x1B, 0x5B, 0x33, 0x31, 0x6D], [0x6B, 0x3D, 0xC2, 0x9B], [0x00], [], [0xE5, 0x8D],
            [0xC0, 0x80],
            [UInt8](repeating: 0x5C, count: 255), [UInt8](0...127), [UInt8](128...255), [0x6B, 0x3D, 0xE2, 0x80, 0xAE],
        ])
    func roundTrip(bytes: [UInt8]) throws {
        let txt = TXTRecord(entries: [bytes])
        let json = try JSONEncoder().encode(txt)
        #expect(try JSONDecoder().decode(TXTRecord.self, from: json) == txt)
        #expect(!TXTEscape.text(bytes).unicodeScalars.contains { $0.steersTerminal })
    }

    @Test func randomBytesSurviveTheEscape() {
        var random = SeededRandom(state: 7)
        for _ in 0..<2000 {
            let bytes = (0..<Int(random.next() % 64)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(TXTEscape.bytes(TXTEscape.text(bytes)) == bytes)
        }
    }

    @Test(
        "A backslash that begins no escape stands for itself",
        arguments: [
            ("C:\\foo", "C:\\foo"), ("\\xZZ", "\\xZZ"), ("\\x4", "\\x4"), ("a\\", "a\\"), ("\\\\x41", "\\x41"),
            ("\\x41", "A"),
        ])
    func lenient(text: String, meant: String) {
        #expect(TXTEscape.bytes(text) == Array(meant.utf8))
    }

    @Test func anEntryLongerThanDNSAllowsIsRefused() throws {
        let json = try JSONEncoder().encode([String(repeating: "k", count: 256)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TXTRecord.self, from: json) }
    }
}

/// SplitMix64: the same numbers on every machine.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

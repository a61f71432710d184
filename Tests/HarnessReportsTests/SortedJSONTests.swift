import Foundation
import Testing

@testable import HarnessReports

/// The writer of large documents gives the bytes that `JSONEncoder` gives.
@Suite struct SortedJSONTests {
    private struct Everything: Encodable {
        var zebra = "last"
        var apple: [Int?] = [1, nil, .min, .max]
        var numbers = [0.1, 25, -0.0, 1e21, 1e-7, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        var single: Float = 0.1
        var small: [UInt8] = [0, 255]
        var isTrue = [true, false]
        var nothing: String?
        var empty = Empty()
        var none: [Empty] = []
        var nested = [[Inner(b: "\u{2028}é😀", a: 2)], [], [Inner(b: "", a: 1), Inner(b: "/", a: -1)]]
        var words = ["ß": 1, "z": 2, "aa": 3, "a": 4, "B": 5]
        var control = String(String.UnicodeScalarView((0...0x7F).compactMap(Unicode.Scalar.init)))
        var heir = Heir()
        var kind = Kind.second
        var split = Split()
    }
    private struct Empty: Encodable {}
    private struct Inner: Encodable {
        var b: String
        var a: Int
    }
    private enum Kind: String, Encodable { case second }
    private class Ancestor: Encodable { let name = "old" }
    private final class Heir: Ancestor {
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try super.encode(to: container.superEncoder())
            try container.encode("new", forKey: .name)
        }
        private enum Key: CodingKey { case name }
    }
    /// Asks for its container twice, as a value does whose parts encode themselves, and for nested ones.
    private struct Split: Encodable {
        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Key.self)
            var list = first.nestedUnkeyedContainer(forKey: .y)
            try list.encode(1)
            var row = list.nestedContainer(keyedBy: Key.self)
            try row.encode("deep", forKey: .y)
            try row.encodeNil(forKey: .x)
            var second = encoder.container(keyedBy: Key.self)
            try second.encode(2, forKey: .x)
        }
        private enum Key: CodingKey { case x, y }
    }

    private func reference(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func itWritesWhatTheEncoderOfTheSystemWrites() throws {
        #expect(String(decoding: try SortedJSON.encode(Everything()), as: UTF8.self) == (try reference(Everything())))
    }

    @Test("Fragments", arguments: ["a \"word\"\n", ""])
    func fragments(text: String) throws {
        #expect(String(decoding: try SortedJSON.encode(text), as: UTF8.self) == (try reference(text)))
        #expect(
            String(decoding: try SortedJSON.encode([text: [text]]), as: UTF8.self) == (try reference([text: [text]])))
    }

    @Test("What is no number has no text", arguments: [Double.nan, .infinity])
    func numbers(value: Double) {
        #expect(throws: EncodingError.self) { try SortedJSON.encode([value]) }
    }
}

import Foundation

/// A document as UTF-8 text with sorted keys and a final line feed.
func encoded(_ document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
}

/// A large document as UTF-8 text with sorted keys, small objects on one line, and a final line feed.
func encodedCompactly(_ document: some Encodable) throws -> String {
    CompactJSON.layOut(try SortedJSON.encode(document)) + "\n"
}

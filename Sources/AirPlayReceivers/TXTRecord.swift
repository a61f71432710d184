/// A DNS-SD TXT record: its strings byte for byte, in the order in which they were published (RFC 6763 section 6).
///
///     let txt = TXTRecord(["model=AppleTV11,1", "MODEL=Other", "pw"])
///     txt.string(.model)   // "AppleTV11,1": keys ignore case, the first occurrence wins
///     txt.has("pw")        // true, with no value
///
/// In JSON it is a list of strings; see ``TXTEscape`` for bytes that a string cannot hold.
package struct TXTRecord: Sendable, Hashable {
    /// One string for each `key=value`, without its length byte; at most 255 bytes each (RFC 6763 section 6.1).
    package let entries: [[UInt8]]

    /// The longest string that a TXT record can hold.
    package static let longestEntry = 255

    /// Keeps the strings as they are.
    package init(entries: [[UInt8]]) { self.entries = entries }

    /// Makes a record of texts, each `key=value`.
    package init(_ texts: [String] = []) { entries = texts.map { Array($0.utf8) } }

    /// Reads the wire form, in which a length byte goes before each string (RFC 6763 section 6.1); `nil` when cut short.
    package init?(wire bytes: some Collection<UInt8>) {
        var entries: [[UInt8]] = []
        var rest = bytes[...]
        while let length = rest.popFirst() {
            guard rest.count >= Int(length) else { return nil }
            entries.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        self.init(entries: entries)
    }

    /// Whether a key is there, with or without a value.
    package func has(_ key: TXTKey) -> Bool { entry(key) != nil }

    /// The bytes after the first `=` of the first string with this key.
    ///
    /// `nil` when the key is missing or stands without `=` (RFC 6763 section 6.4); empty when nothing follows the `=`.
    package func bytes(_ key: TXTKey) -> [UInt8]? {
        guard let entry = entry(key), let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return Array(entry[(equals + 1)...])
    }

    /// The value as text, bytes that are no UTF-8 replaced; `nil` as for ``bytes(_:)``, and when the value is empty.
    package func string(_ key: TXTKey) -> String? {
        guard let bytes = bytes(key), !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All keys with their spelling as published, first occurrences only, in order.
    package var keys: [TXTKey] {
        var seen: Set<String> = []
        return entries.compactMap { entry in
            let key = TXTKey(rawValue: String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self))
            guard !key.rawValue.isEmpty, seen.insert(key.folded).inserted else { return nil }
            return key
        }
    }

    private func entry(_ key: TXTKey) -> [UInt8]? {
        let wanted = Array(key.folded.utf8)
        return wanted.isEmpty ? nil : entries.first { TXTRecord.foldedKey(of: $0).elementsEqual(wanted) }
    }

    /// The key part of a string in lower case. A string that begins with `=` has no key (RFC 6763 section 6.4).
    private static func foldedKey(of entry: [UInt8]) -> some Sequence<UInt8> {
        entry.prefix { $0 != UInt8(ascii: "=") }.lazy.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    }
}

extension TXTRecord: Codable {
    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var entries: [[UInt8]] = []
        while !list.isAtEnd {
            let entry = TXTEscape.bytes(try list.decode(String.self))
            guard entry.count <= TXTRecord.longestEntry else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "a TXT string of \(entry.count) bytes; 255 is the limit of DNS")
            }
            entries.append(entry)
        }
        self.init(entries: entries)
    }

    package func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for entry in entries { try list.encode(TXTEscape.text(entry)) }
    }
}

/// The name of a TXT entry. An open set; comparing ignores the case of ASCII letters (RFC 6763 section 6.4).
package struct TXTKey: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The key as spelled.
    package let rawValue: String

    /// Names a key.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Names a key.
    package init(stringLiteral value: String) { rawValue = value }

    /// The key in lower case.
    package var folded: String { rawValue.lowercased() }

    /// Equal but for case.
    package static func == (a: TXTKey, b: TXTKey) -> Bool { a.folded == b.folded }

    /// Hashes what ``==(_:_:)`` compares.
    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    /// The key as spelled.
    package var description: String { rawValue }
}

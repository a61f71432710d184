/// Reads what ``WireEncoder`` wrote, from a process that may have lost its mind.
struct WireDecoder {
    /// Reads a value.
    ///
    /// - Throws: `DecodingError` for anything but what the encoder writes for this type.
    static func decode<Value: Decodable>(_ type: Value.Type, from message: [UInt8]) throws -> Value {
        try Value(from: WireDecoding(reader: WireReader(message), slot: message.indices))
    }
}

/// The bytes while they are read.
private final class WireReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func corrupt(_ what: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: what))
    }

    /// An integer, least byte first.
    func integer<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type) throws -> Value {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else {
            throw corrupt("the message ends early")
        }
        return bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }

    func text(_ range: Range<Int>) throws -> String { String(decoding: try content(range), as: UTF8.self) }

    /// Whether this text stands here.
    func isText(_ text: String, at range: Range<Int>) throws -> Bool {
        try range.count == text.utf8.count && content(range).elementsEqual(text.utf8)
    }

    private func content(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw corrupt("the message ends early") }
        return bytes[range]
    }

    /// The content of the slot that begins here, within another.
    func slot(at offset: Int, in outer: Range<Int>) throws -> Range<Int> {
        let start = offset + 4
        guard start <= outer.upperBound else { throw corrupt("a slot ends early") }
        let end = start + Int(try integer(at: offset, as: UInt32.self))
        guard end <= outer.upperBound else { throw corrupt("a slot is longer than the one around it") }
        return start..<end
    }
}

/// A slot that holds one value.
private struct WireDecoding: Decoder, SingleValueDecodingContainer {
    let reader: WireReader
    let slot: Range<Int>
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(WireKeyedDecoding(reader: reader, slot: slot))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { WireUnkeyedDecoding(reader: reader, slot: slot) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    private var bits: UInt64 {
        get throws {
            guard slot.count == 8 else { throw reader.corrupt("no number") }
            return try reader.integer(at: slot.lowerBound, as: UInt64.self)
        }
    }

    private func signed<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let value = Value(exactly: Int64(bitPattern: try bits)) else { throw reader.corrupt("no such number") }
        return value
    }

    private func unsigned<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let value = Value(exactly: try bits) else { throw reader.corrupt("no such number") }
        return value
    }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool {
        let value = slot.count == 1 ? try reader.integer(at: slot.lowerBound, as: UInt8.self) : 2
        guard value < 2 else { throw reader.corrupt("neither yes nor no") }
        return value == 1
    }
    func decode(_ type: String.Type) throws -> String { try reader.text(slot) }
    func decode(_ type: Double.Type) throws -> Double { Double(bitPattern: try bits) }
    func decode(_ type: Float.Type) throws -> Float { Float(Double(bitPattern: try bits)) }
    func decode(_ type: Int.Type) throws -> Int { try signed(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try signed(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try signed(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try signed(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try signed(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try unsigned(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try unsigned(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try unsigned(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try unsigned(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try unsigned(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

/// A row of entries.
private final class WireKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reader: WireReader
    private let slot: Range<Int>
    /// Behind the entry that was asked for last: values are read in the order in which they were written, as a rule.
    @exclusivity(unchecked) private var position: Int
    var codingPath: [any CodingKey] { [] }

    init(reader: WireReader, slot: Range<Int>) {
        self.reader = reader
        self.slot = slot
        position = slot.lowerBound
    }

    /// The entry that begins here; `nil` at the end.
    private func entry(at offset: Int) throws -> (name: Range<Int>, content: Range<Int>)? {
        guard offset < slot.upperBound else { return nil }
        let start = offset + 1
        let end = start + Int(try reader.integer(at: offset, as: UInt8.self))
        return (start..<end, try reader.slot(at: end, in: slot))
    }

    private func find(_ key: some CodingKey) throws -> WireDecoding? {
        let wanted = key.stringValue
        let start = position
        var offset = start
        repeat {
            guard let entry = try entry(at: offset) else {
                // Behind the last entry comes the first one.
                if start == slot.lowerBound || offset == slot.lowerBound { return nil }
                offset = slot.lowerBound
                continue
            }
            offset = entry.content.upperBound
            guard try reader.isText(wanted, at: entry.name) else { continue }
            position = offset
            return WireDecoding(reader: reader, slot: entry.content)
        } while offset != start
        return nil
    }

    private func value(_ key: some CodingKey) throws -> WireDecoding {
        guard let value = try find(key) else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: [], debugDescription: "no entry \(key.stringValue)"))
        }
        return value
    }

    var allKeys: [Key] {
        var keys: [Key] = []
        var offset = slot.lowerBound
        while let entry = try? entry(at: offset) {
            if let name = try? reader.text(entry.name), let key = Key(stringValue: name) { keys.append(key) }
            offset = entry.content.upperBound
        }
        return keys
    }
    func contains(_ key: Key) -> Bool { (try? find(key)) ?? nil != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try find(key) == nil }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: value(key))
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try find(key)?.decode(type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try find(key)?.decode(type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try find(key)?.decode(type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try find(key)?.decode(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try find(key).map { try Value(from: $0) }
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try value(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try value(WireSuperKey()) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// A row of slots.
private struct WireUnkeyedDecoding: UnkeyedDecodingContainer {
    let reader: WireReader
    let slot: Range<Int>
    private var position: Int
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }

    init(reader: WireReader, slot: Range<Int>) {
        self.reader = reader
        self.slot = slot
        position = slot.lowerBound
    }

    var count: Int? { nil }
    var isAtEnd: Bool { position >= slot.upperBound }

    private mutating func next() throws -> WireDecoding {
        let content = try reader.slot(at: position, in: slot)
        position = content.upperBound
        currentIndex += 1
        return WireDecoding(reader: reader, slot: content)
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next()) }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}

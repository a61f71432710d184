/// Writes values down for the other process, in a form that costs little to write and to read.
///
/// Parent and worker are built together, so the form may change with any version and is stored nowhere. A keyed value is a
/// row of entries, each of them the length of its key in one byte, the key and a slot; an unkeyed one is a row of slots, and
/// a slot is its length in four bytes with its content. Integers and floating-point numbers take eight bytes, least first;
/// text is UTF-8. An absent optional is an absent entry; nothing else can be `nil`.
struct WireEncoder {
    /// Writes a value down.
    ///
    /// - Throws: `EncodingError` for what the form cannot hold: `nil` outside of a keyed value.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let writer = WireWriter()
        try value.encode(to: WireEncoding(writer: writer, depth: 0))
        writer.close(to: 0)
        return writer.message
    }
}

/// The bytes while they are written: one value at a time, so no access needs a look for another one.
private final class WireWriter {
    @exclusivity(unchecked) private(set) var message: [UInt8] = []
    /// Where the lengths of the slots stand that are not at their end.
    @exclusivity(unchecked) private var open: [Int] = []

    init() { message.reserveCapacity(8192) }

    /// Ends all slots but the outermost ones, so many.
    func close(to depth: Int) {
        while open.count > depth, let start = open.popLast() {
            let length = UInt32(truncatingIfNeeded: message.count - start - 4).littleEndian
            message.withUnsafeMutableBytes { $0.storeBytes(of: length, toByteOffset: start, as: UInt32.self) }
        }
    }

    /// Begins a slot.
    func openSlot() {
        open.append(message.count)
        message.append(contentsOf: repeatElement(0, count: 4))
    }

    /// Begins an entry. Keys are the names of properties: short.
    func write(key: String) {
        precondition(key.utf8.count <= UInt8.max)
        message.append(UInt8(key.utf8.count))
        message.append(contentsOf: key.utf8)
    }

    func write(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { message.append(contentsOf: $0) } }
    func write(_ value: String) { message.append(contentsOf: value.utf8) }
    func write(_ value: Bool) { message.append(value ? 1 : 0) }
}

/// A place in the bytes that takes one value.
private struct WireEncoding: Encoder, SingleValueEncodingContainer {
    let writer: WireWriter
    /// Slots around the place.
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(WireKeyedEncoding(writer: writer, depth: depth))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { WireUnkeyedEncoding(writer: writer, depth: depth) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws {
        throw EncodingError.invalidValue(
            Any?.none as Any, EncodingError.Context(codingPath: [], debugDescription: "nil stands for no value here"))
    }
    func encode(_ value: Bool) { writer.write(value) }
    func encode(_ value: String) { writer.write(value) }
    func encode(_ value: Double) { writer.write(value.bitPattern) }
    func encode(_ value: Float) { writer.write(Double(value).bitPattern) }
    func encode(_ value: Int) { writer.write(UInt64(truncatingIfNeeded: value)) }
    func encode(_ value: Int8) { writer.write(UInt64(truncatingIfNeeded: value)) }
    func encode(_ value: Int16) { writer.write(UInt64(truncatingIfNeeded: value)) }
    func encode(_ value: Int32) { writer.write(UInt64(truncatingIfNeeded: value)) }
    func encode(_ value: Int64) { writer.write(UInt64(truncatingIfNeeded: value)) }
    func encode(_ value: UInt) { writer.write(UInt64(value)) }
    func encode(_ value: UInt8) { writer.write(UInt64(value)) }
    func encode(_ value: UInt16) { writer.write(UInt64(value)) }
    func encode(_ value: UInt32) { writer.write(UInt64(value)) }
    func encode(_ value: UInt64) { writer.write(value) }
    func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

/// A row of entries.
private struct WireKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: WireWriter
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: some CodingKey) -> WireEncoding {
        writer.close(to: depth)
        writer.write(key: key.stringValue)
        writer.openSlot()
        return WireEncoding(writer: writer, depth: depth + 1)
    }

    func encodeNil(forKey key: Key) {}
    func encode(_ value: Bool, forKey key: Key) { begin(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { begin(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) { begin(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { begin(key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: begin(key)) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { begin(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { begin(WireSuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { begin(key) }
}

/// A row of slots.
private struct WireUnkeyedEncoding: UnkeyedEncodingContainer {
    let writer: WireWriter
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    private mutating func begin() -> WireEncoding {
        writer.close(to: depth)
        writer.openSlot()
        count += 1
        return WireEncoding(writer: writer, depth: depth + 1)
    }

    mutating func encodeNil() throws { try begin().encodeNil() }
    mutating func encode(_ value: some Encodable) throws { try value.encode(to: begin()) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        begin().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { begin().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { begin() }
}

/// Where a class writes what its superclass holds.
struct WireSuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

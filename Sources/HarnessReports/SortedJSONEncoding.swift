/// A place in ``SortedJSON`` that takes one value.
struct SortedJSONEncoding: Encoder, SingleValueEncodingContainer {
    let writer: SortedJSONWriter
    /// Objects and arrays around the place.
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        writer.begin(object: true, depth: depth)
        return KeyedEncodingContainer(SortedJSONMembers(writer: writer, depth: depth))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        writer.begin(object: false, depth: depth)
        return SortedJSONElements(writer: writer, depth: depth)
    }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { writer.write(literal: "null") }
    func encode(_ value: Bool) { writer.write(literal: value ? "true" : "false") }
    func encode(_ value: String) { writer.write(value) }
    func encode(_ value: Double) throws { try writer.write(value) }
    func encode(_ value: Float) throws { try writer.write(value) }
    func encode(_ value: Int) { writer.write(literal: value.description) }
    func encode(_ value: Int8) { writer.write(literal: value.description) }
    func encode(_ value: Int16) { writer.write(literal: value.description) }
    func encode(_ value: Int32) { writer.write(literal: value.description) }
    func encode(_ value: Int64) { writer.write(literal: value.description) }
    func encode(_ value: UInt) { writer.write(literal: value.description) }
    func encode(_ value: UInt8) { writer.write(literal: value.description) }
    func encode(_ value: UInt16) { writer.write(literal: value.description) }
    func encode(_ value: UInt32) { writer.write(literal: value.description) }
    func encode(_ value: UInt64) { writer.write(literal: value.description) }
    func encode(_ value: some Encodable) throws { try writer.write(value, depth: depth) }
}

/// The members of an object.
private struct SortedJSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: SortedJSONWriter
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: some CodingKey) -> SortedJSONEncoding {
        writer.begin(member: key.stringValue, depth: depth)
        return SortedJSONEncoding(writer: writer, depth: depth + 1)
    }

    func encodeNil(forKey key: Key) { begin(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { begin(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { begin(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try begin(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { begin(key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try begin(key).encode(value) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { begin(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { begin(SuperclassKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { begin(key) }
}

/// The elements of an array.
private struct SortedJSONElements: UnkeyedEncodingContainer {
    let writer: SortedJSONWriter
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(writer: SortedJSONWriter, depth: Int) {
        self.writer = writer
        self.depth = depth
    }

    private mutating func begin() -> SortedJSONEncoding {
        writer.begin(elementAfter: count, depth: depth)
        count += 1
        return SortedJSONEncoding(writer: writer, depth: depth + 1)
    }

    mutating func encodeNil() { begin().encodeNil() }
    mutating func encode(_ value: some Encodable) throws { try begin().encode(value) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        begin().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { begin().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { begin() }
}

/// Where a class writes what its superclass holds.
private struct SuperclassKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

/// Reads big-endian numbers from a stretch of bytes. Nothing is read beyond its end: each read says `nil` there.
package struct ByteReader: Sendable {
    /// All bytes of which this reader sees a part.
    package let storage: [UInt8]
    /// The next byte, as an index of ``storage``.
    package private(set) var position: Int
    /// The byte after the last one.
    package let end: Int

    /// Reads all bytes.
    package init(_ bytes: [UInt8]) {
        storage = bytes
        position = 0
        end = bytes.count
    }

    /// Reads a part; what lies outside of the bytes is cut off.
    package init(_ bytes: [UInt8], from start: Int, to end: Int) {
        storage = bytes
        self.end = min(max(0, end), bytes.count)
        position = min(max(0, start), self.end)
    }

    /// Bytes that are left.
    package var count: Int { end - position }

    /// The bytes that are left.
    package var rest: ArraySlice<UInt8> { storage[position..<end] }

    /// The byte so far ahead, without moving.
    package subscript(offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? storage[position + offset] : nil
    }

    /// The next number of so many bytes, at most 8 of which the highest bit is clear.
    package mutating func number(_ bytes: Int) -> Int? {
        guard bytes <= count else { return nil }
        var value: UInt64 = 0
        for index in position..<(position + bytes) { value = value << 8 | UInt64(storage[index]) }
        position += bytes
        return Int(exactly: value)
    }

    /// The next byte.
    package mutating func u8() -> Int? { number(1) }
    /// The next two bytes.
    package mutating func u16() -> Int? { number(2) }
    /// The next four bytes.
    package mutating func u32() -> Int? { number(4) }
    /// The next eight bytes; `nil` also for a number beyond 2^63, which no length or time is.
    package mutating func u64() -> Int? { number(8) }
    /// The next four bytes with a sign.
    package mutating func i32() -> Int? { u32().map { Int(Int32(truncatingIfNeeded: $0)) } }

    /// The next four bytes as a code.
    package mutating func fourCC() -> FourCC? { u32().map { FourCC(rawValue: UInt32(truncatingIfNeeded: $0)) } }

    /// Steps over bytes; `nil` when there are not that many.
    @discardableResult package mutating func skip(_ bytes: Int) -> Void? {
        guard bytes >= 0, bytes <= count else { return nil }
        position += bytes
        return ()
    }

    /// A reader of the next bytes, which this one steps over; `nil` when there are not that many.
    package mutating func take(_ bytes: Int) -> ByteReader? {
        guard bytes >= 0, bytes <= count else { return nil }
        defer { position += bytes }
        return ByteReader(storage, from: position, to: position + bytes)
    }

    /// A reader of no more than so many of the next bytes, without moving.
    package func prefix(_ bytes: Int) -> ByteReader {
        ByteReader(storage, from: position, to: position + min(max(0, bytes), count))
    }

    /// A reader of some of all bytes, by their indices in ``storage``.
    package func part(_ range: Range<Int>) -> ByteReader {
        ByteReader(storage, from: range.lowerBound, to: range.upperBound)
    }

    /// Bytes up to a zero, which is stepped over, or to the end.
    package mutating func untilZero() -> ArraySlice<UInt8> {
        let text = rest.prefix { $0 != 0 }
        position = min(end, text.endIndex + 1)
        return text
    }

    /// Text up to a zero or the end; bytes that are no UTF-8 become replacement characters.
    package mutating func textUntilZero() -> String { String(decoding: untilZero(), as: UTF8.self) }
}

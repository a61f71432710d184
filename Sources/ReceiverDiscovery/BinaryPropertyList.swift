import AirPlayReceivers
import Foundation

/// Reads a binary property list (`bplist00`) of a stranger: every offset, count and depth is checked, and values are
/// counted as they unfold.
///
/// Foundation's own readers are not used: one takes 10 s and 1.5 GB on a small hostile list, the other decodes only into
/// types known beforehand, and keys nobody knows today must be kept.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let tableStart: Int
    private var left = InfoPropertyList.mostValues

    /// The value at the top of a list.
    static func read(_ bytes: [UInt8]) throws(InfoPropertyList.Problem) -> InfoValue {
        var reader = try BinaryPropertyList(bytes)
        return try reader.value(try reader.top(), depth: 0)
    }

    private init(_ bytes: [UInt8]) throws(InfoPropertyList.Problem) {
        self.bytes = bytes
        // Magic of 8 bytes, one object, one table entry, and the trailer of 32.
        guard bytes.count >= 42 else { throw .init(description: "a binary property list cut short") }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = BinaryPropertyList.number(bytes, trailer + 8, 8),
            let tableStart = BinaryPropertyList.number(bytes, trailer + 24, 8),
            count > 0, count <= bytes.count, tableStart >= 9, tableStart <= trailer,
            count <= (trailer - tableStart) / offsetSize
        else { throw .init(description: "a binary property list with a false trailer") }
        self.count = count
        self.tableStart = tableStart
    }

    private func top() throws(InfoPropertyList.Problem) -> Int {
        guard let top = BinaryPropertyList.number(bytes, bytes.count - 16, 8), top < count else {
            throw .init(description: "a binary property list without a top")
        }
        return top
    }

    /// A big-endian number of 1…8 bytes; `nil` when it does not fit `Int` or lies outside.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard start >= 0, start <= bytes.count - size else { return nil }
        return Int(exactly: bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private mutating func value(_ reference: Int, depth: Int) throws(InfoPropertyList.Problem) -> InfoValue {
        left -= 1
        guard left >= 0 else { throw .init(description: "a property list that unfolds to too many values") }
        guard depth <= InfoValue.deepestNesting else { throw .init(description: "a property list nested too deep") }
        guard reference < count,
            let start = BinaryPropertyList.number(bytes, tableStart + reference * offsetSize, offsetSize), start >= 8,
            start < tableStart
        else { throw .init(description: "a binary property list that points outside itself") }
        let marker = bytes[start]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0 where marker == 0x08: return .bool(false)
        case 0x0 where marker == 0x09: return .bool(true)
        case 0x1 where low <= 3: return try integer(start + 1, size: 1 << low)
        // Sixteen bytes hold an unsigned number of eight.
        case 0x1 where low == 4: return try integer(start + 9, size: 8, unsigned: true)
        case 0x2 where low == 2:
            return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try word(start + 1, 4)))))
        case 0x2 where low == 3: return .real(Double(bitPattern: try word(start + 1, 8)))
        case 0x3 where low == 3: return .real(Double(bitPattern: try word(start + 1, 8)))
        case 0x8: return .unsigned(try word(start + 1, low + 1))
        case 0x4:
            let (first, length) = try extent(start, low)
            return .data(Data(try slice(first, length)))
        case 0x5:
            let (first, length) = try extent(start, low)
            return .text(String(decoding: try slice(first, length), as: UTF8.self))
        case 0x6:
            let (first, length) = try extent(start, low)
            guard length <= bytes.count else { throw .init(description: "a text longer than the list") }
            let raw = Array(try slice(first, length * 2))
            let units = stride(from: 0, to: raw.count, by: 2).map { UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1]) }
            return .text(String(decoding: units, as: UTF16.self))
        case 0xA:
            let (first, length) = try extent(start, low)
            var list: [InfoValue] = []
            for index in 0..<length { list.append(try value(try self.reference(first, index), depth: depth + 1)) }
            return .list(list)
        case 0xD:
            let (first, length) = try extent(start, low)
            var dictionary: [String: InfoValue] = [:]
            for index in 0..<length {
                guard case .text(let key) = try value(try self.reference(first, index), depth: depth + 1) else {
                    throw .init(description: "a property list with a key that is no text")
                }
                dictionary[key] = try value(try self.reference(first, length + index), depth: depth + 1)
            }
            return .dictionary(dictionary)
        default: throw .init(description: "a binary property list with an object of unknown kind \(marker)")
        }
    }

    /// Where an object's content begins and how many elements it has; a count of 15 stands for an integer that follows.
    private func extent(_ start: Int, _ low: Int) throws(InfoPropertyList.Problem) -> (Int, Int) {
        guard low == 0x0F else { return (start + 1, low) }
        guard start + 1 < tableStart, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 0x0F <= 3 else {
            throw .init(description: "a binary property list with a false count")
        }
        let size = 1 << Int(bytes[start + 1] & 0x0F)
        guard let length = BinaryPropertyList.number(bytes, start + 2, size), length <= bytes.count else {
            throw .init(description: "a binary property list with a false count")
        }
        return (start + 2 + size, length)
    }

    private func reference(_ first: Int, _ index: Int) throws(InfoPropertyList.Problem) -> Int {
        // Both are bounded by the size of the list, so that this cannot overflow.
        guard let number = BinaryPropertyList.number(bytes, first + index * referenceSize, referenceSize) else {
            throw .init(description: "a binary property list that points outside itself")
        }
        return number
    }

    private func slice(_ start: Int, _ length: Int) throws(InfoPropertyList.Problem) -> ArraySlice<UInt8> {
        guard start <= tableStart, length <= tableStart - start else {
            throw .init(description: "a binary property list cut short")
        }
        return bytes[start..<(start + length)]
    }

    private func word(_ start: Int, _ size: Int) throws(InfoPropertyList.Problem) -> UInt64 {
        guard size <= 8 else { throw .init(description: "a binary property list with a number of \(size) bytes") }
        return try slice(start, size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    /// Numbers of fewer than eight bytes are unsigned, of eight signed.
    private func integer(_ start: Int, size: Int, unsigned: Bool = false) throws(InfoPropertyList.Problem) -> InfoValue
    {
        let word = try word(start, size)
        if !unsigned { return .integer(Int64(bitPattern: word)) }
        return Int64(exactly: word).map { .integer($0) } ?? .unsigned(word)
    }
}

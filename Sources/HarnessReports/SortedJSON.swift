/// JSON text of documents that are many or large, written straight into bytes: sorted keys, no white space, slashes as they are.
///
/// `JSONEncoder` gives the same bytes, to which a test holds this, but puts a tree of boxes and dictionaries together first
/// and sorts each of them. Values are written as they encode themselves: what `JSONEncoder` does to dates, data and URLs is
/// not done here, and no document holds one.
enum SortedJSON {
    /// Writes a document.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot hold.
    static func encode(_ document: some Encodable) throws -> [UInt8] {
        let writer = SortedJSONWriter()
        try writer.write(document, depth: 0)
        writer.close(to: 0)
        return writer.bytes
    }
}

/// The bytes while they are written.
///
/// Only one value is written at a time, so nothing is gained by looking at each access for another one, which would take a
/// seventh of the time.
final class SortedJSONWriter {
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    /// The objects and arrays around the place that is written, outermost first.
    @exclusivity(unchecked) private var open: [Container] = []
    /// The members of all open objects, in the order of writing.
    @exclusivity(unchecked) private var members: [Member] = []
    /// Where members are put in order.
    @exclusivity(unchecked) private var scratch: [UInt8] = []

    private struct Container {
        var start: Int
        var isObject: Bool
        /// Where its members begin in the list of all.
        var firstMember: Int
        var isSorted = true
    }

    private struct Member {
        /// Where the key is written, with its quotation marks.
        var key: Range<Int>
        /// Where the value ends; known when the next member begins.
        var end = 0
    }

    init() { bytes.reserveCapacity(8192) }

    /// Opens an object or an array at a depth: how many others are around it.
    func begin(object isObject: Bool, depth: Int) {
        // A value that is encoded in several steps asks for its container again.
        if open.count > depth, open[depth].isObject == isObject { return }
        open.append(Container(start: bytes.count, isObject: isObject, firstMember: members.count))
        bytes.append(UInt8(ascii: isObject ? "{" : "["))
    }

    /// Ends all objects and arrays but the outermost ones, so many.
    func close(to depth: Int) {
        while open.count > depth, let container = open.popLast() {
            if container.firstMember < members.count {
                members[members.count - 1].end = bytes.count
                if !container.isSorted { sort(container) }
                members.removeLast(members.count - container.firstMember)
            }
            bytes.append(UInt8(ascii: container.isObject ? "}" : "]"))
        }
    }

    /// Begins a member of the object at a depth.
    func begin(member key: String, depth: Int) {
        close(to: depth + 1)
        let isFirst = open[depth].firstMember == members.count
        if !isFirst {
            members[members.count - 1].end = bytes.count
            bytes.append(UInt8(ascii: ","))
        }
        let start = bytes.count
        write(key)
        let member = Member(key: start..<bytes.count)
        if !isFirst, open[depth].isSorted { open[depth].isSorted = precedes(members[members.count - 1], member) }
        members.append(member)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Begins an element of the array at a depth, the first or a further one.
    func begin(elementAfter count: Int, depth: Int) {
        close(to: depth + 1)
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
    }

    /// Puts the members of an object that ends here in the order of their keys.
    private func sort(_ object: Container) {
        members[object.firstMember...].sort(by: precedes)
        scratch.removeAll(keepingCapacity: true)
        for member in members[object.firstMember...] {
            if !scratch.isEmpty { scratch.append(UInt8(ascii: ",")) }
            scratch.append(contentsOf: bytes[member.key.lowerBound..<member.end])
        }
        bytes.replaceSubrange((object.start + 1)..., with: scratch)
    }

    /// Whether a key comes before another one, byte by byte. Its closing quotation mark does not count.
    private func precedes(_ first: Member, _ second: Member) -> Bool {
        bytes.withUnsafeBytes { bytes in
            let shorter = min(first.key.count, second.key.count) - 1
            for offset in 0..<shorter {
                let (one, other) = (bytes[first.key.lowerBound + offset], bytes[second.key.lowerBound + offset])
                if one != other { return one < other }
            }
            return first.key.count < second.key.count
        }
    }

    /// Writes any value at a depth.
    func write(_ value: some Encodable, depth: Int) throws {
        let start = bytes.count
        try value.encode(to: SortedJSONEncoding(writer: self, depth: depth))
        // A value without properties is an empty object.
        if bytes.count == start { bytes.append(contentsOf: "{}".utf8) }
    }

    /// Writes a number, a truth value or `null`.
    func write(literal text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes a number as the shortest text that gives it back, whole ones without a fraction.
    func write(_ number: some BinaryFloatingPoint & CustomStringConvertible & Encodable) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, EncodingError.Context(codingPath: [], debugDescription: "JSON has no word for \(number)"))
        }
        let text = number.description
        write(literal: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Writes text in quotation marks (RFC 8259 section 7).
    func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { codes in
            var rest = codes[...]
            while let place = rest.firstIndex(where: {
                $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
            }) {
                bytes.append(contentsOf: rest[..<place])
                escape(rest[place])
                rest = rest[(place + 1)...]
            }
            bytes.append(contentsOf: rest)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func escape(_ code: UInt8) {
        switch code {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), code]
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case ..<0x20: bytes += "\\u00\(code < 0x10 ? "0" : "")\(String(code, radix: 16))".utf8
        default: bytes.append(code)
        }
    }
}

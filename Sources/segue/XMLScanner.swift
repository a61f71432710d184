/// Reads the elements of an XML document one after the other, and nothing else of XML: no document type, no entities but
/// the five of the language and characters by number, nothing outside the document.
///
/// FoundationXML would add some 50 MB to the program for the documents of ad servers alone.
struct XMLScanner {
    /// What stands in the document.
    enum Event: Hashable {
        /// A start tag, with its attributes as far as they are well-formed. An empty element gives an end as well.
        case start(String, attributes: [String: String])
        /// An end tag.
        case end(String)
        /// Text between tags, with references replaced; CDATA is text.
        case text(String)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var open: [String] = []
    private var isPending = false

    /// Deeper documents are refused.
    private static let mostDepth = 64
    /// More attributes of one element are refused.
    private static let mostAttributes = 64

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The line of the next event, from 1.
    var line: Int { 1 + bytes[..<min(position, bytes.count)].count { $0 == 0x0A } }

    /// The next event; `nil` at the end of the document.
    mutating func next() throws(CreativeListProblem) -> Event? {
        if isPending {
            isPending = false
            return .end(open.removeLast())
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(try text()) }
            if skips("<?", until: "?>") || skips("<!--", until: "-->") { continue }
            if matches("<![CDATA[") {
                let start = position + 9
                guard let end = find("]]>", from: start) else { throw wrong("CDATA does not end") }
                position = end + 3
                return .text(String(decoding: bytes[start..<end], as: UTF8.self))
            }
            if matches("<!") { throw wrong("a document type is refused") }
            return matches("</") ? try endTag() : try startTag()
        }
        guard open.isEmpty else { throw wrong("'\(open.last ?? "")' does not end") }
        return nil
    }

    private mutating func startTag() throws(CreativeListProblem) -> Event {
        position += 1
        let name = try name()
        guard open.count < Self.mostDepth else { throw wrong("nested too deep") }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard position < bytes.count else { throw wrong("'\(name)' does not end") }
            if bytes[position] == UInt8(ascii: ">") {
                position += 1
                open.append(name)
                return .start(name, attributes: attributes)
            }
            if matches("/>") {
                position += 2
                open.append(name)
                isPending = true
                return .start(name, attributes: attributes)
            }
            let key = try self.name()
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
                throw wrong("'\(key)' has no value")
            }
            position += 1
            skipSpace()
            guard attributes.count < Self.mostAttributes else { throw wrong("too many attributes") }
            attributes[key] = try quoted()
        }
    }

    private mutating func endTag() throws(CreativeListProblem) -> Event {
        position += 2
        let name = try name()
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">"), open.last == name else {
            throw wrong("'\(name)' ends where '\(open.last ?? "nothing")' is open")
        }
        position += 1
        open.removeLast()
        return .end(name)
    }

    private mutating func text() throws(CreativeListProblem) -> String {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return try unescaped(bytes[start..<position])
    }

    private mutating func quoted() throws(CreativeListProblem) -> String {
        guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) else {
            throw wrong("a value is not quoted")
        }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: bytes[position]) else { throw wrong("a value does not end") }
        position = end + 1
        return try unescaped(bytes[start..<end])
    }

    private mutating func name() throws(CreativeListProblem) -> String {
        let start = position
        while position < bytes.count, !" \t\r\n/>=<'\"&".utf8.contains(bytes[position]) { position += 1 }
        guard position > start, position - start <= 256 else { throw wrong("a name is missing, or too long") }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        // The prefix of a name space says nothing here.
        return name.split(separator: ":").last.map(String.init) ?? name
    }

    private func unescaped(_ slice: ArraySlice<UInt8>) throws(CreativeListProblem) -> String {
        guard slice.contains(UInt8(ascii: "&")) else { return String(decoding: slice, as: UTF8.self) }
        var result = ""
        let pieces = slice.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        result += String(decoding: pieces[0], as: UTF8.self)
        for piece in pieces.dropFirst() {
            guard let end = piece.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = Self.character(String(decoding: piece[..<end], as: UTF8.self))
            else { throw wrong("an entity that is not one of XML's own") }
            result.append(character)
            result += String(decoding: piece[(end + 1)...], as: UTF8.self)
        }
        return result
    }

    private static func character(_ reference: String) -> Character? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard reference.hasPrefix("#") else { return nil }
            let digits = reference.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
    }

    private mutating func skips(_ start: String, until end: String) -> Bool {
        guard matches(start) else { return false }
        position = find(end, from: position + start.utf8.count).map { $0 + end.utf8.count } ?? bytes.count
        return true
    }

    private func matches(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private func find(_ text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard start <= bytes.count - wanted.count else { return nil }
        return (start...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
    }

    private func wrong(_ message: String) -> CreativeListProblem {
        CreativeListProblem(line: line, message: "not the XML of an ad server: \(message)")
    }
}

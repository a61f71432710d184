/// Reads identifiers out of XML tag by tag, without building a tree and without anything that XML can pull in.
///
/// Foundation's XML reader would be 50 MB in the delivered program.
struct FeedXMLReader {
    private let bytes: [UInt8]
    private let place: IdentifierFeed.Place
    private var index = 0
    private var identifiers: Set<String> = []
    /// The text of an element that is wanted, while inside it.
    private var text: String?
    /// Names of the elements that are open, as ranges of the bytes.
    private var open: [Range<Int>] = []
    private var hasRoot = false

    /// Deepest nesting that is read.
    private static let deepest = 1024

    /// The longest identifier that is kept.
    private static let longest = 1024

    /// All identifiers.
    static func identifiers(
        in bytes: [UInt8], at place: IdentifierFeed.Place
    ) throws(IdentifierFeedError) -> Set<String> {
        var reader = FeedXMLReader(bytes: bytes, place: place)
        try reader.read()
        return reader.identifiers
    }

    private init(bytes: [UInt8], place: IdentifierFeed.Place) {
        self.bytes = bytes
        self.place = place
    }

    private mutating func read() throws(IdentifierFeedError) {
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            addText(bytes[index..<open])
            index = open + 1
            guard let first = index < bytes.count ? bytes[index] : nil else { throw cutOff }
            if starts(with: "!--") {
                try skip(past: "-->")
            } else if starts(with: "![CDATA[") {
                let start = index + 8
                try skip(past: "]]>")
                if text != nil, start <= index - 3 {
                    append(String(decoding: bytes[start..<(index - 3)], as: UTF8.self))
                }
            } else if first == UInt8(ascii: "?") {
                try skip(past: "?>")
            } else if first == UInt8(ascii: "!") {
                throw IdentifierFeedError(text: "declares a document type of its own, which is not read")
            } else {
                try tag(isEnd: first == UInt8(ascii: "/"))
            }
        }
        guard let last = open.last else { return }
        throw IdentifierFeedError(text: "is XML that is cut off: element \(shown(last)) does not end")
    }

    /// Follows which elements are open.
    private mutating func nest(_ name: ArraySlice<UInt8>, isEnd: Bool, isEmpty: Bool) throws(IdentifierFeedError) {
        guard !name.isEmpty else { throw IdentifierFeedError(text: "is broken XML: a tag without a name") }
        guard isEnd else {
            guard !open.isEmpty || !hasRoot else {
                throw IdentifierFeedError(
                    text: "is broken XML: element \(shown(name.indices)) follows the outermost one")
            }
            hasRoot = true
            guard open.count < Self.deepest else {
                throw IdentifierFeedError(text: "is XML that is nested deeper than \(Self.deepest)")
            }
            if !isEmpty { open.append(name.indices) }
            return
        }
        guard let last = open.popLast() else {
            throw IdentifierFeedError(text: "is broken XML: element \(shown(name.indices)) ends and never began")
        }
        guard bytes[last] == name else {
            throw IdentifierFeedError(
                text: "is broken XML: element \(shown(name.indices)) ends where \(shown(last)) is open")
        }
    }

    private func shown(_ name: Range<Int>) -> String { "'\(String(decoding: bytes[name].prefix(60), as: UTF8.self))'" }

    private mutating func tag(isEnd: Bool) throws(IdentifierFeedError) {
        let start = isEnd ? index + 1 : index
        var quote: UInt8?
        var end = start
        while end < bytes.count, quote != nil || bytes[end] != UInt8(ascii: ">") {
            let byte = bytes[end]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            end += 1
        }
        guard end < bytes.count else { throw cutOff }
        let body = bytes[start..<end]
        index = end + 1
        let name = body.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
        try nest(name, isEnd: isEnd, isEmpty: body.last == UInt8(ascii: "/"))
        guard name.elementsEqual(place.element.utf8) else { return }
        if let attribute = place.attribute {
            if !isEnd, let value = Self.value(of: attribute, in: body.dropFirst(name.count)) { insert(value) }
        } else if isEnd {
            if let text { insert(text) }
            text = nil
        } else if body.last != UInt8(ascii: "/") {
            text = ""
        }
    }

    private static func value(of attribute: String, in body: ArraySlice<UInt8>) -> String? {
        var rest = body
        while true {
            rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
            let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
            guard !name.isEmpty else { return nil }
            rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
            guard rest.first == UInt8(ascii: "=") else { return nil }
            rest = rest.dropFirst().drop { $0 <= 0x20 }
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let value = rest.dropFirst().prefix { $0 != quote }
            if name.elementsEqual(attribute.utf8) {
                return XMLEntities.resolved(String(decoding: value, as: UTF8.self))
            }
            rest = rest.dropFirst(value.count + 2)
        }
    }

    private mutating func addText(_ bytes: ArraySlice<UInt8>) {
        if text != nil { append(XMLEntities.resolved(String(decoding: bytes.prefix(Self.longest), as: UTF8.self))) }
    }

    private mutating func append(_ more: String) {
        if let held = text, held.utf8.count + more.utf8.count <= Self.longest { text = held + more }
    }

    private mutating func insert(_ text: String) {
        let identifier = text.trimmed
        if !identifier.isEmpty, identifier.utf8.count <= Self.longest { identifiers.insert(identifier) }
    }

    private func starts(with word: StaticString) -> Bool {
        word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    private mutating func skip(past word: String) throws(IdentifierFeedError) {
        guard let range = bytes[index...].firstRange(of: Array(word.utf8)) else { throw cutOff }
        index = range.upperBound
    }

    private var cutOff: IdentifierFeedError { IdentifierFeedError(text: "is XML that is cut off") }
}

/// The five entities of XML and numeric ones; anything else stays as it is.
enum XMLEntities {
    /// A text with its entities resolved.
    static func resolved(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";") else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            let name = rest[rest.index(after: start)..<end]
            result += character(name).map(String.init) ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Character? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(UnicodeScalar.init).map(Character.init)
        }
    }
}

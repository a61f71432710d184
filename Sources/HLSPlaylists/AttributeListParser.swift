/// Reads attribute lists byte by byte; see ``AttributeList/parse(_:variables:)``.
struct AttributeListParser {
    let bytes: [UInt8]
    private var index: Int
    private let end: Int
    private(set) var problems: [AttributeList.Problem] = []

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    mutating func parse(_ variables: inout VariableTable) -> AttributeList {
        var list = AttributeList()
        while index < end {
            skipBlanks()
            guard index < end else { break }
            guard let name = name() else { break }
            guard let (value, isQuoted) = value(of: name) else { break }
            if list.attributes.contains(where: { $0.name == name }) {
                note("playlist-attribute-duplicate", "attribute \(name) occurs twice; the first value counts")
            } else if list.attributes.count == AttributeList.mostAttributes {
                note("playlist-attribute-too-many", "more than \(AttributeList.mostAttributes) attributes in one tag")
                break
            } else {
                let expanded = substitute(value, of: name, isQuoted: isQuoted, &variables)
                list.attributes.append(AttributeList.Attribute(name: name, value: expanded, isQuoted: isQuoted))
            }
        }
        return list
    }

    /// The name up to `=`; on a stray word without a value the rest up to the comma is left out.
    private mutating func name() -> String? {
        while index < end {
            let start = index
            while index < end, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: ",") { index += 1 }
            if index < end, bytes[index] == UInt8(ascii: "="), index > start {
                let name = text(start..<index)
                index += 1
                if !bytes[start..<index - 1].allSatisfy(Self.isNameByte) {
                    note("playlist-attribute-name", "'\(name)' is not an attribute name")
                }
                return name
            }
            if start < end { note("playlist-attribute-syntax", "'\(text(start..<index))' is not NAME=VALUE") }
            if index < end { index += 1 }
            skipBlanks()
        }
        return nil
    }

    private mutating func value(of name: String) -> (String, Bool)? {
        guard index < end, bytes[index] == UInt8(ascii: "\"") else {
            let start = index
            while index < end, bytes[index] != UInt8(ascii: ",") { index += 1 }
            var stop = index
            while stop > start, bytes[stop - 1] == 0x20 { stop -= 1 }
            if stop == start {
                note("playlist-attribute-empty", "attribute \(name) has no value")
            } else if stop < index || bytes[start..<stop].contains(where: { $0 == 0x20 || $0 == UInt8(ascii: "\"") }) {
                note("playlist-attribute-blank", "the value of \(name) contains blanks or quotes outside a string")
            }
            let value = text(start..<stop)
            if index < end { index += 1 }
            return (value, false)
        }
        index += 1
        let start = index
        while index < end, bytes[index] != UInt8(ascii: "\"") { index += 1 }
        guard index < end else {
            note("playlist-attribute-unterminated", "the quoted value of \(name) has no closing quote")
            return nil
        }
        let value = text(start..<index)
        index += 1
        skipBlanks()
        if index < end {
            if bytes[index] == UInt8(ascii: ",") {
                index += 1
                if index == end { note("playlist-attribute-syntax", "the list ends with a comma") }
            } else {
                note("playlist-attribute-syntax", "no comma after the value of \(name)")
            }
        }
        return (value, true)
    }

    private mutating func substitute(
        _ value: String, of name: String, isQuoted: Bool, _ variables: inout VariableTable
    ) -> String {
        let isHexadecimal = !isQuoted && (value.hasPrefix("0x") || value.hasPrefix("0X"))
        guard isQuoted || isHexadecimal, value.utf8.contains(UInt8(ascii: "{")) else { return value }
        do {
            return try variables.substitute(in: value)
        } catch {
            note(error.code, "in attribute \(name): \(error)")
            return value
        }
    }

    private mutating func skipBlanks() {
        let start = index
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        if index > start { note("playlist-attribute-blank", "blanks between attributes") }
    }

    private mutating func note(_ code: String, _ message: String) {
        guard problems.count < 16 else { return }
        problems.append(AttributeList.Problem(code: code, message: message))
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte &- 65 < 26 || byte &- 48 < 10 || byte == UInt8(ascii: "-")
    }
}

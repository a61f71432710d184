import AirPlayReceivers
import Foundation

/// Reads an XML property list of a stranger: the few elements that property lists have, and nothing else of XML.
///
/// There are no document types, entities of one's own or external parts in here, so none can be abused; the price of
/// Foundation's XML reader would be 50 MB in the delivered program.
struct XMLPropertyList {
    private var rest: Substring
    private var left = InfoPropertyList.mostValues

    /// The value of a list.
    static func read(_ bytes: [UInt8]) throws(InfoPropertyList.Problem) -> InfoValue {
        var reader = XMLPropertyList(rest: String(decoding: bytes, as: UTF8.self)[...])
        guard let tag = try reader.nextTag(), tag.name == "plist", !tag.isClosing, !tag.isEmpty else {
            throw .init(description: "XML that is no property list")
        }
        guard let first = try reader.nextTag(), !first.isClosing else {
            throw .init(description: "an empty property list")
        }
        return try reader.value(first, depth: 0)
    }

    private init(rest: Substring) { self.rest = rest }

    private struct Tag {
        var name: Substring
        var isClosing: Bool
        var isEmpty: Bool
    }

    /// The next tag, past text, comments and declarations; `nil` at the end.
    private mutating func nextTag() throws(InfoPropertyList.Problem) -> Tag? {
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "-->") else { throw .init(description: "a comment without an end") }
                rest = rest[end.upperBound...]
                continue
            }
            guard let close = rest.firstIndex(of: ">") else { throw .init(description: "XML cut short") }
            var inner = rest[..<close]
            rest = rest[rest.index(after: close)...]
            // The declaration and the document type say nothing that matters; an inner subset is refused.
            if inner.hasPrefix("?") { continue }
            if inner.hasPrefix("!") {
                guard !inner.contains("["), inner.hasPrefix("!DOCTYPE") else {
                    throw .init(description: "XML with declarations of its own")
                }
                continue
            }
            let isClosing = inner.hasPrefix("/")
            let isEmpty = inner.hasSuffix("/")
            inner = inner.drop { $0 == "/" }
            return Tag(name: inner.prefix { $0.isLetter }, isClosing: isClosing, isEmpty: isEmpty)
        }
        return nil
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(InfoPropertyList.Problem) -> InfoValue {
        left -= 1
        guard left >= 0 else { throw .init(description: "a property list of too many values") }
        guard depth <= InfoValue.deepestNesting else { throw .init(description: "a property list nested too deep") }
        switch tag.name {
        case "true", "false":
            if !tag.isEmpty { _ = try content(of: tag) }
            return .bool(tag.name == "true")
        case "string", "date": return .text(try content(of: tag))
        case "integer":
            let text = try content(of: tag).filter { !$0.isWhitespace }
            if let number = Int64(text) { return .integer(number) }
            guard let number = UInt64(text) else { throw .init(description: "an integer of \(text.prefix(30))") }
            return .unsigned(number)
        case "real":
            let text = try content(of: tag).filter { !$0.isWhitespace }
            guard let number = Double(text) else { throw .init(description: "a real of \(text.prefix(30))") }
            return .real(number)
        case "data":
            let text = try content(of: tag).filter { !$0.isWhitespace }
            guard let data = Data(base64Encoded: text) else { throw .init(description: "data that is no base64") }
            return .data(data)
        case "array":
            var list: [InfoValue] = []
            while let next = try child(of: tag) { list.append(try value(next, depth: depth + 1)) }
            return .list(list)
        case "dict":
            var values: [String: InfoValue] = [:]
            while let next = try child(of: tag) {
                guard next.name == "key" else { throw .init(description: "a value without a key") }
                let key = try content(of: next)
                guard let following = try nextTag(), !following.isClosing else {
                    throw .init(description: "a key without a value")
                }
                values[key] = try value(following, depth: depth + 1)
            }
            return .dictionary(values)
        default: throw .init(description: "an element '\(tag.name.prefix(20))' that property lists do not have")
        }
    }

    /// The next element within a container; `nil` when the container ends.
    private mutating func child(of tag: Tag) throws(InfoPropertyList.Problem) -> Tag? {
        if tag.isEmpty { return nil }
        guard let next = try nextTag() else { throw .init(description: "XML cut short") }
        guard next.isClosing else { return next }
        guard next.name == tag.name else { throw .init(description: "XML elements that cross") }
        return nil
    }

    /// The text up to the closing tag, entities resolved.
    private mutating func content(of tag: Tag) throws(InfoPropertyList.Problem) -> String {
        if tag.isEmpty { return "" }
        guard let open = rest.firstIndex(of: "<") else { throw .init(description: "XML cut short") }
        let raw = rest[..<open]
        guard let next = try nextTag(), next.isClosing, next.name == tag.name else {
            throw .init(description: "an element within '\(tag.name.prefix(20))'")
        }
        return XMLPropertyList.resolved(raw)
    }

    /// The text with the five entities of XML and numeric ones resolved; anything else stays as it is.
    private static func resolved(_ raw: Substring) -> String {
        guard raw.contains("&") else { return String(raw) }
        let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var text = ""
        var rest = raw
        while let ampersand = rest.firstIndex(of: "&") {
            text += rest[..<ampersand]
            rest = rest[rest.index(after: ampersand)...]
            guard let end = rest.prefix(12).firstIndex(of: ";") else {
                text += "&"
                continue
            }
            let name = rest[..<end]
            if let plain = named[String(name)] {
                text += plain
            } else if name.hasPrefix("#"), let scalar = scalar(name.dropFirst()) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "&\(name);"
            }
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    private static func scalar(_ digits: Substring) -> Unicode.Scalar? {
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { Unicode.Scalar($0) }
    }
}

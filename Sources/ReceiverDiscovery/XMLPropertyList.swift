import AirPlayReceivers
import CExpat
import Foundation

/// Reads an XML property list of a stranger with expat, a SAX parser: the few elements that property lists have, and nothing
/// else of XML.
///
/// A document type may be named and may declare nothing, so that there is no entity that unfolds or pulls in a file. Depth
/// and number of values are bounded as elements begin, before anything is built of them.
final class XMLPropertyList {
    /// An element that has begun and not ended.
    private struct Open {
        var name: String
        var values: [InfoValue] = []
        var dictionary: [String: InfoValue] = [:]
        /// The key that waits for its value.
        var key: String?
        var text = ""

        var isContainer: Bool { name == "plist" || name == "array" || name == "dict" }
    }

    private static let leaves: Set = ["true", "false", "string", "date", "integer", "real", "data", "key"]

    private let parser: OpaquePointer
    private var open: [Open] = []
    private var left = InfoPropertyList.mostValues
    private var result: InfoValue?
    private var problem: String?

    /// The value of a list.
    static func read(_ bytes: [UInt8]) throws(InfoPropertyList.Problem) -> InfoValue {
        // Bytes that are no UTF-8 cost their character and not the whole answer; no receiver was seen to use another encoding.
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
        guard let length = Int32(exactly: text.count), let parser = XML_ParserCreate("UTF-8") else {
            throw .init(description: "XML too large to read")
        }
        defer { XML_ParserFree(parser) }
        let reader = XMLPropertyList(parser)
        let status = withExtendedLifetime(reader) {
            XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
            XML_SetElementHandler(parser, elementBegan, elementEnded)
            XML_SetCharacterDataHandler(parser, textSeen)
            XML_SetStartDoctypeDeclHandler(parser, documentTypeSeen)
            XML_SetSkippedEntityHandler(parser, entitySkipped)
            return text.withUnsafeBytes { bytes in
                XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length, 1)
            }
        }
        if let problem = reader.problem { throw .init(description: problem) }
        guard status == XML_STATUS_OK else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "damaged"
            throw .init(description: "XML that cannot be read: \(reason), line \(XML_GetCurrentLineNumber(parser))")
        }
        guard let value = reader.result else { throw .init(description: "an empty property list") }
        return value
    }

    private init(_ parser: OpaquePointer) { self.parser = parser }

    private func fail(_ text: String) {
        if problem == nil { problem = text }
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    // MARK: What the parser reports.

    fileprivate func began(_ name: String) {
        guard problem == nil else { return }
        guard let parent = open.last else {
            if name != "plist" { return fail("XML that is no property list") }
            return open.append(Open(name: name))
        }
        guard parent.isContainer else { return fail("an element within '\(parent.name)'") }
        guard name == "array" || name == "dict" || Self.leaves.contains(name) else {
            return fail("an element '\(name.prefix(20))' that property lists do not have")
        }
        if name == "key" {
            guard parent.name == "dict", parent.key == nil else { return fail("a key without a value") }
        } else {
            left -= 1
            guard left >= 0 else { return fail("a property list of too many values") }
            // The outermost element is no value.
            guard open.count - 1 <= InfoValue.deepestNesting else { return fail("a property list nested too deep") }
            if parent.name == "dict", parent.key == nil { return fail("a value without a key") }
            if parent.name == "plist", result != nil { return fail("a property list of several values") }
        }
        open.append(Open(name: name))
    }

    fileprivate func ended() {
        guard problem == nil, let element = open.popLast() else { return }
        switch element.name {
        case "plist": break
        case "key": open[open.count - 1].key = element.text
        case "true", "false": take(.bool(element.name == "true"))
        case "string", "date": take(.text(element.text))
        case "array": take(.list(element.values))
        case "dict":
            guard element.key == nil else { return fail("a key without a value") }
            take(.dictionary(element.dictionary))
        default:
            guard let value = Self.value(element.name, element.text.filter { !$0.isWhitespace }) else {
                return fail("'\(element.text.prefix(30))' as \(element.name)")
            }
            take(value)
        }
    }

    /// A value that is written without white space; `nil` when the text is none.
    private static func value(_ name: String, _ text: String) -> InfoValue? {
        switch name {
        case "integer": Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) }
        case "real": Double(text).map { .real($0) }
        default: Data(base64Encoded: text).map { .data($0) }
        }
    }

    private func take(_ value: InfoValue) {
        let parent = open.count - 1
        switch open[parent].name {
        case "array": open[parent].values.append(value)
        case "dict":
            if let key = open[parent].key { open[parent].dictionary[key] = value }
            open[parent].key = nil
        default: result = value
        }
    }

    fileprivate func sawText(_ text: String) {
        guard problem == nil, let element = open.last, !element.isContainer else { return }
        open[open.count - 1].text += text
    }

    fileprivate func sawDocumentType(_ name: String, declares: Bool) {
        if declares || name != "plist" { fail("XML with declarations of its own") }
    }
}

// MARK: Trampolines. File-level functions: a closure literal could be inferred to belong to the main actor.

private func reader(_ context: UnsafeMutableRawPointer?) -> XMLPropertyList? {
    context.map { Unmanaged<XMLPropertyList>.fromOpaque($0).takeUnretainedValue() }
}

private func elementBegan(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
    if let name { reader(context)?.began(String(cString: name)) }
}

private func elementEnded(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
    reader(context)?.ended()
}

private func textSeen(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?, _ length: Int32) {
    guard let text else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
    reader(context)?.sawText(String(decoding: bytes, as: UTF8.self))
}

private func documentTypeSeen(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?, _ system: UnsafePointer<XML_Char>?,
    _ published: UnsafePointer<XML_Char>?, _ hasInternalSubset: Int32
) {
    reader(context)?.sawDocumentType(name.map { String(cString: $0) } ?? "", declares: hasInternalSubset != 0)
}

/// A reference that only the document type, which nobody fetches, could explain: it stays as it is written.
private func entitySkipped(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?, _ isParameter: Int32
) {
    guard isParameter == 0, let name else { return }
    reader(context)?.sawText("&\(String(cString: name));")
}

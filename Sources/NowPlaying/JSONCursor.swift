/// Walks over JSON text in a buffer without building a tree: a log has a million lines of which little is needed.
struct JSONCursor {
    let bytes: [UInt8]
    private(set) var index: Int
    private let origin: Int
    private let end: Int
    private var depth = 0
    /// All bits that bytes of texts have had; the highest one says that some are not ASCII.
    private(set) var textBits: UInt8 = 0

    /// Deepest nesting that is read.
    private static let deepest = 64

    /// Begins at the start of a range.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        origin = range.lowerBound
        end = range.upperBound
    }

    /// All bytes of the text.
    var whole: ArraySlice<UInt8> { bytes[origin..<end] }

    /// What the next value is by its first byte.
    enum Kind {
        case object, array, text, number, flag, null
    }

    /// The kind of the next value.
    mutating func kind() throws(JSONSyntaxError) -> Kind {
        skipSpace()
        guard index < end else { throw fault("ends where a value is expected") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .text
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw fault("has no value at byte \(place)")
        }
    }

    /// Whether nothing but blanks is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return index >= end
    }

    /// Steps into an object or array.
    mutating func enter() throws(JSONSyntaxError) {
        depth += 1
        guard depth <= Self.deepest else { throw fault("is nested deeper than \(Self.deepest)") }
        index += 1
    }

    /// The bytes of the next key without quotes, escapes unresolved; `nil` at the end of the object, which is left.
    mutating func nextKey(isFirst: inout Bool) throws(JSONSyntaxError) -> Range<Int>? {
        guard try goesOn(until: UInt8(ascii: "}"), isFirst: &isFirst) else { return nil }
        skipSpace()
        guard index < end, bytes[index] == UInt8(ascii: "\"") else { throw fault("has no key at byte \(place)") }
        let key = try rawText().range
        skipSpace()
        guard index < end, bytes[index] == UInt8(ascii: ":") else { throw fault("lacks ':' at byte \(place)") }
        index += 1
        return key
    }

    /// Whether the array has another element; at its end it is left.
    mutating func nextElement(isFirst: inout Bool) throws(JSONSyntaxError) -> Bool {
        try goesOn(until: UInt8(ascii: "]"), isFirst: &isFirst)
    }

    private mutating func goesOn(until close: UInt8, isFirst: inout Bool) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        guard index < end else { throw fault("is cut off") }
        if bytes[index] == close {
            index += 1
            depth -= 1
            return false
        }
        if !isFirst {
            guard bytes[index] == UInt8(ascii: ",") else { throw fault("lacks ',' at byte \(place)") }
            index += 1
        }
        isFirst = false
        return true
    }

    /// The next value as a text.
    mutating func text() throws(JSONSyntaxError) -> String {
        let (range, hasEscapes) = try rawText()
        return hasEscapes ? JSONEscapes.resolved(bytes[range]) : String(decoding: bytes[range], as: UTF8.self)
    }

    /// The next value as `true` or `false`.
    mutating func flag() throws(JSONSyntaxError) -> Bool {
        if try word("true") { return true }
        guard try word("false") else { throw fault("has no value at byte \(place)") }
        return false
    }

    /// Passes over `null`.
    mutating func null() throws(JSONSyntaxError) {
        guard try word("null") else { throw fault("has no value at byte \(place)") }
    }

    /// The next value as a number of seconds or units, exact to a billionth; `nil` for one beyond ten thousand million.
    mutating func number() throws(JSONSyntaxError) -> Duration? {
        let start = index
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var whole: Int64 = 0
        var digits = 0
        var isTooLarge = false
        while index < end, case let digit = bytes[index] &- 48, digit < 10 {
            if whole < 10_000_000_000 { whole = whole * 10 + Int64(digit) } else { isTooLarge = true }
            digits += 1
            index += 1
        }
        guard digits > 0 else { throw fault("has no number at byte \(start - origin + 1)") }
        var fraction: Int64 = 0
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index += 1
            var scale: Int64 = 100_000_000
            var places = 0
            while index < end, case let digit = bytes[index] &- 48, digit < 10 {
                fraction += Int64(digit) * scale
                scale /= 10
                places += 1
                index += 1
            }
            guard places > 0 else { throw fault("has no digits after the point at byte \(place)") }
        }
        if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") { return try exponent(from: start) }
        guard !isTooLarge, whole < 10_000_000_000 else { return nil }
        let value = Duration.seconds(whole) + .nanoseconds(fraction)
        return isNegative ? .zero - value : value
    }

    private mutating func exponent(from start: Int) throws(JSONSyntaxError) -> Duration? {
        index += 1
        while index < end, [43, 45].contains(bytes[index]) || bytes[index] &- 48 < 10 { index += 1 }
        guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            throw fault("has no number at byte \(start - origin + 1)")
        }
        return value.magnitude < 10_000_000_000 ? .nanoseconds(Int64((value * 1_000_000_000).rounded())) : nil
    }

    /// Passes over the next value, whatever it is.
    mutating func skip() throws(JSONSyntaxError) {
        switch try kind() {
        case .text: _ = try rawText()
        case .number: _ = try number()
        case .flag: _ = try flag()
        case .null: try null()
        case .object:
            try enter()
            var isFirst = true
            while try nextKey(isFirst: &isFirst) != nil { try skip() }
        case .array:
            try enter()
            var isFirst = true
            while try nextElement(isFirst: &isFirst) { try skip() }
        }
    }

    private mutating func rawText() throws(JSONSyntaxError) -> (range: Range<Int>, hasEscapes: Bool) {
        index += 1
        let start = index
        var hasEscapes = false
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                index += 1
                return (start..<(index - 1), hasEscapes)
            }
            textBits |= byte
            guard byte >= 0x20 else { throw fault("has a control character in a text at byte \(place)") }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                index += 1
            }
            index += 1
        }
        throw fault("is cut off in a text")
    }

    private mutating func word(_ word: StaticString) throws(JSONSyntaxError) -> Bool {
        let count = word.utf8CodeUnitCount
        guard index + count <= end else { return false }
        let fits = word.withUTF8Buffer { buffer in bytes[index..<(index + count)].elementsEqual(buffer) }
        if fits { index += count }
        return fits
    }

    /// Whether a byte is one that JSON allows between values.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private mutating func skipSpace() {
        while index < end, Self.isBlank(bytes[index]) { index += 1 }
    }

    /// The next byte's number in the text, from 1.
    private var place: Int { index - origin + 1 }

    private func fault(_ text: String) -> JSONSyntaxError { JSONSyntaxError(text: text) }
}

/// What is wrong with a JSON text, as the end of a sentence that begins with the text's name.
struct JSONSyntaxError: Error, Hashable {
    var text: String
}

/// Texts of an ID3 frame one after the other, each ended by a zero of its encoding.
struct ID3Text {
    private enum Encoding: UInt8 {
        case latin = 0
        case utf16WithMark = 1
        case utf16 = 2
        case utf8 = 3
    }

    private let encoding: Encoding
    /// Bytes behind the texts taken so far.
    private(set) var rest: ArraySlice<UInt8>
    private var isLittleEndian = false
    private var hasMark = false
    /// What is wrong with the texts taken so far, as the end of a sentence; `nil` when nothing is.
    private(set) var problem: String?

    /// Reads texts behind a byte that names the encoding; `nil` for an unknown one.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first else { return nil }
        self.init(first, bytes.dropFirst())
    }

    /// Reads texts in an encoding; `nil` for an unknown one.
    init?(_ encoding: UInt8, _ bytes: ArraySlice<UInt8>) {
        guard let encoding = Encoding(rawValue: encoding) else { return nil }
        self.encoding = encoding
        rest = bytes
    }

    /// The next text, empty at the end.
    mutating func next() -> String {
        switch encoding {
        case .latin: return Self.latin(takeBytes())
        case .utf8:
            let text = takeBytes()
            if String(validating: text, as: UTF8.self) == nil { problem = "holds text that is not UTF-8" }
            return String(decoding: text, as: UTF8.self)
        case .utf16, .utf16WithMark: return takeUnits()
        }
    }

    /// All texts up to the end; one ended by a zero is not followed by an empty one.
    mutating func all() -> [String] {
        var texts = [next()]
        while !rest.isEmpty, texts.count < 64 { texts.append(next()) }
        while texts.count > 1, texts.last == "" { texts.removeLast() }
        return texts
    }

    /// Text in ISO 8859-1.
    static func latin(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private mutating func takeBytes() -> ArraySlice<UInt8> {
        let text = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(text.count + 1)
        return text
    }

    private mutating func takeUnits() -> String {
        // A mark stands in front of each text; one without takes the order of the one before.
        if encoding == .utf16WithMark, rest.count >= 2 {
            let mark = (rest[rest.startIndex], rest[rest.startIndex + 1])
            if mark == (0xFF, 0xFE) || mark == (0xFE, 0xFF) {
                isLittleEndian = mark.0 == 0xFF
                rest = rest.dropFirst(2)
                hasMark = true
            } else if !hasMark, mark != (0, 0) {
                problem = "holds UTF-16 without a byte order mark"
                // Letters of the West have a zero in their upper byte.
                isLittleEndian = mark.1 == 0
            }
        }
        var units: [UInt16] = []
        while rest.count >= 2 {
            let (first, second) = (UInt16(rest[rest.startIndex]), UInt16(rest[rest.startIndex + 1]))
            rest = rest.dropFirst(2)
            let unit = isLittleEndian ? second << 8 | first : first << 8 | second
            if unit == 0 { return text(units) }
            units.append(unit)
        }
        if !rest.isEmpty { problem = "holds UTF-16 of an odd number of bytes" }
        rest = rest.dropFirst(rest.count)
        return text(units)
    }

    private mutating func text(_ units: [UInt16]) -> String {
        if String(validating: units, as: UTF16.self) == nil { problem = "holds half of a UTF-16 pair" }
        return String(decoding: units, as: UTF16.self)
    }
}

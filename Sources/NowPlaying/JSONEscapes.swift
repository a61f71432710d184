/// The escapes of JSON texts.
enum JSONEscapes {
    /// A text with its escapes resolved; half of a surrogate pair and unknown escapes become `�`.
    static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
        var units: [UInt16] = []
        var text = ""
        var plain = bytes.startIndex
        var index = bytes.startIndex
        func flush(_ end: Int) {
            text += String(decoding: units, as: UTF16.self)
            units = []
            text += String(decoding: bytes[plain..<end], as: UTF8.self)
        }
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            if plain < index { flush(index) }
            let (unit, length) = escape(bytes[index...])
            units.append(unit)
            index = min(bytes.endIndex, index + length)
            plain = index
        }
        flush(bytes.endIndex)
        return text
    }

    /// The unit that an escape at the begin of a slice stands for, and how long the escape is.
    private static func escape(_ bytes: ArraySlice<UInt8>) -> (UInt16, Int) {
        let body = bytes.dropFirst()
        switch body.first.map({ Character(UnicodeScalar($0)) }) {
        case "n": return (0x0A, 2)
        case "t": return (0x09, 2)
        case "r": return (0x0D, 2)
        case "b": return (0x08, 2)
        case "f": return (0x0C, 2)
        case "\"", "\\", "/": return (UInt16(body[body.startIndex]), 2)
        case "u":
            let digits = body.dropFirst().prefix(4)
            let value = digits.count == 4 ? UInt16(String(decoding: digits, as: UTF8.self), radix: 16) : nil
            return (value ?? 0xFFFD, value == nil ? 2 : 6)
        default: return (0xFFFD, 2)
        }
    }
}

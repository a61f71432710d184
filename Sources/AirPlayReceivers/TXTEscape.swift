/// How a TXT string's bytes are written in JSON so that they come back byte for byte.
///
/// A byte that is not part of valid UTF-8, a control character (a terminal could obey it) and a mark that reorders
/// text become `\xHH`, one for each byte; a backslash becomes `\\`. Everything else stands for itself. Reading is
/// lenient: a backslash that begins neither stays a backslash, so that hand-written records read as meant.
package enum TXTEscape {
    /// The text for these bytes.
    package static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes[...]
        while let (scalar, length) = firstScalar(of: rest) {
            let unit = rest.prefix(length)
            rest = rest.dropFirst(length)
            switch scalar {
            case "\\": text += "\\\\"
            case let scalar? where !scalar.steersTerminal: text.unicodeScalars.append(scalar)
            default: for byte in unit { text += "\\x" + hex(byte) }
            }
        }
        return text
    }

    /// The bytes of this text.
    package static func bytes(_ text: String) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        let utf8 = Array(text.utf8)
        var bytes: [UInt8] = []
        var index = 0
        while index < utf8.count {
            let next = index + 1 < utf8.count ? utf8[index + 1] : 0
            if utf8[index] == backslash, next == backslash {
                bytes.append(backslash)
                index += 2
            } else if utf8[index] == backslash, next == UInt8(ascii: "x"), index + 3 < utf8.count,
                let high = nibble(utf8[index + 2]), let low = nibble(utf8[index + 3])
            {
                bytes.append(high << 4 | low)
                index += 4
            } else {
                bytes.append(utf8[index])
                index += 1
            }
        }
        return bytes
    }

    /// The first scalar and its length in bytes; a `nil` scalar is one byte that is no UTF-8. `nil` at the end.
    private static func firstScalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar?, Int)? {
        guard !bytes.isEmpty else { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return (nil, 1) }
        return (scalar, UTF8.width(scalar))
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may act on it or it reorders the text around it: control characters, line and paragraph
    /// separators, marks of writing direction.
    package var steersTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: properties.isBidiControl
        default: false
        }
    }
}

extension String {
    /// The text with everything that steers a terminal replaced by `�`, for people to read.
    package var neutralised: String {
        var text = ""
        text.unicodeScalars.append(contentsOf: unicodeScalars.map { $0.steersTerminal ? "\u{FFFD}" : $0 })
        return text
    }
}

/// Bytes written as binary digits, blanks between fields; missing bits at the end are zeros.
func bits(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 == "0" || $0 == "1" }
    return stride(from: 0, to: digits.count, by: 8).map { start in
        let part = digits.dropFirst(start).prefix(8)
        return UInt8(part, radix: 2)! << (8 - part.count)
    }
}

/// Bytes written in hexadecimal, blanks between fields.
func hex(_ text: String) -> [UInt8] {
    let digits = Array(text.filter { !$0.isWhitespace })
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
}

/// A number of some bytes, high byte first.
func number(_ value: Int, _ bytes: Int = 4) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
}

/// A box with its size.
func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let content = content.flatMap { $0 }
    return number(content.count + 8) + Array(type.utf8) + content
}

/// Text with a zero behind it.
func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

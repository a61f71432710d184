/// A four-character code: the type of a box, a brand, a registration.
package struct FourCC: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The four bytes, the first on top.
    package let rawValue: UInt32

    /// The code with these bytes.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Writes a code down, for the first four bytes of a literal.
    package init(stringLiteral text: StaticString) {
        rawValue = text.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The code as text; what is not printable becomes a dot.
    package var description: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * UInt32($0))) }
        return String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : 0x2E }, as: UTF8.self)
    }
}

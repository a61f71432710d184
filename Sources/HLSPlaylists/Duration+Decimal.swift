extension Duration {
    /// The longest time that any playlist may state: about 31 years. It keeps every sum inside the range of the type.
    static let longestStated = Duration.seconds(1_000_000_000)

    /// Reads a decimal number of seconds exactly, up to 18 fractional digits (further digits are cut off).
    ///
    /// `nil` for anything but digits with at most one point, for a sign unless `signed`, and for absolute values above
    /// 10⁹ s. An exponent is not part of the grammar (rfc8216bis 4.2).
    public init?(decimalSeconds text: some StringProtocol, signed: Bool = false) {
        let bytes = Array(text.utf8.prefix(64))
        guard bytes.count == text.utf8.count else { return nil }
        self.init(decimal: bytes, 0..<bytes.count, signed: signed)
    }

    /// Reads a decimal number of seconds from a range of bytes.
    init?(decimal bytes: [UInt8], _ range: Range<Int>, signed: Bool = false) {
        var index = range.lowerBound
        let end = range.upperBound
        let negative = signed && index < end && bytes[index] == UInt8(ascii: "-")
        if negative { index += 1 }
        var seconds: Int64 = 0
        var digits = 0
        while index < end, case let digit = bytes[index] &- 48, digit < 10 {
            seconds = seconds * 10 + Int64(digit)
            guard seconds <= 1_000_000_000 else { return nil }
            digits += 1
            index += 1
        }
        var attoseconds: Int64 = 0
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index += 1
            var scale: Int64 = 100_000_000_000_000_000
            while index < end, case let digit = bytes[index] &- 48, digit < 10 {
                attoseconds += Int64(digit) * scale
                scale /= 10
                digits += 1
                index += 1
            }
        }
        guard index == end, digits > 0 else { return nil }
        self.init(
            secondsComponent: negative ? -seconds : seconds, attosecondsComponent: negative ? -attoseconds : attoseconds
        )
    }

    /// The exact decimal number of seconds without trailing zeros: `6`, `5.9`, `-0.25`. The inverse of
    /// ``init(decimalSeconds:signed:)``.
    public var decimalSeconds: String {
        let (seconds, attoseconds) = components
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        let whole = sign + String(seconds.magnitude)
        guard attoseconds != 0 else { return whole }
        var fraction = String(attoseconds.magnitude)
        fraction = String(repeating: "0", count: 18 - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return whole + "." + fraction
    }

    /// The time rounded to the nearest whole second, halves up.
    var roundedSeconds: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds >= 500_000_000_000_000_000 ? seconds + 1 : seconds
    }
}

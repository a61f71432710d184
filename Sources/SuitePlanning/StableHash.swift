/// A short name that follows from a text alone (FNV-1a), the same on every machine.
enum StableHash {
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

    static func value(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Eight letters and digits without those that are mistaken for others.
    static func name(_ text: String) -> String {
        var rest = value(text)
        // The low bits of FNV mix worst, so the high ones are folded in.
        rest ^= rest >> 29
        return String((0..<8).map { letters[Int(rest >> UInt64($0 * 5) & 31)] })
    }
}

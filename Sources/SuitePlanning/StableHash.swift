/// A short name that follows from a text alone (FNV-1a), the same on every machine.
enum StableHash {
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

    static func value(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// One hash of two, whose order counts.
    static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
        // SplitMix64's finaliser.
        var rest = a &* 0x9E37_79B9_7F4A_7C15 &+ b
        rest = (rest ^ (rest >> 30)) &* 0xBF58_476D_1CE4_E5B9
        rest = (rest ^ (rest >> 27)) &* 0x94D0_49BB_1331_11EB
        return rest ^ (rest >> 31)
    }

    /// Eight letters and digits without those that are mistaken for others.
    static func name(_ text: String) -> String {
        var rest = value(text)
        // The low bits of FNV mix worst, so the high ones are folded in.
        rest ^= rest >> 29
        return String((0..<8).map { letters[Int(rest >> UInt64($0 * 5) & 31)] })
    }
}

/// A set of bytes.
struct ByteSet: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// No byte.
    init() {}

    /// The bytes of these ranges.
    init(_ ranges: ClosedRange<UInt8>...) {
        for range in ranges { for byte in range { insert(byte) } }
    }

    mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }

    mutating func formUnion(_ other: ByteSet) {
        words = (
            words.0 | other.words.0, words.1 | other.words.1, words.2 | other.words.2, words.3 | other.words.3
        )
    }

    func contains(_ byte: UInt8) -> Bool {
        let word =
            switch byte >> 6 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            default: words.3
            }
        return word >> UInt64(byte & 63) & 1 == 1
    }

    /// All bytes that are not in it.
    var inverted: ByteSet {
        var set = ByteSet()
        set.words = (~words.0, ~words.1, ~words.2, ~words.3)
        return set
    }

    /// The set with every ASCII letter of it in both cases.
    var caseless: ByteSet {
        var set = self
        for lower in UInt8(ascii: "a")...UInt8(ascii: "z") where contains(lower) || contains(lower - 32) {
            set.insert(lower)
            set.insert(lower - 32)
        }
        return set
    }
}

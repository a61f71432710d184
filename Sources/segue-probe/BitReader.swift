/// Reads unsigned numbers of some bits, high bit first.
struct BitReader {
    private let bytes: [UInt8]
    private var position: Int

    /// Reads from a bit on.
    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The next bits, `nil` when there are not that many.
    mutating func read(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }
}

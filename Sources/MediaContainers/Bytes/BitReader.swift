/// Reads unsigned numbers of some bits, high bit first. Nothing is read beyond the end: each read says `nil` there.
struct BitReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    /// Bits read so far.
    private(set) var position = 0

    /// Reads these bytes from their first bit on.
    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Reads these bytes from their first bit on.
    init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// Bits that are left.
    var count: Int { bytes.count * 8 - position }

    /// The next bits, at most 32.
    mutating func read(_ count: Int) -> Int? {
        guard count >= 0, count <= 32, count <= self.count else { return nil }
        var value = 0
        var left = count
        while left > 0 {
            let byte = Int(bytes[bytes.startIndex + position / 8])
            let here = min(left, 8 - position % 8)
            value = value << here | byte >> (8 - position % 8 - here) & (1 << here - 1)
            position += here
            left -= here
        }
        return value
    }

    /// The next bit as a flag.
    mutating func flag() -> Bool? { read(1).map { $0 == 1 } }

    /// Steps over bits; `nil` when there are not that many.
    @discardableResult mutating func skip(_ count: Int) -> Void? {
        guard count >= 0, count <= self.count else { return nil }
        position += count
        return ()
    }

    /// The next bits as bytes, the last one filled up with zeros; fewer where they end. They are not stepped over.
    func bytes(ofNext count: Int) -> [UInt8] {
        var reader = self
        var left = min(max(0, count), self.count)
        var bytes: [UInt8] = []
        while left > 0 {
            let here = min(8, left)
            bytes.append(UInt8((reader.read(here) ?? 0) << (8 - here)))
            left -= here
        }
        return bytes
    }

    /// An unsigned Exp-Golomb number (H.264 9.1); `nil` for one beyond 32 bits.
    mutating func unsigned() -> Int? {
        var zeros = 0
        while let bit = read(1) {
            if bit == 1 { return read(zeros).map { $0 + 1 << zeros - 1 } }
            zeros += 1
            if zeros > 31 { return nil }
        }
        return nil
    }

    /// A signed Exp-Golomb number (H.264 9.1.1).
    mutating func signed() -> Int? { unsigned().map { $0 % 2 == 1 ? ($0 + 1) / 2 : -($0 / 2) } }
}

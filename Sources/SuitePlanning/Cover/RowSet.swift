/// A set of up to 256 facets, as bits.
struct RowSet: Sendable, Hashable {
    /// The most facets it can hold.
    static let capacity = 256

    private var bits = SIMD4<UInt64>(repeating: 0)

    /// The empty set.
    init() {}

    /// A set of numbers below ``capacity``.
    init(_ rows: some Sequence<Int>) {
        for row in rows { insert(row) }
    }

    var isEmpty: Bool { bits == SIMD4(repeating: 0) }

    var count: Int {
        bits[0].nonzeroBitCount + bits[1].nonzeroBitCount + bits[2].nonzeroBitCount + bits[3].nonzeroBitCount
    }

    mutating func insert(_ row: Int) { bits[row >> 6] |= 1 << UInt64(row & 63) }

    mutating func remove(_ row: Int) { bits[row >> 6] &= ~(1 << UInt64(row & 63)) }

    func contains(_ row: Int) -> Bool { bits[row >> 6] >> UInt64(row & 63) & 1 == 1 }

    func intersection(_ other: RowSet) -> RowSet { RowSet(bits: bits & other.bits) }

    func subtracting(_ other: RowSet) -> RowSet { RowSet(bits: bits & ~other.bits) }

    func isSubset(of other: RowSet) -> Bool { bits & ~other.bits == SIMD4(repeating: 0) }

    /// Calls a closure with every member, rising.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for word in 0..<4 {
            var rest = bits[word]
            while rest != 0 {
                body(word << 6 | rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    private init(bits: SIMD4<UInt64>) { self.bits = bits }
}

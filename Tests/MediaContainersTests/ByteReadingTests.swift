import Testing

@testable import MediaContainers

@Suite struct ByteReadingTests {
    @Test func readsEndAtTheEnd() {
        var reader = ByteReader([1, 2, 3])
        #expect(reader.u16() == 0x0102)
        #expect(reader.u16() == nil)
        #expect(reader.u8() == 3)
        #expect(reader.u8() == nil)
        #expect(reader.take(1) == nil)
        #expect(reader.skip(-1) == nil)
    }

    @Test func numbersBeyondTheSignAreNone() {
        var reader = ByteReader([0xFF] + [UInt8](repeating: 0, count: 7))
        #expect(reader.u64() == nil)
    }

    @Test(
        "Exp-Golomb numbers of H.264 table 9-2",
        arguments: [
            ("1", 0, 0), ("010", 1, 1), ("011", 2, -1), ("00100", 3, 2), ("00101", 4, -2), ("00110", 5, 3),
            ("00111", 6, -3), ("0001000", 7, 4),
        ])
    func golomb(code: String, unsigned: Int, signed: Int) {
        var reader = BitReader(bits(code))
        #expect(reader.unsigned() == unsigned)
        reader = BitReader(bits(code))
        #expect(reader.signed() == signed)
    }

    @Test func golombWithoutAnEndIsNone() {
        var reader = BitReader([UInt8](repeating: 0, count: 64))
        #expect(reader.unsigned() == nil)
        reader = BitReader([0])
        #expect(reader.unsigned() == nil)
    }

    @Test func bitsGoOverBytes() {
        var reader = BitReader([0b1010_0101, 0b1100_0011])
        #expect(reader.read(3) == 0b101)
        #expect(reader.read(9) == 0b0_0101_1100)
        #expect(reader.read(5) == nil)
        #expect(reader.read(4) == 0b0011)
        #expect(reader.read(33) == nil)
    }

    @Test func aWindowJoinsWhatFollows() {
        var window = MediaWindow([1, 2, 3], totalSize: 10)
        window.add([4, 5], at: 3)
        window.add([9], at: 8)
        #expect(Array(window.reader(from: 1).rest) == [2, 3, 4, 5])
        #expect(window.reader(from: 6).count == 0)
        #expect(Array(window.reader(from: 8).rest) == [9])
        #expect(!window.isComplete)
        window.add([], at: 9)
        #expect(window.totalSize == 9)
        window.add([1], at: -1)
        window.add([1], at: .max)
        #expect(window.count == 6)
    }
}

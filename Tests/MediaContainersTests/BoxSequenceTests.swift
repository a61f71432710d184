import Testing

@testable import MediaContainers

@Suite struct BoxSequenceTests {
    private func types(_ bytes: [UInt8]) -> [String] { ByteReader(bytes).boxes.map { $0.type.description } }

    @Test func boxesFollowOneAnother() {
        #expect(types(box("free", [1, 2]) + box("mdat")) == ["free", "mdat"])
    }

    @Test func aLongSizeCountsItsOwnHead() {
        let long = number(1) + Array("mdat".utf8) + number(18, 8) + [7, 8]
        let found = Array(ByteReader(long + box("free")).boxes)
        #expect(found.map { $0.type.description } == ["mdat", "free"])
        #expect(Array(found[0].content.rest) == [7, 8])
    }

    @Test func aSizeOfZeroReachesToTheEnd() {
        let found = Array(ByteReader(number(0) + Array("mdat".utf8) + [1, 2, 3]).boxes)
        #expect(found.map(\.content.count) == [3])
        #expect(found[0].isComplete)
    }

    @Test(
        "A size that cannot be ends the sequence",
        arguments: [number(7), number(1) + [0x66, 0x72, 0x65, 0x65] + number(3, 8), hex("0000")])
    func lyingSizes(head: [UInt8]) {
        let bytes = head.count == 4 ? head + Array("free".utf8) : head
        #expect(types(box("mdat") + bytes) == ["mdat"])
    }

    @Test func aBoxThatGoesOnBeyondTheBytesIsCutAndSaysSo() {
        let found = Array(ByteReader(number(100) + Array("moov".utf8) + box("mvhd")).boxes)
        #expect(found.count == 1)
        #expect(!found[0].isComplete)
        #expect(types(Array(found[0].content.rest)) == ["mvhd"])
    }

    @Test func noMoreThanAThousandBoxesAreWalked() {
        #expect(
            ByteReader(Array(repeatElement(box("free"), count: 3000).joined())).boxes.reduce(0) { n, _ in n + 1 }
                == 1024)
    }
}

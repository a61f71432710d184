import MediaFormats
import Testing

@testable import segue_probe

/// The tags of a resource fit into one reply, or are fewer than there are and said to be.
@Suite struct TagHarvestingTests {
    private func harvest(_ stream: HandmadeStream) throws -> TimedTagHarvest {
        let bytes = SparseBytes(totalSize: stream.bytes.count)
        #expect(bytes.insert([ResourceRange(offset: 0, length: stream.bytes.count)], from: stream.bytes))
        bytes.isFinal = true
        let reply = harvestTags(of: bytes, limits: ProbeLimits(deadline: .seconds(600)))
        let message = try ProbeFrame(reply).message
        #expect(message.count <= ProbeFrame.messageLimit)
        guard case .tags(let harvest) = reply else {
            Issue.record("\(reply)")
            return TimedTagHarvest()
        }
        return harvest
    }

    /// 18 000 of them take more than 4 MiB in a reply; 20 000 are collected at most.
    @Test("Splice messages", arguments: [(18_000, 18_000, true), (20_000, 20_000, true), (20_001, 20_000, false)])
    func spliceMessages(sent: Int, kept: Int, isComplete: Bool) throws {
        // The time_signal of SCTE 35 14.1, and the registration descriptor that goes with the stream type (SCTE 35 8.1).
        let section: [UInt8] = [
            0xFC, 0x30, 0x34, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xF0, 0x05, 0x06, 0xFE, 0x72, 0xBD, 0x00,
            0x50, 0x00, 0x1E, 0x02, 0x1C, 0x43, 0x55, 0x45, 0x49, 0x48, 0x00, 0x00, 0x8E, 0x7F, 0xCF, 0x00, 0x01, 0xA5,
            0x99, 0xB0, 0x08, 0x08, 0x00, 0x00, 0x00, 0x00, 0x2C, 0xA0, 0xA1, 0x8A, 0x34, 0x02, 0x00, 0x9A, 0xC9, 0xD1,
            0x7E,
        ]
        var stream = HandmadeStream(
            [.init(type: 0x86, identifier: 500)], descriptors: [5, 4] + Array("CUEI".utf8))
        for _ in 0..<sent { stream.add(section: section, of: 500) }
        let harvest = try harvest(stream)
        #expect(harvest.tags.count == kept)
        #expect(harvest.isComplete == isComplete)
    }

    /// 130 tags with 65 000 letters of two bytes each take 16.9 million bytes, and a reply holds 16.8 million.
    @Test("Long texts", arguments: [(100, true), (130, false)])
    func longTexts(sent: Int, isComplete: Bool) throws {
        let text = [0] + [UInt8](repeating: 0xE9, count: 65_000)
        func size(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> (21 - 7 * $0) & 0x7F) } }
        let frame = Array("TIT2".utf8) + size(text.count) + [0, 0] + text
        let tag = Array("ID3".utf8) + [4, 0, 0] + size(frame.count) + frame
        // The metadata descriptor of HLS's timed metadata.
        let descriptor = [0x26, 13, 0xFF, 0xFF] + Array("ID3 ".utf8) + [0xFF] + Array("ID3 ".utf8) + [0, 0x0F]
        var stream = HandmadeStream([.init(type: 0x15, identifier: 500, descriptors: descriptor)])
        for index in 0..<sent { stream.add(tag, kind: 0xBD, at: index * 9000, of: 500) }
        let harvest = try harvest(stream)
        #expect(harvest.isComplete == isComplete)
        #expect(isComplete ? harvest.tags.count == sent : (100..<sent).contains(harvest.tags.count))
        #expect(harvest.tags.first?.frames.first?.text == [String(repeating: "é", count: 65_000)])
    }
}

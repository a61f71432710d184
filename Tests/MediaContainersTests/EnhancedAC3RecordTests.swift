import Testing

@testable import MediaContainers

/// Records written down bit by bit from ETSI TS 102 366 annex F.6.
@Suite struct EnhancedAC3RecordTests {
    // 640 kbit/s (13 bits), one independent substream; 48 kHz, id 16, mode 3/2 with low frequency channel, no dependent
    // substream: 00 10000 0 0 000 111 1 000 0000 0.
    private let plain: [UInt8] = [0x14, 0x00, 0x20, 0x0F, 0x00]

    @Test func aRecordWithoutExtensionCarriesNoObjects() throws {
        #expect(try #require(EnhancedAC3Record(plain[...])).carriesObjects == false)
        #expect(try #require(EnhancedAC3Record((plain + [0x00, 0x00])[...])).carriesObjects == false)
    }

    @Test func extensionTypeAIsAtmos() throws {
        // Seven reserved bits, the flag, and a complexity index of 16.
        let record = try #require(EnhancedAC3Record((plain + [0x01, 0x10])[...]))
        #expect(record.carriesObjects)
        #expect(record.complexity == 16)
    }

    @Test func dependentSubstreamsAreSkipped() throws {
        // One dependent substream: 0001, and nine bits of channel locations 0 0000 0010, then the flag.
        let bytes: [UInt8] = [0x14, 0x00, 0x20, 0x0F, 0x02, 0x02, 0x01, 0x10]
        #expect(try #require(EnhancedAC3Record(bytes[...])).carriesObjects)
    }

    @Test(
        "What ends too early is nothing",
        arguments: [[], [0x14], [0x14, 0x00, 0x20], [0x14, 0x07, 0x20, 0x0F, 0x00]] as [[UInt8]])
    func short(bytes: [UInt8]) {
        #expect(EnhancedAC3Record(bytes[...]) == nil)
    }
}

import MediaFormats
import Testing

@testable import MediaContainers

@Suite struct DecoderConfigurationTests {
    private let sequence: [UInt8] = [0x67, 0x4D, 0x40, 0x1F, 0xEC]
    private let picture: [UInt8] = [0x68, 0xEE, 0x3C]

    @Test func recordAndStartCodesGiveTheSameSets() throws {
        // avcC: version, profile, compatibility, level, 4-byte lengths, one sequence set, one picture set.
        let record: [UInt8] = [1, 0x4D, 0x40, 0x1F, 0xFF, 0xE1, 0, 5] + sequence + [1, 0, 3] + picture
        // An access unit delimiter and supplemental information are no parameter sets.
        let stream: [UInt8] =
            [0, 0, 0, 1, 0x09, 0x10, 0, 0, 0, 1] + sequence + [0, 0, 1] + picture + [0, 0, 1, 0x06, 0x05, 0x01, 0x80]
        let expected = ParameterSets.digest([sequence[...], picture[...]])
        #expect(try #require(DecoderConfiguration(record, codec: .avc)).digest == expected)
        #expect(try #require(DecoderConfiguration(stream, codec: .avc)).digest == expected)
    }

    @Test(
        "Tier and source flags of HEVC",
        arguments: [
            (UInt8(0x01), UInt8(0x90), "Main", false as Bool?), (0x21, 0x90, "High", false), (0x01, 0x40, "Main", true),
            (0x01, 0x00, "Main", nil),
        ])
    func hevc(tierAndProfile: UInt8, flags: UInt8, tier: String, interlaced: Bool?) throws {
        // Two header bytes (type 33), identifiers, tier and profile, compatibility 60 00 00 00 with an emulation
        // prevention byte, flags with 44 reserved bits, level 3.1.
        let set: [UInt8] = [0x42, 0x01, 0x01, tierAndProfile, 0x60, 0, 0, 3, 0, flags, 0, 0, 3, 0, 0, 3, 0, 0x5D]
        let configuration = try #require(DecoderConfiguration([0, 0, 0, 1] + set, codec: .hevc))
        #expect(configuration.tier == tier)
        #expect(configuration.isInterlaced == interlaced)
    }

    @Test(
        "Bytes that hold no sets have a name of their own",
        arguments: [[1], [1, 2, 3, 4, 5, 0xFF, 0xFF, 0xFF], [0, 0, 1], [0, 0, 0, 1, 0x09]] as [[UInt8]])
    func none(bytes: [UInt8]) {
        for codec in [VideoCodec.avc, .hevc, .vp9] {
            #expect(DecoderConfiguration(bytes, codec: codec)?.digest == ParameterSets.digest([bytes[...]]))
        }
        #expect(DecoderConfiguration([], codec: .avc) == nil)
    }

    @Test func theTierOfAV1() {
        // av1C: marker and version, Main at index 8, then the tier bit (AV1-ISOBMFF 2.3.3).
        #expect(DecoderConfiguration([0x81, 0x08, 0x0C, 0x00], codec: .av1)?.tier == "Main")
        #expect(DecoderConfiguration([0x81, 0x08, 0x8C, 0x00], codec: .av1)?.tier == "High")
    }

    @Test func digestsAreFNV1a() {
        // The published value for "foobar", then its length as one more byte.
        let foobar: UInt64 = 0x8594_4171_f739_67e8
        let expected = String((foobar ^ 6) &* 0x100_0000_01b3, radix: 16)
        #expect(
            ParameterSets.digest([Array("foobar".utf8)[...]]) == String(repeating: "0", count: 16 - expected.count)
                + expected)
        #expect(ParameterSets.digest([[1, 2], [3]]) != ParameterSets.digest([[1], [2, 3]]))
    }
}

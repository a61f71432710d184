import MediaFormats
import Testing

@testable import MediaContainers

/// Configurations written down bit by bit from ISO 14496-3 table 1.15.
@Suite struct AudioSpecificConfigTests {
    @Test(
        "Object type and output rate",
        arguments: [
            // 00010 0011 0010 000: LC, 48 kHz, stereo. No word about an extension.
            ([0x11, 0x90], AACObjectType.lowComplexity, 48000, nil, false),
            // 00010 0100 0001 000: LC, 44.1 kHz, mono.
            ([0x12, 0x08], .lowComplexity, 44100, nil, false),
            // 00101 0110 0010 0011 00010 000: HE, core 24 kHz, extended to 48 kHz, core LC.
            ([0x2B, 0x11, 0x88, 0x00], .highEfficiency, 24000, 48000, true),
            // 11101 0110 0001 0011 00010 000: HE v2, core 24 kHz mono, extended to 48 kHz.
            ([0xEB, 0x09, 0x88, 0x00], .highEfficiencyV2, 24000, 48000, true),
            // LC 24 kHz stereo 000, then 0x2B7 (11 bits), 00101, 1, 0011: HE in the form that old decoders skip.
            ([0x13, 0x10, 0x56, 0xE5, 0x98], .highEfficiency, 24000, 48000, true),
            // The same with 0x548 and 1 behind it: HE v2.
            ([0x13, 0x10, 0x56, 0xE5, 0x9D, 0x48, 0x80], .highEfficiencyV2, 24000, 48000, true),
            // The same with a 0 for the extension: LC for certain.
            ([0x13, 0x10, 0x56, 0xE5, 0x00], .lowComplexity, 24000, nil, true),
            // 11111 001010 0011 0010: escape to 32 + 10 = 42, xHE, 48 kHz.
            ([0xF9, 0x46, 0x40], .extendedHighEfficiency, 48000, nil, false),
            // 00010 1111 then 24 bits 0x00BB80 = 48000, 0010.
            ([0x17, 0x80, 0x5D, 0xC0, 0x10], .lowComplexity, 48000, nil, false),
            // A reserved index gives no rate.
            ([0x16, 0x90], .lowComplexity, nil, nil, false),
        ] as [([UInt8], AACObjectType, Int?, Int?, Bool)])
    func values(bytes: [UInt8], type: AACObjectType, core: Int?, extended: Int?, isStated: Bool) throws {
        let config = try #require(AudioSpecificConfig(bytes[...]))
        #expect(config.objectType == type)
        #expect(config.coreRate == core)
        #expect(config.extensionRate == extended)
        #expect(config.statesExtension == isStated)
        #expect(config.mayHideExtension == (!isStated && type == .lowComplexity && (core ?? 0) <= 24000))
    }

    @Test("What ends too early is nothing", arguments: [[], [0x11], [0x2B, 0x11], [0xFF], [0x17, 0x80]] as [[UInt8]])
    func short(bytes: [UInt8]) {
        #expect(AudioSpecificConfig(bytes[...]) == nil)
    }
}

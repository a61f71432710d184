import MediaFormats
import Testing

@testable import MediaContainers

/// Configurations of sound, written from ISO 14496-3 and ETSI TS 102 366.
@Suite struct SoundTests {
    @Test(
        "AAC by its configuration",
        arguments: [
            // Type 2, index 4 (44100), 2 channels.
            ("12 10", AACObjectType.lowComplexity, 44100, 44100, 2, "stereo"),
            // Type 2, index 3 (48000), 6 channels as configuration 6.
            ("11 B0", .lowComplexity, 48000, 48000, 6, "5.1"),
            // Type 5 over type 2: core 24000, extension 48000.
            ("2B 11 88 00", .highEfficiency, 48000, 24000, 2, "stereo"),
            // Type 29 over type 2: parametric stereo from one channel.
            ("EB 09 88 00", .highEfficiencyV2, 48000, 24000, 2, "stereo"),
            // Type 2 at 24000 and the extension behind 0x2B7, type 5, present, index 3.
            ("13 10 56 E5 98", .highEfficiency, 48000, 24000, 2, "stereo"),
            // Escape 31, then 42 - 32 = 10: USAC at 48000.
            ("F9 46 40", .extendedHighEfficiency, 48000, 48000, 2, "stereo"),
        ])
    func advancedCoding(bytes: String, type: AACObjectType, rate: Int, core: Int, channels: Int, layout: String) throws
    {
        let config = try #require(AudioSpecificConfig(hex(bytes)[...]))
        var facts = TrackFacts(kind: .audio, identifier: 1)
        facts.setAAC(config, from: .box("esds"))
        #expect(facts.audio?.objectType == type)
        #expect(facts.audio?.sampleRate == rate)
        #expect(facts.audio?.coreSampleRate == core)
        #expect(facts.audio?.channels == channels)
        #expect(facts.audio?.layout?.name == layout)
    }

    @Test func aPlainCoreAtALowRateMayHideAnExtension() throws {
        // Type 2, index 6 (24000), 1 channel.
        let config = try #require(AudioSpecificConfig(hex("13 08")[...]))
        var facts = TrackFacts(kind: .audio, identifier: 1)
        facts.setAAC(config, from: .box("esds"))
        #expect(facts.audio?.coreSampleRate == 24000)
        #expect(facts.audio?.objectType == nil)
        #expect(facts.audio?.sampleRate == nil)
        #expect(facts.audio?.channels == nil)
    }

    @Test func aProgramConfigurationCountsPairsTwice() throws {
        // Type 2, 48000, configuration 0; three flags; then 1 + 1 front elements (single, pair), 1 back pair, 1 LFE: 6.
        let config = try #require(
            AudioSpecificConfig(
                bits(
                    "00010 0011 0000 000" + "0000 01 0011 0010 0000 0001 01 000 0000 0 0 0"
                        + "0 0000 1 0000 1 0001 0000")[...]))
        #expect(config.channels == 6)
        #expect(config.layout == .surround51)
    }

    @Test(
        "Names after ISO 14496-3 table 4.2 and the layouts of libavutil",
        arguments: [
            ("12", "2", "2", true, "7.1"), ("12", "", "2", false, "5.0"), ("12", "2", "1", true, "6.1"),
            ("122", "", "2", true, "7.1(wide)"), ("2", "", "", true, "2.1"), ("12", "", "", true, "3.1"),
            // The front pair stands in front of the centre: no order that has a name.
            ("21", "", "2", true, nil),
        ] as [(String, String, String, Bool, String?)])
    func arrangementsOfProgramElements(
        front: String, side: String, back: String, hasLow: Bool, name: String?
    ) {
        #expect(ChannelOrder.program(front: front, side: side, back: back, hasLow: hasLow) == name)
    }

    @Test func dolbyDigitalBySpecificBox() {
        var facts = TrackFacts(kind: .audio, identifier: 1)
        // 48 kHz, bsid 8, 3/2 with LFE, 448 kbit/s.
        DolbyRecord.readAC3(bits("00 01000 000 111 1 01111 00000")[...], into: &facts)
        #expect(facts.audio?.sampleRate == 48000)
        #expect(facts.audio?.layout == .surround51)
    }

    @Test(
        "Objects are announced behind the substreams",
        arguments: [("0000000 1 00010000", true, 16), ("", false, nil as Int?), ("0000000 0 00000000", false, nil)])
    func objects(tail: String, isThere: Bool, complexity: Int?) {
        var facts = TrackFacts(kind: .audio, identifier: 1)
        let substream = "00 10000 0 0 000 111 1 000 0000 0"
        DolbyRecord.readEAC3(bits("0001100000000 000" + substream + tail)[...], into: &facts)
        #expect(facts.audio?.layout == .surround51)
        #expect(facts.audio?.atmos == isThere)
        #expect(facts.audio?.atmosComplexity == complexity)
    }

    @Test func objectsInTheFirstFrame() {
        // Independent, 768 bytes (383 + 1 words), 48 kHz, 6 blocks, 3/2 with LFE, bsid 16; no compression, no mixing data, no
        // information; then additional information of 2 bytes: the flag, and 12 objects.
        let head = "0000101101110111 00 000 00101111111 00 11 111 1 10000 11111 0 0 0"
        let frame = bits(head + "1 000001 0000000 1 00001100") + [UInt8](repeating: 0, count: 32)
        var facts = TrackFacts(kind: .audio, identifier: 1)
        #expect(SoundFrame.read(frame[...], into: &facts) == .eac3)
        #expect(facts.audio?.sampleRate == 48000)
        #expect(facts.audio?.layout == .surround51)
        #expect(facts.audio?.atmos == true)
        #expect(facts.audio?.atmosComplexity == 12)
        #expect(SoundFrame.length(frame[...])?.bytes == 768)
        #expect(SoundFrame.length(frame[...])?.samples == 1536)
    }

    @Test func aHeaderOfADTS() throws {
        // No checksum, LC, index 3, 2 channels, a frame of 371 bytes with one block.
        let frame = bits("111111111111 0 00 1 01 0011 0 010 0 0 0 0 0000101110011 11111111111 00") + [0, 0]
        var facts = TrackFacts(kind: .audio, identifier: 1)
        #expect(SoundFrame.read(frame[...], into: &facts) == .aac)
        #expect(facts.audio?.objectType == .lowComplexity)
        #expect(facts.audio?.sampleRate == 48000)
        let length = try #require(SoundFrame.length(frame[...]))
        #expect((length.bytes, length.samples, length.rate) == (371, 1024, 48000))
    }

    @Test func aHeaderOfLayerThree() throws {
        // MPEG-1 layer III, 128 kbit/s, 44.1 kHz, no padding, joint stereo: 144 * 128000 / 44100 = 417 bytes.
        let frame = hex("FF FB 90 44 00 00 00 00")
        var facts = TrackFacts(kind: .audio, identifier: 1)
        #expect(SoundFrame.read(frame[...], into: &facts) == .mp3)
        #expect(facts.audio?.sampleRate == 44100)
        let length = try #require(SoundFrame.length(frame[...]))
        #expect((length.bytes, length.samples) == (417, 1152))
    }
}

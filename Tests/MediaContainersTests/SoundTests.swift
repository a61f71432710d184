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

    /// A table of sample descriptions with one entry of sound: two channels of 16 bits at 48 kHz, and what comes behind.
    private func table(version: Int, entry: Int, _ type: String, _ rest: [UInt8]...) -> [UInt8] {
        let fields =
            number(0) + number(1) + number(entry, 2) + number(0, 6) + number(2, 2) + number(16, 2) + number(0)
            + number(48000 << 16)
        return number(version << 24) + number(1) + box(type, fields, rest.flatMap { $0 })
    }

    private func facts(_ table: [UInt8]) -> AudioParameters? {
        var facts = TrackFacts(kind: .audio, identifier: 1)
        SampleEntryReader.read(ByteReader(table), into: &facts)
        return facts.audio
    }

    /// ISO 14496-12 12.2.3: `AudioSampleEntryV1` stands in a table of version 1 and has the fields of version 0. In a table of
    /// version 0 the number is one of QuickTime, whose entries go on with 16 or 36 bytes more.
    @Test(arguments: [(0, 0, 0), (0, 1, 16), (0, 2, 36), (1, 0, 0), (1, 1, 0)])
    func boxesBehindTheFieldsOfAnEntry(table version: Int, entry: Int, more: Int) {
        let more = [UInt8](repeating: 0, count: more)
        // 48 kHz, bsid 8, 3/2 with LFE, 448 kbit/s.
        let record = box("dac3", bits("00 01000 000 111 1 01111 00000"))
        let sound = facts(table(version: version, entry: entry, "ac-3", more, record))
        #expect(sound?.codec == .ac3)
        #expect(sound?.layout == .surround51)
        #expect(sound?.protection == ProtectionScheme.none)
        let information = box(
            "sinf", box("frma", Array("ac-3".utf8)), box("schm", number(0), Array("cbcs".utf8), number(0x10000)))
        let locked = table(version: version, entry: entry, "enca", more, record, information)
        #expect(facts(locked)?.protection == .cbcs)
        #expect(facts(locked)?.codec == .ac3)
        // The same for what is handed to libavformat's reading.
        let header = box("tkhd", number(3), number(0), number(0), number(7), [UInt8](repeating: 0, count: 68))
        let outline = MovieOutline(
            ByteReader(box("trak", header, box("mdia", box("minf", box("stbl", box("stsd", locked)))))))
        #expect(outline.schemes == [7: .cbcs])
    }

    /// Behind a table of version 1 the rate may stand in a box of its own, as the field has only 16 bits for it.
    @Test func aRateInABoxOfItsOwn() {
        let rate = box("srat", number(0), number(96000))
        #expect(facts(table(version: 1, entry: 1, "ipcm", rate))?.sampleRate == 96000)
        #expect(facts(table(version: 1, entry: 1, "ipcm"))?.sampleRate == 48000)
        #expect(facts(table(version: 0, entry: 0, "ipcm", rate))?.sampleRate == 48000)
    }

    /// A base of ISO 14496-12 12.2.7: no downmix and no DRC, peaks of -1 ((20 + 1) * 32 = 672) and -0.5 dB (656), and a program
    /// of -23 ((57.75 - 23) * 4 = 139).
    private let loudness = bits(
        "000 0000000 000000 001010100000 001010010000 0100 0011 00000001 00000001 10001011 0100 0011")

    /// Version, what stands in front of the base, and whether anything can be read.
    @Test(arguments: [
        (0, "", true), (1, "00000001 00000000", true), (1, "11000001 00000101", true),
        (2, "00000001 00000000", true), (2, "01000001 00000011 00000000", true),
        (2, "10000001 00000011 00000000", true), (2, "11000010 00000011 00000000", true), (1, "00000000", false),
        (2, "01000000 00000011 00000000", false),
    ])
    func loudnessOfEveryVersion(version: Int, front: String, isThere: Bool) {
        let statement = box("ludt", box("tlou", number(version << 24), bits(front), loudness))
        var expected = LoudnessStatement(scope: .track)
        (expected.samplePeak, expected.truePeak, expected.program) = (-1, -0.5, -23)
        #expect(TrackUserData.loudness(ByteReader(statement)) == (isThere ? [expected] : nil))
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

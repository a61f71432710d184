import MediaFormats
import Testing

@Suite struct CodecStringTests {
    struct VideoCase: Sendable, CustomTestStringConvertible {
        var text: String
        var codec: VideoCodec
        var profile: String?
        var level: Int?
        var tier: String?
        var depth: Int?
        var chroma: String?
        var testDescription: String { text }
    }

    @Test(
        "A video entry tells profile, level, tier, depth and chroma",
        arguments: [
            VideoCase(text: "avc1.640028", codec: .avc, profile: "High", level: 40, depth: 8, chroma: "4:2:0"),
            VideoCase(
                text: "avc1.42C01F", codec: .avc, profile: "Constrained Baseline", level: 31, depth: 8, chroma: "4:2:0"),
            VideoCase(text: "avc3.4d401e", codec: .avc, profile: "Main", level: 30, depth: 8, chroma: "4:2:0"),
            VideoCase(
                text: "avc1.640C1F", codec: .avc, profile: "Constrained High", level: 31, depth: 8, chroma: "4:2:0"),
            VideoCase(text: "avc1.42100B", codec: .avc, profile: "Baseline", level: 9, depth: 8, chroma: "4:2:0"),
            VideoCase(text: "avc1.77.30", codec: .avc, profile: "Main", level: 30, depth: 8, chroma: "4:2:0"),
            VideoCase(text: "avc1.66.30", codec: .avc, profile: "Baseline", level: 30, depth: 8, chroma: "4:2:0"),
            VideoCase(
                text: "avc1.7A1029", codec: .avc, profile: "High 4:2:2 Intra", level: 41),
            // High 10 and High 4:2:2 take 8 to 10 bits, High 4:2:2 also 4:2:0 (H.264 A.2.5, A.2.6).
            VideoCase(text: "avc1.7a000c", codec: .avc, profile: "High 4:2:2", level: 12),
            VideoCase(text: "avc1.6e0028", codec: .avc, profile: "High 10", level: 40, chroma: "4:2:0"),
            VideoCase(
                text: "hvc1.1.6.L93.B0", codec: .hevc, profile: "Main", level: 31, tier: "Main", depth: 8,
                chroma: "4:2:0"),
            VideoCase(
                text: "hvc1.2.4.L153.B0", codec: .hevc, profile: "Main 10", level: 51, tier: "Main", chroma: "4:2:0"),
            VideoCase(
                text: "hev1.2.20000000.H150.B0", codec: .hevc, profile: "Main 10", level: 50, tier: "High",
                chroma: "4:2:0"),
            // max_10bit and max_422chroma are limits; max_8bit with max_420chroma (9F.88) leaves one value.
            VideoCase(text: "hvc1.4.10.L120.9D.08", codec: .hevc, profile: "Range Extensions", level: 40, tier: "Main"),
            VideoCase(
                text: "hvc1.4.10.L120.9F.88", codec: .hevc, profile: "Range Extensions", level: 40, tier: "Main",
                depth: 8, chroma: "4:2:0"),
            VideoCase(text: "dvh1.05.06", codec: .hevc, depth: 10),
            VideoCase(text: "dav1.10.09", codec: .av1, depth: 10),
            VideoCase(text: "dva1.09.05", codec: .avc, depth: 8),
            VideoCase(
                text: "av01.0.13M.10.0.112", codec: .av1, profile: "Main", level: 51, tier: "Main", depth: 10,
                chroma: "4:2:0"),
            VideoCase(
                text: "av01.0.04M.08", codec: .av1, profile: "Main", level: 30, tier: "Main", depth: 8, chroma: "4:2:0"),
            VideoCase(
                text: "av01.1.31H.10.0.000", codec: .av1, profile: "High", tier: "High", depth: 10, chroma: "4:4:4"),
            VideoCase(
                text: "vp09.02.41.10.01", codec: .vp9, profile: "Profile 2", level: 41, depth: 10, chroma: "4:2:0"),
            VideoCase(text: "mjpg", codec: .mjpeg),
        ])
    func video(_ expected: VideoCase) throws {
        let video = try #require(CodecString(expected.text).video)
        #expect(video.codec == expected.codec)
        #expect(video.profile == expected.profile)
        #expect(video.level == expected.level)
        #expect(video.tier == expected.tier)
        #expect(video.bitDepth == expected.depth)
        #expect(video.chroma == expected.chroma)
    }

    @Test func sampleEntryIsKept() {
        #expect(CodecString("avc3.4d401e").video?.sampleEntry == SampleEntry(rawValue: "avc3"))
        #expect(CodecString("dvhe.05.06").video?.sampleEntry == SampleEntry(rawValue: "dvhe"))
    }

    @Test func dolbyVisionCarriesItsConfiguration() {
        let expected = DolbyVisionConfiguration(profile: 5, level: 6, baseCompatibility: 0)
        #expect(CodecString("dvh1.05.06").video?.dolbyVision == expected)
        #expect(CodecString("dvh1.05.06").video?.dynamicRange == .dolbyVision)
    }

    @Test func colourOfAV1GivesTheDynamicRange() {
        #expect(CodecString("av01.0.08M.10.0.110.09.16.09.0").video?.dynamicRange == .pq)
        #expect(CodecString("av01.0.08M.10.0.110.09.18.09.0").video?.dynamicRange == .hlg)
    }

    @Test(
        "An audio entry tells the family and, for AAC, the object type",
        arguments: [
            ("mp4a.40.2", AudioCodec.aac, AACObjectType.lowComplexity),
            ("mp4a.40.5", .aac, .highEfficiency),
            ("mp4a.40.29", .aac, .highEfficiencyV2),
            ("mp4a.40.42", .aac, .extendedHighEfficiency),
            ("mp4a.67", .aac, .lowComplexity),
            ("mp4a.40.34", .mp3, nil),
            ("mp4a.6B", .mp3, nil),
            ("mp4a.6b", .mp3, nil),
            ("ac-3", .ac3, nil),
            ("mp4a.A5", .ac3, nil),
            ("ec-3", .eac3, nil),
            ("mp4a.a6", .eac3, nil),
            ("ac-4.02.01.03", .ac4, nil),
            ("alac", .alac, nil),
            ("fLaC", .flac, nil),
            ("flac", .flac, nil),
            ("Opus", .opus, nil),
            ("apac.31.00", .apac, nil),
            ("dtse", .dts, nil),
            ("mhm1.0x0D", .mpegH, nil),
            ("iamf.001.001.Opus", .iamf, nil),
        ] as [(String, AudioCodec, AACObjectType?)])
    func audio(_ text: String, _ codec: AudioCodec, _ objectType: AACObjectType?) throws {
        let audio = try #require(CodecString(text).audio)
        #expect(audio.codec == codec)
        #expect(audio.objectType == objectType)
        #expect(audio.channels == nil)
    }

    @Test func textEntriesNameTheirFormat() {
        #expect(CodecString("stpp.ttml.im1t").text?.format == "imsc1")
        #expect(CodecString("wvtt").text?.format == "webvtt")
    }

    @Test func listKeepsOrderAndReportsBlanks() {
        let list = CodecString.list("avc1.640028, mp4a.40.2,,xyz1.2")
        #expect(list.map(\.raw) == ["avc1.640028", "mp4a.40.2", "xyz1.2"])
        #expect(list.map { $0.remarks.count } == [0, 1, 0])
        #expect(list[2].kind == .unknown)
    }

    @Test func unusualSpellingsAreRemarkedOn() {
        #expect(CodecString("avc1.77.30").remarks.count == 1)
        #expect(CodecString("flac").remarks.count == 1)
        #expect(CodecString("ec+3").remarks.count == 1)
        #expect(CodecString("avc1.640028").remarks.isEmpty)
    }

    @Test func supplementalCodecsNameTheirBaseLayer() throws {
        let list = SupplementalCodec.list("dvh1.08.07/db4h,av01.0.13M.10.0.112/cdm4")
        #expect(list.count == 2)
        #expect(list[0].dolbyVision == DolbyVisionConfiguration(profile: 8, level: 7, baseCompatibility: 4))
        #expect(list[0].impliedVideoRange == "HLG")
        #expect(list[1].dolbyVision == nil)
        #expect(list[1].impliedVideoRange == "PQ")
    }

    @Test(
        "Broken entries never trap",
        arguments: [
            "", ".", "avc1", "avc1.", "avc1.zzzzzz", "avc1.-1.-1", "hvc1", "hvc1.", "hvc1.A", "hvc1.2.4.L",
            "hvc1.2.4.L999",
            "hvc1.2.4.L99999999999999999999", "dvh1.5", "dvh1..", "av01", "av01.0.M.08", "av01.0.99M.08", "vp09.9.9.9",
            "mp4a", "mp4a.", "mp4a.40", "mp4a.40.", "mp4a.40.x", " ", "é.1", "hvc1.4.10.L120.FFFFFFFFFFFFFFFFFFFFF",
        ])
    func broken(_ text: String) {
        _ = CodecString(text)
        _ = CodecString.list(text)
        _ = SupplementalCodec.list(text + "/" + text)
    }
}

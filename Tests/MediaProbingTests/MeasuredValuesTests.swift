import Foundation
import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// How long tests that are not about time wait for a worker: a thousand of them share a few threads, and a reply may lie
/// there for longer than a worker should ever take.
let patience = Duration.seconds(300)

/// Workers and fetcher for tests that do not harm them.
let sharedPool = ProbeWorkerPool(grace: patience)
let sharedProber = MediaProber(source: ContentFetcher(), pool: sharedPool)

/// Every expected value is what ffmpeg was told to make.
@Suite struct MeasuredValuesTests {
    private func measure(_ name: String) async throws -> MeasuredMedia {
        try await sharedProber.measure(ProbeInput(GeneratedMedia.reference(name)))
    }

    @Test func aPlainFileIsMeasuredCompletely() async throws {
        let media = try await measure("plain.mp4")
        let video = try #require(media.parameters.video)
        #expect(video.codec == .avc)
        #expect(video.sampleEntry == SampleEntry(rawValue: "avc1"))
        #expect(video.profile == "Main")
        #expect(video.level == 31)
        #expect(video.bitDepth == 8)
        #expect(video.chroma == "4:2:0")
        #expect(video.resolution == Resolution(width: 64, height: 36))
        #expect(video.pixelAspect == .square)
        #expect(video.frameRate == FrameRate(25))
        #expect(video.interlaced == false)
        #expect(video.dynamicRange == nil)
        #expect(video.protection == ProtectionScheme.none)
        let audio = try #require(media.parameters.audio)
        #expect(audio.codec == .aac)
        #expect(audio.objectType == .lowComplexity)
        #expect(audio.sampleRate == 48000)
        #expect(audio.layout == .stereo)
        #expect(audio.bitDepth == nil)
        #expect(media.parameters.container == .mp4)
        #expect(media.parameters.trackLayout == .muxed)
        #expect(media.timing.videoStart == .zero)
        #expect(media.timing.duration == .seconds(1))
        #expect(media.timing.startsWithKeyframe == true)
        #expect(
            media.provenance[.videoProfile] == Provenance(.container, field: "avcC", instrument: .libavformat))
        #expect(media.provenance[.videoFrameRate]?.origin == .timestamps)
    }

    @Test(
        "The container is recognised",
        arguments: [
            ("plain.mp4", ContainerFormat.mp4), ("moov-at-end.mp4", .mp4), ("fragmented.mp4", .fragmentedMP4),
            ("plain.ts", .transportStream), ("packed.aac", .packedAudio), ("packed.eac3", .packedAudio),
        ])
    func container(name: String, expected: ContainerFormat) async throws {
        #expect(try await measure(name).parameters.container == expected)
    }

    @Test("What is in a file and what is not", arguments: ["video-only.mp4", "audio-only.m4a"])
    func presence(name: String) async throws {
        let parameters = try await measure(name).parameters
        let isVideo = name == "video-only.mp4"
        #expect(parameters.videoPresence == (isVideo ? .present : .absent))
        #expect(parameters.audioPresence == (isVideo ? .absent : .present))
        #expect((parameters.video != nil) == isVideo)
        #expect(parameters.trackLayout == nil)
    }

    @Test(
        "Frame rates are exact in every container",
        arguments: [
            ("24000-1001", FrameRate(24000, 1001)!), ("24", FrameRate(24)!), ("25", FrameRate(25)!),
            ("30000-1001", FrameRate(30000, 1001)!), ("30", FrameRate(30)!), ("50", FrameRate(50)!),
            ("60000-1001", FrameRate(60000, 1001)!), ("60", FrameRate(60)!),
        ], [".mp4", ".ts", "-fragmented.mp4"])
    func frameRate(rate: (name: String, expected: FrameRate), container: String) async throws {
        let media = try await measure("rate-\(rate.name)\(container)")
        #expect(media.parameters.video?.frameRate == rate.expected)
        #expect(media.timing.frameRateIsConstant == true)
    }

    @Test func aVariableFrameRateIsNoRate() async throws {
        let media = try await measure("rate-varies.mp4")
        #expect(media.parameters.video?.frameRate == nil)
        #expect(media.timing.frameRateIsConstant == false)
        // Of 30 pictures, those whose number is a multiple of 5 or 7 are left out: 6 + 5 - 1.
        #expect(media.timing.picturesExamined == 20)
    }

    @Test(
        "Profiles, levels and tiers",
        arguments: [
            ("avc-high-41.mp4", "High", 41, nil as String?, "avc1"),
            ("avc-baseline-30.mp4", "Constrained Baseline", 30, nil, "avc1"),
            ("avc-inband.mp4", "High", 41, nil, "avc3"), ("hevc-main.mp4", "Main", 10, "Main", "hvc1"),
            ("hevc-hev1.mp4", "Main", 10, "Main", "hev1"), ("hevc-high-tier.mp4", "Main", 51, "High", "hvc1"),
            ("hevc-main10-pq.mp4", "Main 10", 10, "Main", "hvc1"), ("av1.mp4", "Main", 20, "Main", "av01"),
        ])
    func profiles(name: String, profile: String, level: Int, tier: String?, entry: String) async throws {
        let video = try #require(try await measure(name).parameters.video)
        #expect(video.profile == profile)
        #expect(video.level == level)
        #expect(video.tier == tier)
        #expect(video.sampleEntry?.rawValue == entry)
    }

    @Test(
        "Samples and pixels",
        arguments: [
            ("avc-high10.mp4", 10, "4:2:0", "64x36", 1, false), ("avc-422.mp4", 8, "4:2:2", "64x36", 1, false),
            ("avc-cropped.mp4", 8, "4:2:0", "100x54", 1, false), ("avc-interlaced.mp4", 8, "4:2:0", "64x64", 1, true),
            ("hevc-main10-hlg.mp4", 10, "4:2:0", "64x36", 1, false), ("hevc-main.ts", 8, "4:2:0", "64x36", 1, false),
        ])
    func samples(
        name: String, depth: Int, chroma: String, size: String, aspect: Int, interlaced: Bool
    ) async throws {
        let video = try #require(try await measure(name).parameters.video)
        #expect(video.bitDepth == depth)
        #expect(video.chroma == chroma)
        #expect(video.resolution == Resolution(size))
        #expect(video.pixelAspect == PixelAspectRatio(horizontal: aspect, vertical: 1))
        #expect(video.interlaced == interlaced)
    }

    @Test func pixelsThatAreNotSquare() async throws {
        let video = try #require(try await measure("avc-anamorphic.mp4").parameters.video)
        #expect(video.pixelAspect == PixelAspectRatio(horizontal: 4, vertical: 3))
    }

    @Test(
        "Dynamic range comes from the transfer characteristics, and unspecified is not SDR",
        arguments: [
            (
                "hevc-main10-pq.mp4", DynamicRange.pq,
                ColourDescription(primaries: 9, transfer: 16, matrix: 9, fullRange: false)
            ),
            ("hevc-main10-hlg.mp4", .hlg, ColourDescription(primaries: 9, transfer: 18, matrix: 9, fullRange: false)),
            ("avc-bt709.mp4", .sdr, ColourDescription(primaries: 1, transfer: 1, matrix: 1, fullRange: false)),
            ("plain.mp4", nil, nil),
        ] as [(String, DynamicRange?, ColourDescription?)])
    func dynamicRange(name: String, range: DynamicRange?, colour: ColourDescription?) async throws {
        let video = try #require(try await measure(name).parameters.video)
        #expect(video.dynamicRange == range)
        #expect(video.colour == colour)
    }

    @Test(
        "Sound",
        arguments: [
            ("aac-44100.m4a", AudioCodec.aac, 44100, ChannelLayout.stereo, nil),
            ("aac-32000.m4a", .aac, 32000, .stereo, nil),
            ("aac-24000.m4a", .aac, 24000, .stereo, nil),
            ("aac-mono.m4a", .aac, 48000, .mono, nil), ("aac-51.m4a", .aac, 48000, .surround51, nil),
            ("ac3-51.mp4", .ac3, 48000, .surround51, nil), ("eac3-51.mp4", .eac3, 48000, .surround51, nil),
            ("eac3-51.ts", .eac3, 48000, .surround51, nil), ("alac-24.m4a", .alac, 48000, .mono, 24),
            ("alac-16.m4a", .alac, 48000, .mono, 16), ("flac-16.mp4", .flac, 48000, .mono, 16),
            ("mp3.mp3", .mp3, 48000, .mono, nil), ("packed.aac", .aac, 48000, .stereo, nil),
            ("packed.ac3", .ac3, 48000, .surround51, nil), ("packed.eac3", .eac3, 48000, .surround51, nil),
        ] as [(String, AudioCodec, Int, ChannelLayout, Int?)])
    func sound(name: String, codec: AudioCodec, rate: Int, layout: ChannelLayout, depth: Int?) async throws {
        let audio = try #require(try await measure(name).parameters.audio)
        #expect(audio.codec == codec)
        #expect(audio.sampleRate == rate)
        #expect(audio.layout == layout)
        #expect(audio.bitDepth == depth)
        #expect(audio.objectType == (codec == .aac ? .lowComplexity : nil))
    }

    @Test(
        "Atmos is denied only where the record or the first frame would say so",
        arguments: [("eac3-51.mp4", false), ("eac3-51.ts", false), ("ac3-51.mp4", nil)])
    func atmos(name: String, expected: Bool?) async throws {
        #expect(try await measure(name).parameters.audio?.atmos == expected)
    }

    @Test func languagesAndFurtherTracks() async throws {
        let media = try await measure("languages.mp4")
        #expect(media.parameters.audio?.language == "de")
        #expect(media.otherTracks == ["audio 2: AAC mono 44100 Hz fr"])
        let subtitles = try await measure("subtitles.mp4").parameters.subtitles
        #expect(subtitles == [SubtitleParameters(format: "tx3g", language: "es")])
    }

    @Test func protectedTracksAreKnownAndNoError() async throws {
        let media = try await measure("encrypted.mp4")
        #expect(media.parameters.video?.protection == .cenc)
        #expect(media.parameters.audio?.protection == .cenc)
        #expect(media.parameters.video?.codec == .avc)
        #expect(media.parameters.video?.sampleEntry?.rawValue == "avc1")
        let pattern = try GeneratedMedia.bytes("encrypted.mp4").replacing("cenc".utf8, with: "cbcs".utf8)
        let file = try TemporaryFile(pattern)
        let other = try await sharedProber.measure(ProbeInput(AssetReference(path: file.path)))
        #expect(other.parameters.video?.protection == .cbcs)
    }

    @Test(
        "The same encoder settings have the same digest in every container",
        arguments: ["plain.ts", "fragmented.mp4", "plain.mkv"])
    func digests(name: String) async throws {
        let plain = try await measure("plain.mp4").parameters.video?.configurationDigest
        #expect(plain != nil)
        #expect(try await measure(name).parameters.video?.configurationDigest == plain)
        #expect(try await measure("avc-cropped.mp4").parameters.video?.configurationDigest != plain)
    }

    @Test func timesAreThoseOfTheSamples() async throws {
        // Half a second between key frames was asked for; the second track was delayed by 0.2 s.
        #expect(try await measure("keys-half-second.mp4").timing.keyframeInterval == .milliseconds(500))
        let lag = try #require(try await measure("late-audio.ts").timing.audioLag)
        // AAC priming takes 1024 samples away from the delay.
        #expect(abs(lag / .milliseconds(1) - (200 - 1024.0 / 48)) < 1)
    }
}

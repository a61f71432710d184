import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import MediaProbing
import Testing

/// Values that follow from how a file was made, where libavformat alone says something else or nothing.
@Suite struct ConstructedMediaTests {
    private static let tiers = [MeasuringTier.headers, .full]

    private func measure(_ name: String, _ tier: MeasuringTier = .full) async throws -> MeasuredMedia {
        let prober = MediaProber(source: ContentFetcher(), pool: sharedPool, policy: ProbePolicy(tier: tier))
        return try await prober.measure(ProbeInput(GeneratedMedia.reference(name)))
    }

    /// Transfer 14 in the parameter set and a message that prefers 18 (H.265 D.3.38): HLG to every decoder that knows it.
    @Test(arguments: tiers) func aMessageMakesHLGOfWhatTheParameterSetCallsSDR(tier: MeasuringTier) async throws {
        for name in ["hevc-hlg-message.mp4", "hevc-hlg-message.ts", "avc-hlg-message.mp4"] {
            let media = try await measure(name, tier)
            #expect(media.parameters.video?.dynamicRange == .hlg, "\(name)")
            #expect(media.parameters.video?.colour?.transfer == 18, "\(name)")
            #expect(media.conflicts.isEmpty, "\(name)")
        }
    }

    /// Fields coded one by one, pictures without colour, and a rate that lies 0.1 % beside a whole one.
    @Test(arguments: tiers) func whatHeadersKnowBetterIsTheirs(tier: MeasuringTier) async throws {
        let fields = try await measure("hevc-interlaced.mp4", tier)
        #expect(fields.parameters.video?.interlaced == true)
        let gray = try await measure("avc-gray.mp4", tier)
        #expect(gray.parameters.video?.chroma == "4:0:0")
        let fast = try await measure("avc-119.ts", tier)
        #expect(fast.parameters.video?.frameRate == FrameRate(120_000, 1001))
        #expect([fields, gray, fast].flatMap(\.conflicts).isEmpty)
    }

    /// The header of a file stands whole in front and says how much sample data there must be.
    @Test(
        "A file without its end is measured and said to be cut", arguments: tiers,
        ["plain.mp4", "avc-422-fragmented.mp4"])
    func aFileWithoutItsEnd(tier: MeasuringTier, name: String) async throws {
        var bytes = try GeneratedMedia.bytes(name)
        bytes.removeLast(10)
        let file = try Scratch.newFolder().appending(path: "cut.mp4")
        try Data(bytes).write(to: file)
        let prober = MediaProber(source: ContentFetcher(), pool: sharedPool, policy: ProbePolicy(tier: tier))
        let cut = try await prober.measure(ProbeInput(AssetReference(path: file.path(percentEncoded: false))))
        #expect(cut.shortfall?.contains("reaches 10 bytes beyond the end") == true, "\(cut.shortfall ?? "-")")
        #expect(cut.parameters.video?.codec == .avc)
        let whole = try await measure(name, tier)
        #expect(whole.shortfall == nil)
    }

    /// The first picture of the first fragment has time 0 and offset 0.
    @Test(arguments: tiers) func negativeOffsetsInFragmentsDelayNothing(tier: MeasuringTier) async throws {
        let timing = try await measure("fragments-negative-offsets.mp4", tier).timing
        #expect(timing.videoStart == .zero)
        #expect(timing.audioLag == .zero)
    }

    /// The edit list takes the 1024 samples of the encoder off.
    @Test(arguments: tiers) func editListsOfFragmentsCount(tier: MeasuringTier) async throws {
        let timing = try await measure("fragments-edited.mp4", tier).timing
        #expect(timing.audioStart == .zero)
        #expect(timing.audioLag == .zero)
    }

    @Test(arguments: tiers) func encryptedSoundIsWhatItsConfigurationSays(tier: MeasuringTier) async throws {
        let media = try await measure("encrypted-mono.mp4", tier)
        #expect(media.parameters.audio?.protection == .cenc)
        #expect(media.parameters.audio?.channels == 1)
        #expect(media.parameters.audio?.layout == .mono)
        #expect(media.conflicts.isEmpty)
    }

    /// 43 frames of 1152 samples at 48 kHz, several in each packet: the last timestamp is not the last frame.
    @Test(arguments: tiers) func soundInTransportStreamsLastsToItsLastFrame(tier: MeasuringTier) async throws {
        #expect(try await measure("mp3-mono.ts", tier).timing.duration == .milliseconds(1032))
    }

    /// 95441.7 s and the 1.4 s that ffmpeg puts in front of every stream.
    @Test(arguments: tiers) func aClockThatBeginsAgainIsReadAsItStands(tier: MeasuringTier) async throws {
        let timing = try await measure("wrapping.ts", tier).timing
        let start = try #require(timing.videoStart)
        #expect(start > .seconds(95443) && start < .seconds(95444))
        #expect(timing.audioLag.map { abs($0 / .milliseconds(1)) < 30 } == true)
    }

    /// 30 a second with gaps, from the second picture (1/30 s, 33 ms of the movie's clock) to the thirtieth.
    @Test(arguments: tiers) func aVaryingRateLastsToItsLastPicture(tier: MeasuringTier) async throws {
        let duration = try #require(try await measure("rate-varies.mp4", tier).timing.duration)
        #expect(abs((duration - .seconds(1)) / .milliseconds(1)) < 0.5)
    }

    @Test func ticksOfAMillisecondDoNotMoveARate() async throws {
        #expect(try await measure("rate-60000-1001.mkv").parameters.video?.frameRate == FrameRate(60000, 1001))
    }

    @Test(arguments: tiers) func aQuarterTurnMakesAPortrait(tier: MeasuringTier) async throws {
        let video = try #require(try await measure("turned.mp4", tier).parameters.video)
        #expect(video.rotation == 90)
        #expect(video.resolution == Resolution(width: 64, height: 36))
        #expect(video.displayAspect?.description == "9:16")
        #expect(try await measure("plain.mp4", tier).parameters.video?.rotation == nil)
    }

    @Test(arguments: tiers) func depthOfUncompressedSound(tier: MeasuringTier) async throws {
        #expect(try await measure("pcm-configured.m4a", tier).parameters.audio?.bitDepth == 24)
    }

    /// 40:33 in the parameter set, and no box.
    @Test(arguments: tiers) func theShapeOfAPixelIsNotRoundedToTheTrack(tier: MeasuringTier) async throws {
        let video = try await measure("avc-anamorphic-unboxed.mp4", tier).parameters.video
        #expect(video?.pixelAspect == PixelAspectRatio(horizontal: 40, vertical: 33))
    }

    @Test(arguments: tiers) func textTracksThatLibavformatTakesForData(tier: MeasuringTier) async throws {
        let formats = ["text-webvtt.mp4": "webvtt", "text-imsc.mp4": "imsc1", "text-cea-708.mp4": "cea-708"]
        for (name, format) in formats {
            let media = try await measure(name, tier)
            #expect(media.parameters.subtitles == [SubtitleParameters(format: format, language: "es")], "\(name)")
            #expect(media.otherTracks.isEmpty, "\(name)")
        }
    }

    @Test(arguments: ["packets-192.ts", "packets-204.ts"]) func packetsWithMoreAroundThem(name: String) async throws {
        let plain = try await measure("plain.ts", .headers)
        let other = try await measure(name, .headers)
        #expect(other.parameters == plain.parameters)
        #expect(other.timing.tracks == plain.timing.tracks)
    }

    @Test(arguments: tiers) func scrambledPacketsAreProtectedSomehow(tier: MeasuringTier) async throws {
        let media = try await measure("scrambled.ts", tier)
        #expect(media.parameters.video?.protection == ProtectionScheme(rawValue: "unknown"))
        #expect(media.parameters.audio?.protection == ProtectionScheme(rawValue: "unknown"))
        #expect(media.conflicts.isEmpty)
    }

    @Test(arguments: tiers) func aStreamThatBeginsInTheMiddleIsStillDescribed(tier: MeasuringTier) async throws {
        let media = try await measure("begins-in-the-middle.ts", tier)
        #expect(media.parameters.video?.resolution == Resolution(width: 64, height: 36))
        #expect(media.timing.startsWithKeyframe == false)
        #expect(media.timing.keyframeInterval == .milliseconds(500))
    }

    @Test(arguments: tiers) func twoTagsInFrontOfPackedSound(tier: MeasuringTier) async throws {
        let media = try await measure("two-tags.mp3", tier)
        #expect(media.timing.audioStart == .seconds(10))
        #expect(media.parameters.audio?.codec == .mp3)
    }
}

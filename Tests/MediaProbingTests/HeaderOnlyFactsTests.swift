import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// What libavformat 5.1 does not tell and headers do, in files made for it.
@Suite struct HeaderOnlyFactsTests {
    private func measure(_ name: String, _ tier: MeasuringTier = .full) async throws -> MeasuredMedia {
        let prober = MediaProber(source: ContentFetcher(), pool: sharedPool, policy: ProbePolicy(tier: tier))
        return try await prober.measure(ProbeInput(GeneratedMedia.reference(name)))
    }

    @Test("Both tiers", arguments: [MeasuringTier.headers, .full])
    func objectsInEnhancedAC3(tier: MeasuringTier) async throws {
        let media = try await measure("atmos.mp4", tier)
        #expect(media.parameters.audio?.atmos == true)
        #expect(media.parameters.audio?.atmosComplexity == 16)
        #expect(try await measure("eac3-51.mp4", tier).parameters.audio?.atmos == false)
    }

    @Test("Both tiers", arguments: [MeasuringTier.headers, .full])
    func timedMetadata(tier: MeasuringTier) async throws {
        let events = try await measure("events.mp4", tier).cues
        #expect(
            events == [
                TimedMetadataCue(
                    time: .milliseconds(500), duration: .milliseconds(250), scheme: "https://aomedia.org/emsg/ID3",
                    identifier: 7, summary: ["TIT2 Break"]),
                TimedMetadataCue(
                    time: .milliseconds(500), scheme: "urn:example", value: "one", identifier: 8, summary: ["5 bytes"]),
            ])
        let tags = try await measure("timed-id3.ts", tier)
        #expect(tags.cues == [TimedMetadataCue(time: .milliseconds(1400), scheme: "ID3", summary: ["TIT2 Break"])])
        #expect(tags.otherTracks.count == 1)
    }

    @Test("Both tiers", arguments: [MeasuringTier.headers, .full])
    func masteringAndLoudness(tier: MeasuringTier) async throws {
        for name in ["mastering-boxes.mp4", "hevc-hdr10.mp4", "hevc-hdr10.ts"] {
            let video = try #require(try await measure(name, tier).parameters.video)
            #expect(video.masteringDisplay?.maximumLuminance == 10_000_000)
            #expect(video.masteringDisplay?.minimumLuminance == 1)
            #expect(video.masteringDisplay?.primaries.first == .init(x: 34000, y: 16000))
            #expect(video.contentLight == ContentLight(maximum: 1000, frameAverage: 400))
        }
        let audio = try #require(try await measure("loudness.m4a", tier).parameters.audio)
        var statement = LoudnessStatement(scope: .track)
        statement.program = -23
        statement.truePeak = -1
        #expect(audio.loudness == [statement])
    }

    @Test func editListsAndEncoderDelay() async throws {
        let sound = try await measure("aac-48000.m4a").timing.tracks
        #expect(sound.map(\.priming) == [Duration.seconds(1024) / 48000])
        let delayed = try await measure("delayed.mp4").timing
        // Half a second less the encoder delay of 1024 samples, cut to thousandths by the movie's clock.
        #expect(delayed.tracks.map(\.emptyEdit) == [.milliseconds(478), nil])
        #expect(delayed.audioStart == .milliseconds(478))
    }

    @Test func framesToBeDecodedBeforehand() async throws {
        // FFmpeg writes the group of ISO 14496-12 section 10.1 for AAC: one frame before.
        #expect(try await measure("aac-48000.m4a").timing.tracks.map(\.rollDistance) == [-1])
        #expect(try await measure("aac-48000.m4a", .headers).timing.tracks.first?.averageBitRate != nil)
    }

    @Test("Both tiers", arguments: [MeasuringTier.headers, .full])
    func codecsOfTransportStreams(tier: MeasuringTier) async throws {
        let expected: [(name: String, codec: AudioCodec, channels: Int)] = [
            ("opus.ts", .opus, 1), ("opus-51.ts", .opus, 6), ("dts-51.ts", .dts, 6), ("aac-latm.ts", .aac, 2),
        ]
        for file in expected {
            let audio = try #require(try await measure(file.name, tier).parameters.audio)
            #expect(audio.codec == file.codec, "\(file.name)")
            #expect(audio.sampleRate == 48000, "\(file.name)")
            #expect(audio.channelCount == file.channels, "\(file.name)")
        }
        let picture = try #require(try await measure("mpeg2-interlaced.ts", tier).parameters.video)
        #expect(picture.interlaced == true)
        #expect(picture.fieldOrder == .topFirst)
        #expect(picture.profile == "Main")
        #expect(picture.displayAspect?.description == "16:9")
        #expect(try await measure("hevc-interlaced.mp4", tier).parameters.video?.fieldOrder == .topFirst)
    }

    @Test func aPrivateFrameGivesPackedAudioItsTime() async throws {
        let timing = try await measure("packed-timestamp.aac", .headers).timing
        #expect(timing.audioStart == .seconds(10))
    }

    @Test("Both tiers", arguments: [MeasuringTier.headers, .full])
    func codedSizeAndFieldOrder(tier: MeasuringTier) async throws {
        let cropped = try await measure("avc-cropped.mp4", tier).parameters.video
        #expect(cropped?.codedSize == Resolution(width: 112, height: 64))
        #expect(cropped?.resolution == Resolution(width: 100, height: 54))
        #expect(try await measure("avc-interlaced.ts", tier).parameters.video?.fieldOrder == .topFirst)
        #expect(try await measure("avc-bottom-first.mp4", tier).parameters.video?.fieldOrder == .bottomFirst)
    }

    @Test(
        "What headers say of encrypted media is known, the rest unknown, and nothing is an error",
        arguments: [
            ("encrypted.mp4", "cenc"), ("encrypted-fragmented.mp4", "cenc"), ("encrypted-cbcs.mp4", "cbcs"),
            ("sample-aes.ts", "SAMPLE-AES"),
        ], [MeasuringTier.headers, .full])
    func encrypted(file: (name: String, scheme: String), tier: MeasuringTier) async throws {
        let video = try #require(try await measure(file.name, tier).parameters.video)
        #expect(video.protection == ProtectionScheme(rawValue: file.scheme))
        #expect(video.codec == .avc)
        #expect(video.resolution == Resolution(width: 64, height: 36))
        #expect(video.profile == "Main")
    }

    @Test func encryptedSoundKeepsItsConfiguration() async throws {
        let audio = try #require(try await measure("encrypted-sound-cbcs.m4a", .headers).parameters.audio)
        #expect(audio.protection == .cbcs)
        #expect(audio.codec == .aac)
        #expect(audio.sampleRate == 48000)
        #expect(audio.layout == .stereo)
    }

    @Test func segmentsEncryptedAsAWholeShowTheirInitSection() async throws {
        let folder = "hls-muxed/"
        let input = ProbeInput(
            initialization: .init(GeneratedMedia.reference(folder + "init.mp4")),
            media: .init(GeneratedMedia.reference(folder + "nowhere.m4s")), protection: .aes128)
        let media = try await sharedProber.measure(input)
        #expect(media.parameters.video?.protection == .aes128)
        #expect(media.parameters.video?.resolution == Resolution(width: 64, height: 36))
        #expect(media.parameters.audio?.sampleRate == 48000)
        let alone = ProbeInput(
            initialization: nil, media: .init(GeneratedMedia.reference("nowhere.ts")), protection: .aes128)
        #expect(try await sharedProber.measure(alone).parameters.video?.codec == nil)
    }
}

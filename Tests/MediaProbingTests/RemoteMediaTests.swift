import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import MediaProbing
import Testing

/// Media over HTTP gives the facts of the same file on disk, in as few trips as that takes.
@Suite(.timeLimit(.minutes(30))) struct RemoteMediaTests {
    private let origin: HTTPOrigin

    init() async throws { origin = try await GeneratedMedia.origin }

    private func prober(_ fetcher: ContentFetcher, policy: ProbePolicy = ProbePolicy()) -> MediaProber {
        MediaProber(source: fetcher, pool: sharedPool, policy: policy)
    }

    @Test(
        "One request is enough",
        arguments: ["plain.mp4", "moov-at-end.mp4", "plain.ts", "hevc-main10-pq.mp4", "packed.aac"])
    func oneRequest(name: String) async throws {
        let fetcher = ContentFetcher()
        let remote = try await prober(fetcher).measure(ProbeInput(origin.reference("files/\(name)")))
        let local = try await sharedProber.measure(ProbeInput(GeneratedMedia.reference(name)))
        #expect(remote.parameters == local.parameters)
        #expect(remote.timing.videoStart == local.timing.videoStart)
        #expect(remote.timing.audioStart == local.timing.audioStart)
        #expect(fetcher.usage.requests == 1)
        #expect(remote.bytesRead == fetcher.usage.bytesReceived)
    }

    @Test("The index at the end is a second request, not the whole file")
    func tail() async throws {
        // A box to be ignored, as long as a film, in front of the index.
        let file = try GeneratedMedia.bytes("moov-at-end.mp4")
        let index = try #require(file.firstRange(of: "moov".utf8)).lowerBound - 4
        let filler: [UInt8] = [0, 0x20, 0, 0] + Array("free".utf8) + [UInt8](repeating: 0, count: 0x1FFFF8)
        let origin = try await HTTPOrigin()
        try origin.serve(["long.mp4": file[..<index] + filler + file[index...]])
        let fetcher = ContentFetcher()
        let media = try await prober(fetcher, policy: ProbePolicy(firstRange: 65536)).measure(
            ProbeInput(origin.reference("files/long.mp4")))
        #expect(media.parameters.video?.profile == "Main")
        #expect(media.timing.duration == .seconds(1))
        #expect(fetcher.usage.requests == 2)
        #expect(fetcher.usage.bytesReceived < 70_000)
    }

    /// Whoever waits for neither until both were asked for has asked for them side by side.
    @Test("Init section and segment are fetched side by side", arguments: [true, false])
    func segment(isRemote: Bool) async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(GeneratedMedia.folder)
        let fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: .seconds(1800)))
        func piece(_ name: String) -> ProbeInput.Piece {
            ProbeInput.Piece(
                isRemote
                    ? origin.reference("held/hls-fmp4/\(name)") : GeneratedMedia.reference("hls-fmp4/\(name)")
            )
        }
        let input = ProbeInput(initialization: piece("init.mp4"), media: piece("index0.m4s"))
        async let measuring = prober(fetcher).measure(input)
        while isRemote, try await origin.usage().requests < 2 { try await Task.sleep(for: .milliseconds(20)) }
        try origin.letGo()
        let media = try await measuring
        #expect(media.parameters.container == .fragmentedMP4)
        #expect(media.parameters.video?.frameRate == FrameRate(24))
        #expect(media.parameters.video?.profile == "High")
        #expect(media.parameters.audioPresence == .absent)
        #expect(media.timing.keyframeInterval == .milliseconds(500))
        if isRemote { #expect(try await origin.usage().most == 2) }
    }

    @Test func muxedSegmentsAreSeenAsMuxed() async throws {
        let media = try await sharedProber.measure(
            ProbeInput(
                initialization: ProbeInput.Piece(GeneratedMedia.reference("hls-muxed/init.mp4")),
                media: ProbeInput.Piece(GeneratedMedia.reference("hls-muxed/index0.m4s"))))
        #expect(media.parameters.trackLayout == .muxed)
        #expect(media.parameters.audio?.objectType == .lowComplexity)
        #expect(media.parameters.video?.frameRate == FrameRate(25))
    }

    @Test func byteRangesOfOneFileAreAnInitSectionAndASegment() async throws {
        let initialization = try GeneratedMedia.bytes("hls-fmp4/init.mp4")
        let segment = try GeneratedMedia.bytes("hls-fmp4/index0.m4s")
        let filler = [UInt8](repeating: 0xFF, count: 1000)
        let file = try TemporaryFile(filler + initialization + filler + segment + filler)
        let reference = AssetReference(path: file.path)
        let media = try await sharedProber.measure(
            ProbeInput(
                initialization: ProbeInput.Piece(
                    reference, range: ByteRange(offset: 1000, length: initialization.count)),
                media: ProbeInput.Piece(
                    reference, range: ByteRange(offset: 2000 + initialization.count, length: segment.count))))
        let plain = try await sharedProber.measure(
            ProbeInput(
                initialization: ProbeInput.Piece(GeneratedMedia.reference("hls-fmp4/init.mp4")),
                media: ProbeInput.Piece(GeneratedMedia.reference("hls-fmp4/index0.m4s"))))
        #expect(media.parameters == plain.parameters)
        #expect(media.timing == plain.timing)
    }

    @Test func anInitSectionAloneGivesNoFalseFrameRate() async throws {
        let media = try await sharedProber.measure(ProbeInput(GeneratedMedia.reference("hls-fmp4/init.mp4")))
        #expect(media.parameters.video?.codec == .avc)
        #expect(media.parameters.video?.frameRate == nil)
    }

    @Test func aSegmentEncryptedAsAWholeIsNotRead() async throws {
        let fetcher = ContentFetcher()
        let media = try await prober(fetcher).measure(
            ProbeInput(
                initialization: nil, media: ProbeInput.Piece(origin.reference("files/plain.ts")), protection: .aes128))
        #expect(media.parameters.video?.protection == .aes128)
        #expect(media.parameters.audio?.protection == .aes128)
        #expect(media.parameters.videoPresence == .unknown)
        #expect(media.parameters.video?.codec == nil)
        #expect(fetcher.usage.requests == 0)
    }

    @Test func aServerThatLiesAboutTheSizeDoesNoHarm() async throws {
        let media = try await prober(ContentFetcher()).measure(
            ProbeInput(
                initialization: ProbeInput.Piece(origin.reference("files/hls-fmp4/init.mp4")),
                media: ProbeInput.Piece(origin.reference("huge-size/hls-fmp4/index0.m4s"))))
        #expect(media.parameters.video?.frameRate == FrameRate(24))
    }

    @Test func theByteBudgetHolds() async throws {
        let fetcher = ContentFetcher()
        let policy = ProbePolicy(firstRange: 500, byteBudget: 1000)
        let error = await #expect(throws: ProbeError.self) {
            try await prober(fetcher, policy: policy).measure(ProbeInput(origin.reference("files/plain.mp4")))
        }
        #expect(error?.reason == .budgetExhausted(bytes: 1000))
        #expect(fetcher.usage.bytesReceived <= 1000)
    }
}

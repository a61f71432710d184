import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import MediaProbing
import Testing

/// What the tier of headers costs over a network.
@Suite struct HeadersOverHTTPTests {
    /// Three variants in fragmented MP4 and one audio rendition; segments of half a megabyte.
    private func presentation() throws -> [String: [UInt8]] {
        let filling = [UInt8](repeating: 0x5A, count: 500_000)
        var files: [String: [UInt8]] = [
            "init.mp4": try GeneratedMedia.bytes("hls-fmp4/init.mp4"),
            "picture.m4s": try GeneratedMedia.bytes("hls-fmp4/index0.m4s") + [0, 7, 0xA1, 0x28] + Array("free".utf8)
                + filling,
            "sound.aac": try GeneratedMedia.bytes("packed-timestamp.aac") + filling,
        ]
        var main = ["#EXTM3U", "#EXT-X-INDEPENDENT-SEGMENTS"]
        main.append(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,URI=\"a.m3u8\""
        )
        for index in 1...3 {
            main.append(
                "#EXT-X-STREAM-INF:BANDWIDTH=\(index)00000000,CODECS=\"avc1.64000A,mp4a.40.2\",RESOLUTION=64x36,"
                    + "FRAME-RATE=24.000,AUDIO=\"a\"")
            main.append("v\(index).m3u8")
            // The same bytes under three names.
            files["picture\(index).m4s"] = files["picture.m4s"]
            files["v\(index).m3u8"] = playlist(["#EXT-X-MAP:URI=\"init.mp4\"", "#EXTINF:1,", "picture\(index).m4s"])
        }
        files["a.m3u8"] = playlist(["#EXTINF:1,", "sound.aac"])
        files["main.m3u8"] = Array(main.joined(separator: "\n").utf8)
        return files
    }

    private func playlist(_ lines: [String]) -> [UInt8] {
        let all = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:1"] + lines + ["#EXT-X-ENDLIST", ""]
        return Array(all.joined(separator: "\n").utf8)
    }

    @Test func threeRoundTripsAnd64KiBForFourRenditions() async throws {
        // What else a machine does between requests that belong together can only make a chain longer; the slower the
        // answers, the less of that there is. So the shortest chain counts.
        var chains: [Int] = []
        for delay in [2000, 5000, 9000] where !chains.contains(where: { $0 <= 3 }) {
            let origin = try await HTTPOrigin()
            try origin.serve(try presentation())
            let fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: .seconds(60), transfersPerOrigin: 32))
            let loaded = try await PresentationLoader(source: fetcher).load(
                origin.reference("delay/\(delay)/main.m3u8"))
            let prober = MediaProber(
                source: fetcher, pool: ProbeWorkerPool(executable: "/nonexistent"), policy: ProbePolicy(tier: .headers))
            let profile = await AssetProfiler(prober: prober).profile(loaded)
            #expect(profile.problems == [])
            #expect(profile.variants.count == 3)
            for variant in profile.variants {
                let video = try #require(variant.measured?.video)
                #expect(video.resolution == Resolution(width: 64, height: 36))
                #expect(video.frameRate == FrameRate(24))
                #expect(variant.measured?.audio?.sampleRate == 48000)
                #expect(variant.measured?.trackLayout == .demuxed)
                #expect(variant.timing?.audioStart == .seconds(10))
            }
            #expect(fetcher.usage.bytesReceived <= 64 << 10, "\(fetcher.usage.bytesReceived) bytes")
            chains.append(try await origin.usage().longestChain)
        }
        #expect(chains.contains { $0 <= 3 }, "\(chains) round trips in sequence")
    }

    @Test func whatPlaylistsDeclareNeedsNoMedia() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(try presentation())
        let fetcher = ContentFetcher()
        let loaded = try await PresentationLoader(source: fetcher).load(origin.reference("files/main.m3u8"))
        let requests = fetcher.usage.requests
        let prober = MediaProber(
            source: fetcher, pool: ProbeWorkerPool(executable: "/nonexistent"), policy: ProbePolicy(tier: .declared))
        let profile = await AssetProfiler(prober: prober).profile(loaded)
        #expect(fetcher.usage.requests == requests)
        #expect(profile.problems == [])
        #expect(profile.variants.allSatisfy { $0.measured == nil && $0.declared.video?.codec == .avc })
    }
}

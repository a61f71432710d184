import HLSPlaylists
import Testing
import TransitionRisk

@Suite struct ReachabilityTests {
    private func itinerary(_ address: String) -> ReceiverItinerary {
        var itinerary = ReceiverItinerary(refusals: [])
        itinerary.visits = [ReceiverVisit(.document, address, subject: "film")]
        return itinerary
    }

    @Test(
        "Hosts that a receiver cannot reach",
        arguments: [
            ("http://localhost:8080/a.m3u8", ["receiver-loopback-host"]),
            ("https://127.0.0.1/a.m3u8", ["receiver-loopback-host"]),
            ("https://[::1]:443/a.m3u8", ["receiver-loopback-host"]),
            ("https://[::ffff:127.0.0.1]/a.m3u8", ["receiver-loopback-host"]),
            ("https://app.localhost./a.m3u8", ["receiver-loopback-host"]),
            ("https://169.254.3.4/a.m3u8", ["receiver-local-host"]),
            ("https://[fe80::1%25eth0]/a.m3u8", ["receiver-local-host"]),
            ("https://192.168.1.20/a.m3u8", ["receiver-local-host"]),
            ("https://172.31.0.1/a.m3u8", ["receiver-local-host"]), ("https://172.32.0.1/a.m3u8", []),
            ("https://[fd00::7]/a.m3u8", ["receiver-local-host"]),
            ("https://studio.local/a.m3u8", ["receiver-local-host"]),
            ("http://cdn.example.com/a.m3u8", ["receiver-insecure-transport"]),
            ("https://cdn.example.com/a.m3u8", []), ("https://user@cdn.example.com:8443/a.m3u8?x=127.0.0.1", []),
            ("https://local.example.com/a.m3u8", []), ("https://10.example.com/a.m3u8", []),
            ("my-app://ads/main.m3u8", ["receiver-custom-scheme"]),
        ])
    func hosts(address: String, rules: [RuleID]) {
        #expect(Reachability.findings(on: itinerary(address)).map(\.rule) == rules, "\(address)")
    }

    /// 2026-01-01T00:00:00Z is 1767225600.
    @Test(
        "Tokens end",
        arguments: [
            ("https://a.b/c?Expires=1767225000&Signature=x", "A token in the query has expired"),
            ("https://a.b/c?hdnts=st=1767220000~exp=1767225000~acl=/*~hmac=1", "A token in the query has expired"),
            (
                "https://a.b/c?X-Amz-Date=20260101T000000Z&X-Amz-Expires=300",
                "A token in the query expires while the presentation plays"
            ),
            ("https://a.b/c?X-Amz-Date=20260101T000000Z&X-Amz-Expires=86400", nil),
            ("https://a.b/c?expires=300", nil), ("https://a.b/c?exp=99999999999999999999", nil),
        ] as [(String, String?)])
    func tokens(address: String, message: String?) {
        var itinerary = itinerary(address)
        itinerary.now = 1_767_225_600
        itinerary.plays = .seconds(3600)
        let found = Reachability.findings(on: itinerary)
        #expect(found.first?.message == message)
        #expect(!found.contains { $0.evidence.contains { $0.value.contains("hmac=1") || $0.value.contains("=x") } })
    }

    @Test func withoutAClockNoTokenHasExpired() {
        #expect(Reachability.findings(on: itinerary("https://a.b/c?Expires=1000000001")).isEmpty)
    }

    @Test(
        "Key systems",
        arguments: [
            (["com.apple.streamingkeydelivery"], true), (["identity"], true),
            (["urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"], false),
            (["com.microsoft.playready", "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"], false),
            (["com.microsoft.playready", "com.apple.streamingkeydelivery"], true),
        ])
    func keys(formats: [String], isReachable: Bool) throws {
        let tags = formats.map { "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"x\",KEYFORMAT=\"\($0)\"" }
        let text = (["#EXTM3U", "#EXT-X-TARGETDURATION:6"] + tags + ["#EXTINF:6,", "a.mp4", "#EXT-X-ENDLIST", ""])
            .joined(separator: "\n")
        let playlist = try #require(PlaylistParser.parse(Array(text.utf8)).playlist?.media)
        var itinerary = ReceiverItinerary(refusals: [])
        itinerary.keySets = playlist.segments.distinctKeySets.map { ("film", $0) }
        let found = Reachability.findings(on: itinerary)
        #expect(found.isEmpty == isReachable)
        #expect(isReachable || found.first?.severity == .high)
    }

    @Test func originsOfSegmentsAreToldOnce() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXTINF:6,
            https://one.example.com/a.ts
            #EXTINF:6,
            https://one.example.com/b.ts
            #EXTINF:6,
            c.ts
            #EXTINF:6,
            https://one.example.com.evil/d.ts
            #EXTINF:6,
            app:e
            #EXT-X-ENDLIST

            """
        let playlist = try #require(PlaylistParser.parse(Array(text.utf8)).playlist?.media)
        #expect(
            playlist.segments.statedOrigins == ["https://one.example.com", "https://one.example.com.evil", "app:"])
    }
}

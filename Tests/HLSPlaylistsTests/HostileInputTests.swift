import HLSPlaylists
import MediaFormats
import Testing

@Suite struct HostileInputTests {
    static let seeds: [[UInt8]] = [
        Array(PresentationLoaderTests.main.utf8),
        Array(PresentationLoaderTests.media("v", extra: PresentationLoaderTests.event).utf8),
        Array(PlaylistPrinterTests.lowLatency.utf8),
        Array(
            #"{"ASSETS":[{"URI":"https://h/a.m3u8","DURATION":15.5,"X-A":[1,{"b":null}]}],"SKIP-CONTROL":{"OFFSET":5}}"#
                .utf8),
        Array("avc1.640028,hvc1.2.4.L153.B0,dvh1.05.06,av01.0.13M.10.0.112,mp4a.40.2,ec-3".utf8),
        Array("2024-02-29T12:00:00.500+01:00".utf8), Array("-12.000000000000000001".utf8),
    ]

    @Test("Damaged input of every kind never traps", arguments: 0..<300)
    func damaged(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 7919)
        var bytes = Self.seeds.randomElement(using: &random)!
        for _ in 0..<Int.random(in: 0...20, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.insert(contentsOf: "99999999999999999999".utf8, at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 5))
            default: bytes.insert(contentsOf: Self.seeds.randomElement(using: &random)!.prefix(80), at: place)
            }
        }
        HostileInput.playlist(bytes)
        HostileInput.attributeList(bytes)
        HostileInput.assetList(bytes)
        HostileInput.scalars(bytes)
        _ = CodecString.list(String(decoding: bytes, as: UTF8.self))
    }

    @Test func hugeNumbersAreRefusedNotOverflowed() {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:18446744073709551615
            #EXT-X-MEDIA-SEQUENCE:9223372036854775807
            #EXT-X-DISCONTINUITY-SEQUENCE:99999999999999999999
            #EXT-X-START:TIME-OFFSET=-99999999999999
            #EXT-X-PROGRAM-DATE-TIME:9999-12-31T23:59:60.999999999999999999Z
            #EXTINF:1000000000,
            #EXT-X-BYTERANGE:9223372036854775807@9223372036854775807
            a
            #EXTINF:1000000001,
            #EXT-X-BYTERANGE:9223372036854775807@0
            a
            #EXTINF:1,
            #EXT-X-BYTERANGE:9223372036854775807
            a
            #EXT-X-DATERANGE:ID="a",CLASS="com.apple.hls.interstitial",START-DATE="0000-01-01T00:00:00Z",DURATION=1000000000,X-ASSET-URI="http://h/a",X-RESUME-OFFSET=-1000000000
            #EXT-X-SKIP:SKIPPED-SEGMENTS=9223372036854775807

            """
        HostileInput.playlist(Array(text.utf8))
        let document = PlaylistParser.parse(Array(text.utf8))
        #expect(document.diagnostics.contains { $0.code == "playlist-extinf-value" })
        #expect(document.diagnostics.contains { $0.code == "playlist-byterange" })
    }

    @Test func variablesCannotExplode() {
        var text =
            "#EXTM3U\n#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"\(String(repeating: "x", count: 1000))\"\n#EXT-X-TARGETDURATION:6\n"
        for index in 1..<40 {
            let doubled = "{$v\(index - 1)}{$v\(index - 1)}"
            text += "#EXT-X-DEFINE:NAME=\"v\(index)\",VALUE=\"\(doubled)\"\n"
        }
        let document = PlaylistParser.parse(Array(text.utf8))
        #expect(document.diagnostics.contains { $0.code == "playlist-variable-limit" })
    }

    @Test func diagnosticsAreBounded() {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + String(repeating: "x\n", count: 50_000)
        let diagnostics = PlaylistParser.parse(Array(text.utf8)).diagnostics
        #expect(diagnostics.count == 1001)
        #expect(diagnostics.last?.code == "playlist-too-many-diagnostics")
    }

    /// A quadratic walk over 20 000 breaks takes many minutes in a debug build.
    @Test(.timeLimit(.minutes(30))) func manyDateRangesTakeLinearTime() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\na\n"
        for index in 0..<20_000 {
            text +=
                "#EXT-X-DATERANGE:ID=\"\(index)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2024-01-01T00:00:03Z\",X-ASSET-URI=\"http://h/a\",X-SNAP=\"IN\"\n"
        }
        let playlist = try #require(PlaylistParser.parse(Array(text.utf8)).playlist?.media)
        let events = InterstitialEvent.events(in: playlist.dateRanges, base: nil).events
        let schedule = Schedule(PrimaryTimeline(playlists: [playlist]), events.map { ResolvedInterstitial($0) })
        #expect(schedule.breaks.count == 20_000)
    }

    @Test func deepJSONIsRefused() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(AssetList.parse(Array(deep.utf8)).list == nil)
        let nested = "{\"ASSETS\":" + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}"
        _ = AssetList.parse(Array(nested.utf8))
    }
}

import HLSPlaylists
import MediaFormats
import Testing

@Suite struct PlaylistParserTests {
    static func document(
        _ text: String, _ url: String = "https://example.com/a/main.m3u8?token=abc"
    ) -> PlaylistDocument {
        PlaylistParser.parse(Array(text.utf8), reference: .test(url))
    }

    static func media(_ text: String) throws -> MediaPlaylist {
        try #require(document(text).playlist?.media)
    }

    @Test func mediaPlaylistKeepsEverythingThatBelongsToASegment() throws {
        let playlist = try Self.media(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:10
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="700@0"
            #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.000Z
            #EXTINF:5.005,first
            #EXT-X-BYTERANGE:1000@700
            all.mp4
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-DISCONTINUITY
            #EXTINF:4,
            #EXT-X-BYTERANGE:500
            all.mp4
            #EXT-X-ENDLIST

            """)
        #expect(playlist.mediaSequence == 10)
        #expect(playlist.duration == .milliseconds(9005))
        #expect(!playlist.isLive)
        let segments = playlist.segments
        #expect(segments.map(\.uri) == ["all.mp4", "all.mp4"])
        #expect(segments[0].title == "first")
        #expect(segments[0].byteRange == ByteRange(offset: 700, length: 1000))
        #expect(segments[0].map?.byteRange == ByteRange(offset: 0, length: 700))
        #expect(segments[0].programDate?.description == "2024-01-01T00:00:00.000Z")
        #expect(segments[0].keys.isEmpty)
        #expect(segments[1].byteRange == ByteRange(offset: 1700, length: 500))
        #expect(segments[1].isDiscontinuous)
        #expect(segments[1].keys.map(\.keyFormat) == ["com.apple.streamingkeydelivery"])
        #expect(segments[1].line.number == 14)
    }

    @Test func multivariantPlaylistKeepsVariantsAndRenditions() throws {
        let playlist = try #require(
            Self.document(
                """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8",CHANNELS="2"
                #EXT-X-STREAM-INF:BANDWIDTH=2200000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="a"
                720.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI="iframes.m3u8"

                """
            ).playlist?.multivariant)
        #expect(playlist.variants.count == 1)
        #expect(playlist.variants[0].uri == "720.m3u8")
        #expect(playlist.variants[0].codecs.map(\.raw) == ["avc1.640028", "mp4a.40.2"])
        #expect(playlist.variants[0].frameRate == FrameRate(30000, 1001))
        #expect(playlist.iFrameVariants.map(\.uri) == ["iframes.m3u8"])
        #expect(playlist.renditions(.audio, group: "a").map(\.name) == ["English"])
    }

    @Test("What is no sound playlist is refused with a code and a line", arguments: refusals)
    func refused(_ text: String, _ code: String, _ line: Int?) throws {
        let document = Self.document(text)
        #expect(document.isRefused)
        let found = try #require(document.diagnostics.first { $0.code == code }, "\(document.diagnostics)")
        #expect(found.severity == .error)
        #expect(found.line == line)
        #expect(found.uri == "https://example.com/a/main.m3u8?token=…")
    }

    @Test func invalidUTF8IsNamedWithItsLine() {
        let document = PlaylistParser.parse(Array("#EXTM3U\n#EXTINF:6,".utf8) + [0xFF, 0x0A])
        #expect(document.playlist == nil)
        #expect(document.diagnostics.map(\.code) == ["playlist-not-utf8"])
        #expect(document.diagnostics[0].line == 2)
    }

    @Test func transportStreamIsNotAPlaylist() {
        var packet = [UInt8](repeating: 0xFF, count: 376)
        packet[0] = 0x47
        packet[188] = 0x47
        #expect(PlaylistParser.parse(packet).diagnostics[0].message.contains("ts media"))
    }

    @Test func longLineIsSkipped() throws {
        let long = String(repeating: "a", count: PlaylistParser.longestLine + 1)
        let document = Self.document("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n\(long)\n#EXTINF:5,\nb.ts\n")
        #expect(document.diagnostics.contains { $0.code == "playlist-line-too-long" && $0.line == 4 })
        #expect(document.playlist?.media?.segments.map(\.uri) == ["b.ts"])
    }

    @Test func carriageReturnsAreNotPartOfLines() throws {
        let playlist = try Self.media("#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXTINF:6,\r\na.ts\r\n#EXT-X-ENDLIST\r\n")
        #expect(playlist.segments.map(\.uri) == ["a.ts"])
        #expect(playlist.hasEndList)
    }

    @Test func variablesAreReplacedInURIsStringsAndHexadecimals() throws {
        let text = """
            #EXTM3U
            #EXT-X-DEFINE:NAME="dir",VALUE="media/{not}"
            #EXT-X-DEFINE:QUERYPARAM="token"
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="{$dir}/init.mp4?t={$token}"
            #EXTINF:6,
            {$dir}/1.m4s

            """
        let document = Self.document(text)
        #expect(document.diagnostics == [])
        let playlist = try #require(document.playlist?.media)
        #expect(playlist.segments[0].uri == "media/{not}/1.m4s")
        #expect(playlist.segments[0].map?.uri == "media/{not}/init.mp4?t=abc")
    }

    @Test func importedVariablesComeFromTheMultivariantPlaylist() throws {
        let text = "#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"x\"\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n{$x}.ts\n"
        let document = PlaylistParser.parse(Array(text.utf8), imports: ["x": "seg"])
        #expect(document.diagnostics == [])
        #expect(document.playlist?.media?.segments[0].uri == "seg.ts")
    }

    @Test func unknownTagsAreKeptWithTheirPlace() throws {
        let playlist = try Self.media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXT-X-CUE-OUT:DURATION=30\n#EXTINF:6,\nb.ts\n#EXT-X-CUE-IN\n"
        )
        #expect(playlist.unknownTags.map(\.name) == ["EXT-X-CUE-OUT", "EXT-X-CUE-IN"])
        #expect(playlist.unknownTags.map(\.value) == ["DURATION=30", nil])
        #expect(playlist.unknownTags.map(\.segmentIndex) == [1, 2])
    }

    @Test func unknownRequirementTakesTheVariantAndItsURIAway() throws {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1,REQ-COLD-FUSION="1"
            hot.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2
            cold.m3u8

            """
        let document = Self.document(text)
        #expect(document.playlist?.multivariant?.variants.map(\.uri) == ["cold.m3u8"])
        #expect(document.diagnostics.map(\.code) == ["playlist-requirement"])
    }

    @Test func lowLatencyTagsAreRead() throws {
        let playlist = try Self.media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=24.0
            #EXT-X-PART-INF:PART-TARGET=0.33334
            #EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES="a\tb"
            #EXT-X-PART:DURATION=0.33334,URI="p.mp4",BYTERANGE="100@0",INDEPENDENT=YES
            #EXT-X-PART:DURATION=0.33334,URI="p.mp4",BYTERANGE="100"
            #EXTINF:0.66668,
            s.mp4
            #EXT-X-PART:DURATION=0.33334,URI="q.mp4"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="q2.mp4"
            #EXT-X-RENDITION-REPORT:URI="../other.m3u8",LAST-MSN=5,LAST-PART=1

            """)
        #expect(playlist.serverControl?.canBlockReload == true)
        #expect(playlist.serverControl?.canSkipUntil == .seconds(24))
        #expect(playlist.partTarget == Duration(decimalSeconds: "0.33334"))
        #expect(playlist.skip?.count == 3)
        #expect(playlist.skip?.removedDateRanges == ["a", "b"])
        #expect(playlist.segments[0].parts.map(\.byteRange?.offset) == [0, 100])
        #expect(playlist.trailingParts.map(\.uri) == ["q.mp4"])
        #expect(playlist.preloadHints.map(\.uri) == ["q2.mp4"])
        #expect(playlist.renditionReports.map(\.lastMediaSequence) == [5])
    }
}

extension PlaylistParserTests {
    static let refusals: [(String, String, Int?)] = [
        ("", "playlist-empty", nil),
        ("\n\n", "playlist-not-a-playlist", 1),
        ("<!DOCTYPE html><html></html>", "playlist-not-a-playlist", 1),
        ("{\"ASSETS\":[]}", "playlist-not-a-playlist", 1),
        ("#EXTM3U\n", "playlist-no-content", 1),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n", "playlist-extinf-without-uri", 3),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n#EXTINF:6,\na.ts\n", "playlist-extinf-without-uri", 3),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\na.ts\n", "playlist-uri-without-extinf", 3),
        ("#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"\nv.m3u8\n", "playlist-uri-without-stream-inf", 3),
        ("#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"\n", "playlist-no-variants", 1),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n", "playlist-stream-inf-without-uri", 2),
        ("#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"avc1\"\na\n", "playlist-attribute-missing", 2),
        ("#EXTM3U\n#EXTINF:6,\na.ts\n", "playlist-target-duration", 1),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.6,\na.ts\n", "playlist-segment-too-long", 4),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-TARGETDURATION:6\n", "playlist-tag-repeated", 3),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:six,\na.ts\n", "playlist-extinf-value", 3),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:1e1,\na.ts\n", "playlist-extinf-value", 3),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n", "playlist-mixed", 3),
        ("#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", "playlist-no-header", 1),
        ("\u{FEFF}#EXTM3U\n#EXT-X-TARGETDURATION:6\n", "playlist-bom", 1),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\u{0}.ts\n", "playlist-nul", 4),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\u{1}.ts\n", "playlist-control-character", 4),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n#EXT-X-BYTERANGE:10\na.ts\n",
            "playlist-byterange-offset", 5
        ),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n{$x}.ts\n", "playlist-variable-undefined", 4),
        ("#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"x\"\n#EXT-X-TARGETDURATION:6\n", "playlist-variable-import", 2),
        (
            "#EXTM3U\n#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"x\",VALUE=\"2\"\n#EXT-X-TARGETDURATION:6\n",
            "playlist-variable-duplicate", 3
        ),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-KEY:METHOD=AES-128\n", "playlist-attribute-missing", 3),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"a,BYTERANGE=1\n", "playlist-attribute-unterminated",
            3
        ),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"a\",URI=\"b\"\n", "playlist-attribute-duplicate", 3),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2024-01-01T00:00:00Z\"\n",
            "playlist-date-range-without-date", 3
        ),
    ]

    @Test(
        "Layouts that ask for a headset are told from flat ones",
        arguments: [
            ("", nil), ("CH-MONO", nil), ("CH-MONO/PROJ-RECT", nil), ("CH-STEREO", "CH-STEREO"),
            ("CH-MONO,CH-STEREO/PROJ-HEQU", "CH-MONO,CH-STEREO/PROJ-HEQU"), ("PROJ-EQUI", "PROJ-EQUI"),
        ])
    func spatialLayout(_ layout: String, _ expected: String?) throws {
        let attribute = layout.isEmpty ? "" : ",REQ-VIDEO-LAYOUT=\"\(layout)\""
        let text = "#EXTM3U\n#EXT-X-VERSION:12\n#EXT-X-STREAM-INF:BANDWIDTH=1000\(attribute)\nv.m3u8\n"
        let playlist = try #require(PlaylistParser.parse(Array(text.utf8)).playlist?.multivariant)
        #expect(playlist.variants.map(\.spatialLayout) == [expected])
    }

    @Test func compressedPlaylistSaysHowToServeIt() {
        let document = PlaylistParser.parse([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
        #expect(document.diagnostics.map(\.code) == ["playlist-not-a-playlist"])
        #expect(document.diagnostics[0].message.contains("Content-Encoding: gzip"))
    }
}

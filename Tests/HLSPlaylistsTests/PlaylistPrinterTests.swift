import HLSPlaylists
import Testing

@Suite struct PlaylistPrinterTests {
    private func expectRoundTrip(_ bytes: [UInt8], _ name: String) {
        let reference = AssetReference.test("https://example.com/a/main.m3u8?token=abc")
        let imports = ["x": "value"]
        guard let playlist = PlaylistParser.parse(bytes, reference: reference, imports: imports).playlist else {
            return
        }
        let again = PlaylistParser.parse(Array(playlist.text.utf8), reference: reference, imports: imports)
        #expect(again.playlist == playlist, "\(name) printed as\n\(playlist.text.prefix(4000))")
    }

    @Test(
        "A printed playlist reads as the value it was printed from",
        arguments: Corpus.files)
    func corpus(_ name: String) throws { expectRoundTrip(try Corpus.bytes(name), name) }

    @Test func keysAndMapsAreSwitchedWhereTheyChange() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-KEY:METHOD=AES-128,URI="k0"
            #EXT-X-MAP:URI="i0"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k1",KEYFORMAT="a"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2",KEYFORMAT="b"
            #EXTINF:6,
            1
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k3",KEYFORMAT="a"
            #EXTINF:6,
            2
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-MAP:URI="i1",BYTERANGE="5@9"
            #EXTINF:6,
            3
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k4",KEYFORMAT="b"
            #EXTINF:6,
            4
            #EXT-X-BITRATE:100
            #EXTINF:6,
            5
            #EXTINF:6,
            #EXT-X-BYTERANGE:5@5
            6
            #EXT-X-UNKNOWN
            #EXTINF:6,
            #EXT-X-BYTERANGE:5
            6

            """
        let playlist = try PlaylistParserTests.media(text)
        #expect(
            playlist.segments.map { $0.keys.map(\.uri) } == [
                ["k0", "k1", "k2"], ["k0", "k2", "k3"], [], ["k4"], ["k4"], ["k4"], ["k4"],
            ])
        #expect(playlist.segments.map { $0.map?.keys.map(\.uri) } == [["k0"], ["k0"], [], [], [], [], []])
        expectRoundTrip(Array(text.utf8), "keys")
    }

    @Test("Playlists damaged at random never trap and still round-trip", arguments: 0..<200)
    func damaged(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sources = [
            PresentationLoaderTests.main, PresentationLoaderTests.media("v", extra: PresentationLoaderTests.event),
            Self.lowLatency,
        ]
        var bytes = Array(sources.randomElement(using: &random)!.utf8)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = Array("\"=,:#{}$\n\r @.-0A9".utf8).randomElement(using: &random)!
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: "#EXT-X-KEY:METHOD=NONE\n".utf8, at: place)
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
            }
            if bytes.isEmpty { return }
        }
        expectRoundTrip(bytes, "seed \(seed)")
    }

    static let lowLatency = """
        #EXTM3U
        #EXT-X-VERSION:12
        #EXT-X-DEFINE:NAME="p",VALUE="part"
        #EXT-X-DEFINE:IMPORT="x"
        #EXT-X-TARGETDURATION:4
        #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=24.0
        #EXT-X-PART-INF:PART-TARGET=0.33334
        #EXT-X-MEDIA-SEQUENCE:266
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://{$x}",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-MAP:URI="init.mp4"
        #EXT-X-PART:DURATION=0.33334,URI="{$p}.mp4",BYTERANGE="100@0",INDEPENDENT=YES
        #EXT-X-PART:DURATION=0.33334,URI="{$p}.mp4",BYTERANGE="100"
        #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.25+01:00
        #EXTINF:0.66668,title
        {$x}/s.mp4
        #EXT-X-CUE-OUT:30
        #EXT-X-GAP
        #EXTINF:4,
        #EXT-X-BYTERANGE:10@5
        t.mp4
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="q2.mp4",BYTERANGE-START=7
        #EXT-X-RENDITION-REPORT:URI="../other.m3u8",LAST-MSN=5,LAST-PART=1
        #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z",SCTE35-OUT=0xFC

        """
}

/// A small reproducible generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

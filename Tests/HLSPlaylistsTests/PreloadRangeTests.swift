import HLSPlaylists
import Testing

@Suite struct PreloadRangeTests {
    static let tag =
        "ID=\"p\",CLASS=\"com.apple.hls.preload\",START-DATE=\"2024-01-01T00:00:01Z\",DURATION=10,X-URI=\"https://h/list.json\",X-TARGET-ID=\"a\",X-TARGET-CLASS=\"com.apple.hls.interstitial\""

    static func read(_ tag: String, ended: Bool = false) throws -> (ranges: [PreloadRange], diagnostics: [Diagnostic]) {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\na.ts\n"
        text += "#EXT-X-DATERANGE:\(tag)\n" + (ended ? "#EXT-X-ENDLIST\n" : "")
        return PreloadRange.ranges(in: try PlaylistParserTests.media(text))
    }

    @Test func hintIsRead() throws {
        let (ranges, diagnostics) = try Self.read(Self.tag)
        #expect(diagnostics == [])
        #expect(ranges.map(\.uri) == ["https://h/list.json"])
        #expect(ranges.map { $0.end - $0.start } == [.seconds(10)])
    }

    @Test func completePlaylistHasNoHints() throws { #expect(try Self.read(Self.tag, ended: true).ranges.isEmpty) }

    @Test(
        "Illegal hints are ignored with the reason",
        arguments: [
            (",DURATION=10", "", "preload-no-end"), (",DURATION=10", ",DURATION=10,CUE=\"PRE\"", "preload-cue"),
            (",X-TARGET-ID=\"a\"", "", "playlist-attribute-missing"),
        ])
    func illegal(_ from: String, _ to: String, _ code: String) throws {
        let (ranges, diagnostics) = try Self.read(Self.tag.replacing(from, with: to))
        #expect(ranges.isEmpty)
        #expect(diagnostics.map(\.code) == [code])
    }
}

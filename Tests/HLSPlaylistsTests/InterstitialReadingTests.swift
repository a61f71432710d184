import HLSPlaylists
import Testing

/// What players make of tags that a conforming client ignores.
@Suite struct InterstitialReadingTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var tags: [String]
        /// IDs that each player schedules; `refused` where it refuses the playlist.
        var seen: [PlayerBehaviour: [String]]
        var testDescription: String { name }
    }

    static let refused = ["the whole playlist is refused"]
    static let head = InterstitialEventTests.head
    static let asset = InterstitialEventTests.asset
    static let everybody: [PlayerBehaviour: [String]] = [
        .draft: ["a"], .avfoundation: ["a"], .hlsjs: ["a"], .shaka: ["a"], .media3: ["a"],
    ]
    static let strict: [PlayerBehaviour: [String]] = [.draft: [], .avfoundation: []]

    static let examples: [Example] = [
        Example(name: "legal", tags: ["\(head),\(asset)"], seen: everybody),
        Example(
            name: "both URI and LIST", tags: ["\(head),\(asset),X-ASSET-LIST=\"l.json\""],
            seen: strict.merging([.hlsjs: ["a"], .shaka: ["a"], .media3: []]) { $1 }),
        Example(
            name: "conflicting tags", tags: ["\(head),\(asset),DURATION=5", "ID=\"a\",DURATION=6"],
            seen: [.draft: ["a"], .avfoundation: ["a"], .hlsjs: [], .shaka: ["a"], .media3: refused]),
        Example(
            name: "missing ID",
            tags: [
                "\(head),\(asset)", "CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2024-01-01T00:00:02Z\",\(asset)",
            ],
            seen: everybody.merging([.media3: refused]) { $1 }),
        Example(
            name: "blanks", tags: ["\(head), \(asset)"],
            seen: strict.merging([.hlsjs: ["a"], .shaka: ["a"], .media3: ["a"]]) { $1 }),
    ]

    @Test("Players disagree about broken tags", arguments: examples)
    func reading(_ example: Example) throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\na.ts\n"
        for tag in example.tags { text += "#EXT-X-DATERANGE:\(tag)\n" }
        let playlist = try PlaylistParserTests.media(text)
        for (behaviour, ids) in example.seen {
            let reading = playlist.interstitials(as: behaviour)
            #expect((reading.refusal == nil ? reading.events.map(\.id) : Self.refused) == ids, "\(behaviour)")
        }
    }

    @Test func cueUnderItsOldNameIsReadBySome() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\na.ts\n#EXT-X-DATERANGE:\(Self.head),\(Self.asset),X-CUE=\"PRE\"\n"
        let playlist = try PlaylistParserTests.media(text)
        #expect(playlist.interstitials(as: .draft).events.map(\.cue) == [[]])
        #expect(playlist.interstitials(as: .hlsjs).events.map(\.cue) == [.pre])
    }

    @Test func shakaTakesOnlyANewLimitFromALaterTag() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\na.ts\n#EXT-X-DATERANGE:\(Self.head),\(Self.asset),DURATION=5,X-PLAYOUT-LIMIT=4\n#EXT-X-DATERANGE:ID=\"a\",DURATION=6,X-PLAYOUT-LIMIT=3\n"
        let event = try #require(try PlaylistParserTests.media(text).interstitials(as: .shaka).events.first)
        #expect(event.duration == .seconds(5))
        #expect(event.playoutLimit == .seconds(3))
    }

    @Test func clearLeadIsSeen() throws {
        let playlist = try PlaylistParserTests.media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\"\n#EXTINF:6,\nb.ts\n"
        )
        #expect(playlist.protections.map(\.rawValue) == ["none", "SAMPLE-AES"])
    }
}

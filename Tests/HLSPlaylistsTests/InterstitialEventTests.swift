import HLSPlaylists
import Testing

@Suite struct InterstitialEventTests {
    static func read(_ tags: [String]) throws -> (events: [InterstitialEvent], diagnostics: [Diagnostic]) {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\na.ts\n"
        for tag in tags { text += "#EXT-X-DATERANGE:\(tag)\n" }
        let document = PlaylistParser.parse(Array(text.utf8))
        let playlist = try #require(document.playlist?.media)
        let (events, diagnostics) = InterstitialEvent.events(in: playlist.dateRanges, base: nil)
        return (events, document.diagnostics + diagnostics)
    }

    static let head = "ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2024-01-01T00:00:02Z\""
    static let asset = "X-ASSET-URI=\"https://h/a.m3u8\""

    @Test func everyAttributeIsRead() throws {
        let (events, diagnostics) = try Self.read([
            Self.head + ",DURATION=15,PLANNED-DURATION=15.5,CUE=\"ONCE,PRE\"," + Self.asset
                + ",X-RESUME-OFFSET=-1.5,X-PLAYOUT-LIMIT=12,X-SNAP=\"IN,OUT\",X-RESTRICT=\"JUMP,SKIP\""
                + ",X-CONTENT-MAY-VARY=\"NO\",X-TIMELINE-OCCUPIES=\"RANGE\",X-TIMELINE-STYLE=\"PRIMARY\""
                + ",X-SKIP-CONTROL-OFFSET=5,X-SKIP-CONTROL-DURATION=8,X-SKIP-CONTROL-LABEL-ID=\"Exit-Label\",X-COM-BEACON=\"b\""
        ])
        #expect(diagnostics == [])
        let event = try #require(events.first)
        #expect(event.duration == .seconds(15))
        #expect(event.plannedDuration == .milliseconds(15500))
        #expect(event.cue == [.pre, .once])
        #expect(event.content == .asset("https://h/a.m3u8"))
        #expect(event.statedResumeOffset == .milliseconds(-1500))
        #expect(event.playoutLimit == .seconds(12))
        #expect(event.snap == [.in, .out])
        #expect(event.restrictions == [.skip, .jump])
        #expect(!event.contentMayVary)
        #expect(event.timelineOccupies == .range)
        #expect(event.timelineStyle == .primary)
        #expect(event.skipControl == SkipControl(offset: .seconds(5), duration: .seconds(8), labelID: "Exit-Label"))
        #expect(event.customAttributes.map(\.name) == ["X-COM-BEACON"])
    }

    @Test func absentAttributesHaveTheDefaultsOfTheSpecification() throws {
        let event = try #require(try Self.read([Self.head + "," + Self.asset]).events.first)
        #expect(event.resumption == .afterPlayedDuration)
        #expect(event.playoutLimit == nil)
        #expect(event.contentMayVary)
        #expect(event.timelineOccupies == .point)
        #expect(event.timelineStyle == .highlight)
        #expect(event.skipControl == nil)
        #expect(event.cue == [])
    }

    @Test func unknownWordsAreIgnored() throws {
        let (events, diagnostics) = try Self.read([
            Self.head + "," + Self.asset
                + ",X-RESTRICT=\"SKIP,FLY\",X-SNAP=\"AROUND,OUT\",X-TIMELINE-OCCUPIES=\"AREA\",X-TIMELINE-STYLE=\"NEON\",X-CONTENT-MAY-VARY=\"MAYBE\""
        ])
        let event = try #require(events.first)
        #expect(event.restrictions == .skip)
        #expect(event.snap == .out)
        #expect(event.timelineOccupies == .point)
        #expect(event.timelineStyle == .highlight)
        #expect(event.contentMayVary)
        #expect(diagnostics.count == 5)
        #expect(diagnostics.allSatisfy { $0.severity == .warning && $0.line == 6 })
    }

    @Test("Illegal tags are ignored with a warning that names the reason", arguments: illegalTags)
    func illegal(_ tag: String, _ code: String) throws {
        let (events, diagnostics) = try Self.read([tag])
        #expect(events.isEmpty)
        #expect(diagnostics.map(\.code) == [code])
        #expect(diagnostics.allSatisfy { $0.severity == .warning && $0.line == 6 })
    }

    @Test func otherClassesAreOtherRanges() throws {
        let tag = "ID=\"a\",CLASS=\"com.apple.HLS.interstitial\",START-DATE=\"2024-01-01T00:00:02Z\"," + Self.asset
        let (events, diagnostics) = try Self.read([tag])
        #expect(events.isEmpty)
        #expect(diagnostics.isEmpty)
    }

    @Test func tagsOfOneIDAreMerged() throws {
        let (events, diagnostics) = try Self.read([Self.head + "," + Self.asset, "ID=\"a\",DURATION=7"])
        #expect(diagnostics == [])
        #expect(events.map(\.duration) == [.seconds(7)])
    }

    @Test func laterTagThatContradictsIsIgnored() throws {
        let (events, diagnostics) = try Self.read([
            Self.head + "," + Self.asset + ",DURATION=7", "ID=\"a\",DURATION=8,X-RESUME-OFFSET=0",
        ])
        #expect(diagnostics.map(\.code) == ["playlist-date-range-conflict"])
        #expect(events.map(\.duration) == [.seconds(7)])
        #expect(events.map(\.resumption) == [.afterPlayedDuration])
    }

    @Test func endOnNextEndsAtTheNextRangeOfTheClass() throws {
        let next = Self.head.replacing("ID=\"a\"", with: "ID=\"b\"").replacing("00:02Z", with: "00:05Z")
        let (events, _) = try Self.read([Self.head + "," + Self.asset + ",END-ON-NEXT=YES", next + "," + Self.asset])
        #expect(events.map(\.duration) == [.seconds(3), nil])
    }

    @Test func relativeAssetIsKeptWithAWarning() throws {
        let (events, diagnostics) = try Self.read([Self.head + ",X-ASSET-URI=\"a.m3u8\""])
        #expect(events.map(\.content) == [.asset("a.m3u8")])
        #expect(diagnostics.map(\.code) == ["interstitial-relative-asset"])
    }
}

extension InterstitialEventTests {
    static let illegalTags: [(String, String)] = [
        ("\(head),\(asset),X-ASSET-LIST=\"l.json\"", "interstitial-two-assets"),
        (head, "interstitial-no-asset"),
        ("\(head),\(asset),X-RESUME-OFFSET=\"0\"", "playlist-attribute-type"),
        ("\(head),\(asset),DURATION=-1", "playlist-attribute-type"),
        ("\(head),\(asset),CUE=\"PRE,POST\"", "playlist-date-range-cue"),
        ("\(head),\(asset),DURATION=5,END-DATE=\"2024-01-01T00:00:30Z\"", "playlist-date-range-end"),
        ("\(head),\(asset),END-DATE=\"2024-01-01T00:00:00Z\"", "playlist-date-range-end"),
        ("\(head),\(asset),END-ON-NEXT=YES,DURATION=5", "playlist-date-range-end-on-next"),
        ("\(head),\(asset),END-ON-NEXT=NO", "playlist-attribute-value"),
        ("\(head), \(asset)", "playlist-attribute-blank"),
        ("\(head),\(asset),DURATION=5,DURATION=5", "playlist-attribute-duplicate"),
        (
            "CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2024-01-01T00:00:02Z\",\(asset)",
            "playlist-attribute-missing"
        ),
        ("ID=\"a\",CLASS=\"com.apple.hls.interstitial\",\(asset)", "playlist-attribute-missing"),
        ("ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"yesterday\",\(asset)", "playlist-date"),
    ]
}

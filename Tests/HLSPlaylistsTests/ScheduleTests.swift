import HLSPlaylists
import Testing

/// The worked examples of the interstitial facts, named by their number there.
@Suite struct ScheduleTests {
    /// One event: where (in seconds), how long its assets are, and what its tag says besides.
    struct Break: Sendable {
        var id: String
        var at: String
        var assets: [String]
        var attributes: String

        init(_ id: String, _ at: String, _ assets: [String], _ attributes: String = "") {
            self.id = id
            self.at = at
            self.assets = assets
            self.attributes = attributes
        }
    }

    /// A VOD of segments of given lengths that starts on 2024-01-01.
    static func playlist(_ segments: [String], _ breaks: [Break]) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:100\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.000Z\n"
        for (index, segment) in segments.enumerated() { text += "#EXTINF:\(segment),\nm\(index).ts\n" }
        for item in breaks {
            let start = ProgramDate(iso8601: "2024-01-01T00:00:00Z")! + Duration(decimalSeconds: item.at)!
            text += "#EXT-X-DATERANGE:ID=\"\(item.id)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(start)\","
            text += "X-ASSET-LIST=\"list\"\(item.attributes.isEmpty ? "" : ",")\(item.attributes)\n"
        }
        let document = PlaylistParser.parse(Array((text + "#EXT-X-ENDLIST\n").utf8))
        #expect(!document.isRefused, "\(document.diagnostics)")
        return try #require(document.playlist?.media)
    }

    static func schedule(
        _ segments: [String], _ breaks: [Break], start: Duration = .zero, as behaviour: PlayerBehaviour = .draft
    ) throws -> Schedule {
        let playlist = try playlist(segments, breaks)
        let events = InterstitialEvent.events(in: playlist.dateRanges, base: nil).events
        let resolved = events.map { event in
            ResolvedInterstitial(
                event, assetDurations: breaks.first { $0.id == event.id }!.assets.map { Duration(decimalSeconds: $0)! })
        }
        return Schedule(
            PrimaryTimeline(playlists: [playlist], startPosition: start), resolved, behaviour: behaviour)
    }

    static func sixes(_ count: Int) -> [String] { [String](repeating: "6", count: count) }

    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var segments: [String]
        var breaks: [Break]
        var start: Int = 0
        var expected: String
        var total: String
        var testDescription: String { name }
    }

    @Test("Worked examples", arguments: examples)
    func worked(_ example: Example) throws {
        let schedule = try Self.schedule(example.segments, example.breaks, start: .seconds(example.start))
        #expect(schedule.description == example.expected)
        #expect(schedule.playoutDuration?.decimalSeconds == example.total)
    }

    /// 24 s are listed of a live programme; hls.js snaps where a segment covers the date, media3 to the ends of the list
    /// (facts, players' table).
    @Test(
        "What a live playlist does not list yet is nothing to snap to",
        arguments: [
            (PlayerBehaviour.draft, "30", "30"), (.avfoundation, "30", "30"), (.hlsjs, "30", "30"),
            (.media3, "30", "24"),
            (.draft, "14", "12"), (.avfoundation, "14", "12"), (.hlsjs, "14", "12"), (.media3, "14", "12"),
        ])
    func snapInALivePlaylist(_ behaviour: PlayerBehaviour, _ at: String, _ left: String) throws {
        let listed = try Self.playlist(Self.sixes(4), [Break("a", at, ["5"], "X-RESUME-OFFSET=0,X-SNAP=\"OUT\"")])
        var timeline = PrimaryTimeline(playlists: [listed], startPosition: .zero)
        timeline.duration = nil
        let events = InterstitialEvent.events(in: listed.dateRanges, base: nil).events
        let schedule = Schedule(
            timeline, events.map { ResolvedInterstitial($0, assetDurations: [.seconds(5)]) }, behaviour: behaviour)
        #expect(schedule.breaks.map(\.at.decimalSeconds) == [left])
        #expect(schedule.choices.contains { $0.topic == "snap-not-listed" } == (left == "30"))
    }

    @Test func snapTakesTheEarliestBoundaryOutAndTheLatestIn() throws {
        let attributes = "X-RESUME-OFFSET=0,X-SNAP=\"OUT,IN\""
        let video = try Self.playlist(["6", "6", "6", "6"], [Break("a", "7", ["5"], attributes)])
        let audio = try Self.playlist(["5.9", "6", "6", "6.1"], [])
        let events = InterstitialEvent.events(in: video.dateRanges, base: nil).events
        let schedule = Schedule(
            PrimaryTimeline(playlists: [video, audio]),
            events.map { ResolvedInterstitial($0, assetDurations: [.seconds(5)]) })
        #expect(schedule.description == "P 0-5.9 | I a @5.9 +5 ->6 | P 6-24")
    }

    @Test(
        "Limits are spent asset by asset",
        arguments: [("20", ["15", "5"]), ("15", ["15", "0"]), ("40", ["15", "15"]), ("0", ["0", "0"])])
    func limits(_ limit: String, _ expected: [String]) throws {
        let schedule = try Self.schedule(
            Self.sixes(10), [Break("a", "10", ["15", "15"], "X-PLAYOUT-LIMIT=\(limit)")])
        #expect(schedule.breaks[0].parts.map { $0.plays?.decimalSeconds } == expected)
    }

    @Test func failedListResumesWhereItLeft() throws {
        let playlist = try Self.playlist(Self.sixes(10), [Break("a", "10", [], "X-RESUME-OFFSET=30")])
        let event = InterstitialEvent.events(in: playlist.dateRanges, base: nil).events[0]
        let schedule = Schedule(
            PrimaryTimeline(playlists: [playlist]), [ResolvedInterstitial(event, content: .failed("404"))])
        #expect(schedule.description == "P 0-10 | I a @10 +0 ->10 | P 10-60")
        #expect(schedule.items[1].interstitial?.outcome == .cancelled("404"))
        #expect(schedule.breaks.isEmpty)
    }

    @Test func failedAssetOfAListIsLeftOut() throws {
        let playlist = try Self.playlist(Self.sixes(10), [Break("a", "10", [])])
        let event = InterstitialEvent.events(in: playlist.dateRanges, base: nil).events[0]
        var assets = [15, 10, 5].map { InterstitialAsset(uri: "a", declaredDuration: .seconds($0)) }
        assets[1].failure = "404"
        let schedule = Schedule(
            PrimaryTimeline(playlists: [playlist]), [ResolvedInterstitial(event, content: .assets(assets))])
        #expect(schedule.description == "P 0-10 | I a @10 +20 ->30 | P 30-60")
        #expect(schedule.breaks[0].parts.map(\.plays) == [.seconds(15), .zero, .seconds(5)])
    }

    @Test func clientEventsResumeWhereTheyLeft() {
        let event = InterstitialEvent.client(id: "1", asset: "ad.m3u8", at: .seconds(4))
        let schedule = Schedule(
            PrimaryTimeline(duration: .seconds(6)), [ResolvedInterstitial(event, assetDurations: [.seconds(15)])])
        #expect(schedule.description == "P 0-4 | I 1 @4 +15 ->4 | P 4-6")
    }

    @Test func eventsWithoutAPlaceSayWhy() throws {
        let early = ProgramDate(iso8601: "2023-12-31T23:59:50Z")!
        let playlist = try Self.playlist(["6", "6"], [])
        func event(_ id: String, _ placement: InterstitialEvent.Placement) -> ResolvedInterstitial {
            ResolvedInterstitial(InterstitialEvent(id: id, placement: placement, content: .asset("http://h/a")))
        }
        let schedule = Schedule(
            PrimaryTimeline(playlists: [playlist], startPosition: .seconds(3)),
            [
                event("late", .time(.seconds(12))), event("early", .date(early)), event("behind", .time(.seconds(2))),
            ])
        #expect(schedule.notScheduled.map(\.event.id) == ["late", "early", "behind"])
        #expect(
            schedule.notScheduled.map(\.reason) == [
                .afterPrimary(.seconds(12)), .beforePrimary(.seconds(-10)), .beforeStartPosition(.seconds(2)),
            ])
        let undated = Schedule(PrimaryTimeline(duration: .seconds(12)), [event("dated", .date(early))])
        #expect(undated.notScheduled.map(\.reason) == [.noDateMapping])
    }

    @Test func openPointsNameTheAlternatives() throws {
        let snapped = try Self.schedule(Self.sixes(5), [Break("a", "4", ["15"], "X-RESUME-OFFSET=0,X-SNAP=\"OUT\"")])
        #expect(snapped.choices.map(\.topic) == ["snap-out-offset"])
        let overlapping = try Self.schedule(Self.sixes(10), [Break("a", "10", ["20"]), Break("b", "15", ["5"])])
        #expect(overlapping.choices.map(\.topic) == ["inside-replaced-range"])
    }

    @Test(
        "Players disagree about a break inside replaced time (S64)",
        arguments: [
            (PlayerBehaviour.draft, "P 0-10 | I a @10 +20 ->30 | P 30-60"),
            (.avfoundation, "P 0-10 | I a @10 +20 ->30 | I b @15 +5 ->30 | P 30-60"),
            (.hlsjs, "P 0-10 | I a @10 +20 ->30 | I b @15 +5 ->15 | P 15-60"),
        ])
    func overlap(_ behaviour: PlayerBehaviour, _ expected: String) throws {
        let schedule = try Self.schedule(
            Self.sixes(10), [Break("a", "10", ["20"]), Break("b", "15", ["5"], "X-RESUME-OFFSET=0")], as: behaviour)
        #expect(schedule.description == expected)
    }
}

extension ScheduleTests {
    static let examples: [Example] = [
        Example(
            name: "S01", segments: ["6"], breaks: [Break("a", "4", ["15"], "X-RESUME-OFFSET=0")],
            expected: "P 0-4 | I a @4 +15 ->4 | P 4-6", total: "21"),
        Example(
            name: "S02", segments: sixes(5), breaks: [Break("a", "4", ["15"])],
            expected: "P 0-4 | I a @4 +15 ->19 | P 19-30", total: "30"),
        Example(
            name: "S03", segments: ["5", "5"],
            breaks: [
                Break("ad1", "5", ["10"], "X-RESUME-OFFSET=0"), Break("ad2", "5", ["10"], "X-RESUME-OFFSET=0"),
            ],
            expected: "P 0-5 | I ad1 @5 +10 ->5 | I ad2 @5 +10 ->5 | P 5-10", total: "30"),
        Example(
            name: "S04", segments: sixes(7), breaks: [Break("a", "10", ["6"]), Break("b", "10", ["9"])],
            expected: "P 0-10 | I a @10 +6 ->16 | I b @10 +9 ->25 | P 25-42", total: "42"),
        Example(
            name: "S05", segments: sixes(5),
            breaks: [
                Break("a", "12", ["4"], "X-RESUME-OFFSET=0"), Break("b", "12", ["5"]),
                Break("c", "12", ["3"], "X-RESUME-OFFSET=-2"),
            ],
            expected: "P 0-12 | I a @12 +4 ->12 | I b @12 +5 ->17 | I c @12 +3 ->15 | P 15-30", total: "39"),
        Example(
            name: "S06", segments: sixes(5), breaks: [Break("a", "10", ["5"], "X-RESUME-OFFSET=-4")],
            expected: "P 0-10 | I a @10 +5 ->6 | P 6-30", total: "39"),
        Example(
            name: "S07", segments: sixes(10), breaks: [Break("a", "10", ["20"], "X-PLAYOUT-LIMIT=8")],
            expected: "P 0-10 | I a @10 +8 ->18 | P 18-60", total: "60"),
        Example(
            name: "S08", segments: sixes(10),
            breaks: [Break("a", "10", ["20"], "X-PLAYOUT-LIMIT=8,X-RESUME-OFFSET=0")],
            expected: "P 0-10 | I a @10 +8 ->10 | P 10-60", total: "68"),
        Example(
            name: "S09", segments: sixes(10), breaks: [Break("a", "10", ["12"], "X-PLAYOUT-LIMIT=30")],
            expected: "P 0-10 | I a @10 +12 ->22 | P 22-60", total: "60"),
        Example(
            name: "S10", segments: sixes(5),
            breaks: [Break("a", "4", ["15"], "X-RESUME-OFFSET=0,X-SNAP=\"OUT\"")],
            expected: "P 0-6 | I a @6 +15 ->4 | P 4-30", total: "47"),
        Example(
            name: "S11", segments: sixes(7), breaks: [Break("a", "10", ["10"], "X-SNAP=\"IN\"")],
            expected: "P 0-10 | I a @10 +10 ->18 | P 18-42", total: "44"),
        Example(
            name: "S12", segments: sixes(7), breaks: [Break("a", "10", ["10"], "X-SNAP=\"OUT,IN\"")],
            expected: "P 0-12 | I a @12 +10 ->18 | P 18-42", total: "46"),
        Example(
            name: "S14", segments: ["6"], breaks: [Break("a", "3", ["5"], "X-SNAP=\"OUT\",X-RESUME-OFFSET=0")],
            expected: "P 0-6 | I a @6 +5 ->3 | P 3-6", total: "14"),
        Example(
            name: "S15", segments: sixes(5),
            breaks: [Break("p", "12", ["5"], "X-RESUME-OFFSET=0,CUE=\"PRE\"")], start: 20,
            expected: "I p @20 +5 ->20 | P 20-30", total: "15"),
        Example(
            name: "S16", segments: sixes(5), breaks: [Break("p", "0", ["5"], "CUE=\"PRE\"")],
            expected: "I p @0 +5 ->5 | P 5-30", total: "30"),
        Example(
            name: "S17", segments: sixes(2), breaks: [Break("q", "0", ["5"], "CUE=\"POST\"")],
            expected: "P 0-12 | I q @12 +5 ->end", total: "17"),
        Example(
            name: "S26", segments: sixes(10), breaks: [Break("a", "10", ["15", "15"])],
            expected: "P 0-10 | I a @10 +30 ->40 | P 40-60", total: "60"),
        Example(
            name: "S31", segments: sixes(10), breaks: [Break("a", "10", [], "DURATION=30,X-RESUME-OFFSET=30")],
            expected: "P 0-10 | I a @10 +0 ->40 | P 40-60", total: "30"),
        Example(
            name: "S32", segments: sixes(10), breaks: [Break("a", "10", [], "DURATION=30")],
            expected: "P 0-10 | I a @10 +0 ->10 | P 10-60", total: "60"),
        Example(
            name: "S61", segments: sixes(10), breaks: [Break("a", "50", ["30"])],
            expected: "P 0-50 | I a @50 +30 ->80", total: "80"),
        Example(
            name: "S64", segments: sixes(10),
            breaks: [Break("a", "10", ["20"]), Break("b", "15", ["5"], "X-RESUME-OFFSET=0")],
            expected: "P 0-10 | I a @10 +20 ->30 | P 30-60", total: "60"),
        Example(
            name: "no cue at the start plays there", segments: ["6"],
            breaks: [Break("a", "0", ["5"], "X-RESUME-OFFSET=0")], expected: "I a @0 +5 ->0 | P 0-6", total: "11"),
        Example(
            name: "abutting breaks", segments: sixes(10),
            breaks: [Break("a", "10", ["10"]), Break("b", "20", ["10"])],
            expected: "P 0-10 | I a @10 +10 ->20 | I b @20 +10 ->30 | P 30-60", total: "60"),
        Example(
            name: "limit cuts the second asset", segments: sixes(10),
            breaks: [Break("a", "10", ["15", "15"], "X-PLAYOUT-LIMIT=20")],
            expected: "P 0-10 | I a @10 +20 ->30 | P 30-60", total: "60"),
        Example(
            name: "exact sums", segments: ["3.3", "3.3", "3.4"],
            breaks: [Break("a", "6.6", ["0.1", "0.2"], "X-SNAP=\"IN\"")],
            expected: "P 0-6.6 | I a @6.6 +0.3 ->6.6 | P 6.6-10", total: "10.3"),
    ]
}

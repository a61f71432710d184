import HLSPlaylists
import Testing

@Suite struct LivePlaylistTests {
    /// A live playlist of 10 s segments, the first of which was recorded `sequence` times 10 s after midnight.
    static func playlist(_ sequence: Int, _ count: Int, extra: String = "", skip: Int = 0) throws -> MediaPlaylist {
        let start = ProgramDate(iso8601: "2024-01-01T00:00:00Z")! + .seconds(10 * (sequence + skip))
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n"
        if skip > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skip)\n" }
        text += "#EXT-X-PROGRAM-DATE-TIME:\(start)\n"
        for index in skip..<count { text += "#EXTINF:10,\ns\(sequence + index).ts\n" }
        return try #require(PlaylistParser.parse(Array((text + extra).utf8)).playlist?.media)
    }

    static func range(_ id: String, _ seconds: Int, _ attributes: String = "") -> String {
        let date = ProgramDate(iso8601: "2024-01-01T00:00:00Z")! + .seconds(seconds)
        return
            "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(date)\",X-ASSET-URI=\"https://h/a.m3u8\"\(attributes)\n"
    }

    @Test func clockDoesNotMoveWithTheWindow() throws {
        var live = LivePlaylist(try Self.playlist(100, 6))
        let update = live.update(with: try Self.playlist(102, 6, extra: Self.range("a", 1075)))
        #expect(live.windowStart == .seconds(20))
        #expect(live.edge == .seconds(80))
        #expect(update.newSegments == 2)
        #expect(update.newDateRanges == ["a"])
        #expect(live.mapping?.place(of: live.playlist.dateRanges[0].startDate) == .time(.seconds(75)))
        #expect(live.reloadInterval(after: update) == .seconds(10))
    }

    @Test func unchangedReloadIsAskedForSooner() throws {
        var live = LivePlaylist(try Self.playlist(100, 6))
        let update = live.update(with: try Self.playlist(100, 6))
        #expect(!update.isChanged)
        #expect(live.reloadInterval(after: update) == .seconds(5))
    }

    @Test func deltaUpdateEqualsTheFullOne() throws {
        var byDelta = LivePlaylist(try Self.playlist(100, 6, extra: Self.range("a", 1010)))
        var inFull = byDelta
        _ = byDelta.update(with: try Self.playlist(101, 7, skip: 4))
        _ = inFull.update(with: try Self.playlist(101, 7))
        #expect(byDelta.playlist.segments.map(\.uri) == inFull.playlist.segments.map(\.uri))
        #expect(byDelta.edge == inFull.edge)
        #expect(byDelta.playlist.dateRanges.map(\.id) == ["a"])
        #expect(byDelta.playlist.skip == nil)
    }

    @Test func deltaThatSkipsUnknownSegmentsIsNamed() throws {
        var live = LivePlaylist(try Self.playlist(100, 6))
        let update = live.update(with: try Self.playlist(200, 7, skip: 4))
        #expect(update.diagnostics.map(\.code).contains("live-delta-unusable"))
    }

    @Test func missedSegmentsAreCountedByDates() throws {
        var live = LivePlaylist(try Self.playlist(100, 6))
        let update = live.update(with: try Self.playlist(120, 6))
        #expect(update.diagnostics.map(\.code) == ["live-segments-missed"])
        #expect(live.windowStart == .seconds(200))
    }

    @Test func sequenceThatGoesBackIsNamed() throws {
        var live = LivePlaylist(try Self.playlist(100, 6))
        #expect(live.update(with: try Self.playlist(90, 6)).diagnostics.map(\.code) == ["live-sequence-backwards"])
    }

    /// S42: 60 s of window, joined at 30, a break of 30 s at 20.
    @Test func joiningInsideABreakNamesTheStartOffset() throws {
        let live = LivePlaylist(try Self.playlist(0, 6, extra: Self.range("a", 20, ",DURATION=30")))
        let events = InterstitialEvent.events(in: live.playlist.dateRanges, base: nil).events.map {
            ResolvedInterstitial($0)
        }
        #expect(live.joinPosition == .seconds(30))
        let joined = Schedule.joinedBreak(live.timeline(), events)
        #expect(joined?.eventID == "a")
        #expect(joined?.startOffset == .seconds(10))
        #expect(Schedule(live.timeline(), events).description == "I a @20 +20 ->50 | P 50-")
    }

    /// The window starts at 1000 and is joined 30 s later. The break at 990 lasts 50 s, until 1040; that at 985 is over.
    @Test func aBreakWhoseStartLeftTheWindowIsStillJoined() throws {
        let ranges = Self.range("over", 985, ",DURATION=5") + Self.range("on", 990, ",DURATION=50")
        let live = LivePlaylist(try Self.playlist(100, 6, extra: ranges))
        let events = InterstitialEvent.events(in: live.playlist.dateRanges, base: nil).events.map {
            ResolvedInterstitial($0)
        }
        #expect(Schedule.joinedBreak(live.timeline(), events)?.startOffset == .seconds(40))
        let schedule = Schedule(live.timeline(), events)
        #expect(schedule.description == "I on @-10 +10 ->40 | P 40-")
        #expect(schedule.breaks.map(\.elapsed) == [.seconds(40)])
        #expect(schedule.notScheduled.map(\.reason) == [.beforePrimary(.seconds(-15))])
    }

    /// Joined at 30, 10 s into a break that resumes at 50: its last 20 s play while the edge moves 20 s on, and the
    /// session goes on 20 s further. With an offset of 10.5 it goes on at 30.5: 19.5 s further behind.
    @Test(
        "A break that is joined changes the distance by what is seen of it",
        arguments: [("", 0), (",X-RESUME-OFFSET=10.5", 19_500)])
    func delayAfterJoining(_ attributes: String, _ change: Int) throws {
        let live = LivePlaylist(try Self.playlist(0, 6, extra: Self.range("a", 20, ",DURATION=30" + attributes)))
        let events = InterstitialEvent.events(in: live.playlist.dateRanges, base: nil).events.map {
            ResolvedInterstitial($0)
        }
        let schedule = Schedule(live.timeline(), events)
        #expect(schedule.delayChanges.map(\.change) == [.milliseconds(change)])
    }

    /// S43 and S44: at 60, 30 s, without offset and with offset zero.
    @Test(
        "A break changes the distance from the edge by what it plays minus its offset",
        arguments: [("", 90, 0), (",X-RESUME-OFFSET=0", 60, 30)])
    func delay(_ attributes: String, _ resume: Int, _ change: Int) throws {
        let playlist = try Self.playlist(0, 8, extra: Self.range("a", 60, ",DURATION=30" + attributes))
        let events = InterstitialEvent.events(in: playlist.dateRanges, base: nil).events.map {
            ResolvedInterstitial($0)
        }
        let schedule = Schedule(LivePlaylist(playlist).timeline(startPosition: .zero), events)
        #expect(schedule.breaks.map(\.resume) == [.seconds(resume)])
        #expect(schedule.delayChanges.map(\.change) == [.seconds(change)])
    }

    /// S58, S59 and S60.
    @Test(
        "Integrated timeline",
        arguments: [
            (",X-RESUME-OFFSET=0", 30), (",X-RESUME-OFFSET=0,X-TIMELINE-OCCUPIES=\"RANGE\"", 45),
            (",X-TIMELINE-OCCUPIES=\"RANGE\"", 30),
        ])
    func integrated(_ attributes: String, _ expected: Int) throws {
        let schedule = try ScheduleTests.schedule(
            ScheduleTests.sixes(5), [.init("a", "10", ["15"], String(attributes.dropFirst()))])
        #expect(schedule.integratedDuration == .seconds(expected))
    }
}

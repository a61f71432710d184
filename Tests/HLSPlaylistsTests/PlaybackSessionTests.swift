import HLSPlaylists
import Testing

@Suite struct PlaybackSessionTests {
    static func session(
        _ breaks: [ScheduleTests.Break], start: Duration = .zero, as behaviour: PlayerBehaviour = .draft
    ) throws -> PlaybackSession {
        let playlist = try ScheduleTests.playlist(ScheduleTests.sixes(10), breaks)
        let events = InterstitialEvent.events(in: playlist.dateRanges, base: nil).events.map { event in
            ResolvedInterstitial(
                event, assetDurations: breaks.first { $0.id == event.id }!.assets.map { Duration(decimalSeconds: $0)! })
        }
        return PlaybackSession(
            PrimaryTimeline(playlists: [playlist], startPosition: start), events, behaviour: behaviour)
    }

    static let three = ["10", "20", "30"].enumerated().map { index, at in
        ScheduleTests.Break(["a", "b", "c"][index], at, ["5"], "X-RESUME-OFFSET=0,X-RESTRICT=\"JUMP\"")
    }

    @Test(
        "Which of several guarded breaks plays differs by player (S20)",
        arguments: [(PlayerBehaviour.draft, "c"), (.hlsjs, "a"), (.shaka, "c")])
    func guarded(_ behaviour: PlayerBehaviour, _ expected: String) throws {
        var session = try Self.session(Self.three, as: behaviour)
        session.play(until: .seconds(5))
        #expect(session.outcome(ofSeekTo: .seconds(50)).guarded.flatMap(\.eventIDs) == ["a", "b", "c"])
        session.seek(to: .seconds(50))
        #expect(["a", "b", "c"].filter { session.plays(of: $0) > 0 } == [expected])
        #expect(session.position == .seconds(50))
    }

    @Test func backwardSeekIsFree() throws {
        var session = try Self.session(Self.three)
        session.play(until: .seconds(40))
        session.seek(to: .seconds(5))
        #expect(session.position == .seconds(5))
        #expect(session.plays(of: "a") == 1)
        session.play(until: .seconds(15))
        #expect(session.plays(of: "a") == 2)
    }

    @Test func seekOntoABreakPlaysItOnce() throws {
        var session = try Self.session(Self.three)
        session.seek(to: .seconds(10))
        session.play(until: .seconds(12))
        #expect(
            session.log == [.seek(from: .zero, to: .seconds(10)), .played("a"), .primary(.seconds(10), .seconds(12))])
    }

    @Test func seekIntoReplacedTimeStartsTheBreak() throws {
        var session = try Self.session([ScheduleTests.Break("a", "10", ["20"])])
        session.play(until: .seconds(5))
        #expect(session.outcome(ofSeekTo: .seconds(15)).landsAt == .seconds(30))
        session.seek(to: .seconds(15))
        #expect(session.log.last == .played("a"))
        #expect(session.position == .seconds(30))
    }

    @Test func preRollPlaysFirstWhateverTheViewerDoes() throws {
        var session = try Self.session([ScheduleTests.Break("p", "0", ["5"], "CUE=\"PRE\",X-RESUME-OFFSET=0")])
        session.seek(to: .seconds(20))
        #expect(session.log.first == .played("p"))
        #expect(session.position == .seconds(20))
    }

    @Test func navigationNamesGuardedBreaksAndTheSkipButton() throws {
        let schedule = try ScheduleTests.schedule(
            ScheduleTests.sixes(10),
            [
                ScheduleTests.Break(
                    "a", "10", ["15", "15"],
                    "X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP,JUMP\",X-SKIP-CONTROL-OFFSET=5,X-SKIP-CONTROL-DURATION=20")
            ])
        let spans = schedule.navigation
        #expect(spans.map(\.start) == [.zero, .seconds(10), .seconds(15), .seconds(35), .seconds(40)])
        #expect(spans.map(\.end) == [.seconds(10), .seconds(15), .seconds(35), .seconds(40), .seconds(90)])
        #expect(spans.map(\.permissions.skipButton) == [false, false, true, false, false])
        #expect(spans.map(\.permissions.seekForward) == [true, false, false, false, true])
        #expect(spans.map(\.permissions.guardedBreaks) == [["a"], [], [], [], []])
    }

    @Test("Contradictions are named", arguments: audits)
    func audit(_ item: ScheduleTests.Break, _ codes: [String]) throws {
        let schedule = try ScheduleTests.schedule(ScheduleTests.sixes(10), [item])
        #expect(schedule.audit().map(\.code) == codes)
    }

    static let audits: [(ScheduleTests.Break, [String])] = [
        (.init("a", "10", ["5"], "X-RESUME-OFFSET=0"), []),
        (.init("a", "10", ["5"], "X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP\""), ["navigation-skip-without-jump"]),
        (.init("a", "10", ["5"], "X-RESUME-OFFSET=0,X-RESTRICT=\"JUMP\""), ["navigation-jump-without-skip"]),
        (
            .init("a", "10", ["5"], "X-RESUME-OFFSET=0,CUE=\"ONCE\",X-RESTRICT=\"SKIP,JUMP\""),
            ["navigation-jump-and-once"]
        ),
        (
            .init("a", "10", ["15", "15"], "X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP,JUMP\""),
            ["navigation-restriction-covers-whole-break"]
        ),
        (.init("a", "10", ["5"], "CUE=\"PRE\""), ["interstitial-swallows-programme"]),
        (.init("a", "10", ["5"]), ["interstitial-swallows-programme"]),
        (.init("a", "10", ["5"], "X-RESUME-OFFSET=-4"), ["interstitial-replays-programme"]),
        (.init("a", "50", ["5"], "X-RESUME-OFFSET=30"), ["interstitial-resumes-after-end"]),
        (.init("a", "10", ["5"], "X-RESUME-OFFSET=0,X-SKIP-CONTROL-OFFSET=5"), ["navigation-skip-control-never-shown"]),
        (.init("a", "10", ["5"], "X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=3"), ["interstitial-cut-by-limit"]),
        (.init("a", "10", ["5"], "X-RESUME-OFFSET=0,DURATION=6"), ["interstitial-duration"]),
        (.init("a", "90", ["5"], "X-RESUME-OFFSET=0"), ["interstitial-not-scheduled"]),
    ]

    @Test func restrictionMissingOnTheSecondAdIsNamed() throws {
        let schedule = try ScheduleTests.schedule(
            ["5", "5"],
            [
                .init("ad1", "5", ["10"], "X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP,JUMP\""),
                .init("ad2", "5", ["10"], "X-RESUME-OFFSET=0"),
            ])
        #expect(schedule.audit().map(\.code) == ["navigation-restriction-not-in-whole-group"])
    }

    @Test func swallowedSecondsAreNamed() throws {
        let schedule = try ScheduleTests.schedule(ScheduleTests.sixes(10), [.init("a", "10", ["15"])])
        #expect(schedule.audit()[0].message.contains("15 s of the programme are never shown (10 to 25)"))
    }

    /// By hand: b goes on where a would have resumed; X-SNAP=IN moves 20 back to the boundary at 18; X-SNAP=OUT moves
    /// 57 to the end at 60, behind which nothing can be lost.
    @Test(
        "Swallowed seconds count from where the break before ends to where the primary resumes",
        arguments: [
            ([.init("a", "10", ["6"]), .init("b", "10", ["9"])], ["6 s (10 to 16)", "9 s (16 to 25)"]),
            ([.init("a", "10", ["10"], "X-SNAP=\"IN\"")], ["8 s (10 to 18)"]),
            ([.init("a", "57", ["10"], "X-SNAP=\"OUT\"")], []),
        ] as [([ScheduleTests.Break], [String])])
    func swallowedOnce(_ breaks: [ScheduleTests.Break], _ expected: [String]) throws {
        let schedule = try ScheduleTests.schedule(ScheduleTests.sixes(10), breaks)
        let told = schedule.audit().filter { $0.code == "interstitial-swallows-programme" }.map {
            $0.message.split(separator: ": ")[1].replacing(" of the programme are never shown", with: "")
                .split(separator: ";")[0]
        }
        #expect(told.map(String.init) == expected)
    }
}

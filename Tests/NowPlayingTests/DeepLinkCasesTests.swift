import HLSPlaylists
import NowPlaying
import Testing

@Suite struct DeepLinkCasesTests {
    /// The worked stream under a plan of WWDC23 10275.
    static func stream(_ plan: ServicePlan, _ type: ContentType = .vod) throws -> PlannedStream {
        let media = try #require(PlaylistParser.parse(Array(WorkedStream.playlist(type).utf8)).playlist?.media)
        let timeline = PrimaryTimeline(playlists: [media])
        let events = plan.apply(to: media.interstitials(as: .draft).events).events
        let resolved = WorkedStream.events(media).filter { entry in events.contains { $0.id == entry.event.id } }
        let terms = NowPlayingTerms(type: type, schedule: Schedule(timeline, resolved))
        return PlannedStream(plan: plan.name, terms: terms, session: PlaybackSession(timeline, resolved))
    }

    /// Worked out from rfc8216bis: the pre-roll plays wherever playback starts; a start in time that the pod replaces
    /// (300 to 320) plays the pod from its begin (D.5); without breaks every position is where it is asked for.
    @Test(arguments: [
        (ServicePlan(name: "A"), ["10 pre>10", "290 pre>290", "300 pre,pod>320", "310 pre,pod>320", "330 pre>330"]),
        (
            ServicePlan(name: "B", handlesPlaylistEvents: false),
            ["10 >10", "290 >290", "300 >300", "310 >310", "330 >330"]
        ),
    ])
    func positions(plan: ServicePlan, expected: [String]) throws {
        let breaks = BreakGroup.groups(of: try WorkedStream.terms(.vod).schedule)
        let cases = AppleSideCases.cases([try Self.stream(plan)], breaks: breaks).filter { $0.kind == .deepLink }
        let shown = cases.prefix(5).map {
            "\($0.resumeTime ?? "") \($0.playsFirst.joined(separator: ","))>\($0.startPosition?.decimalSeconds ?? "")"
        }
        #expect(shown == expected)
        #expect(cases.dropFirst(5).map(\.resumeTime) == ["700", "-5", "abc", "12.5", ""])
        #expect(cases.dropFirst(5).allSatisfy { $0.isOwnReading && $0.startPosition == .zero })
    }

    /// A pre-roll of 10 s without X-RESUME-OFFSET takes 10 s of the programme wherever that starts; after a break of 10 s
    /// at 115 s of 120 s nothing is left.
    @Test(arguments: [
        (#"ID="pre",START-DATE="2026-01-01T00:00:00Z",CUE="PRE",DURATION=10"#, "after/pre", "20", Duration.seconds(30)),
        (#"ID="pre",START-DATE="2026-01-01T00:00:00Z",CUE="PRE",DURATION=10"#, "not-a-number", "abc", .seconds(10)),
        (#"ID="mid",START-DATE="2026-01-01T00:01:55Z",DURATION=10"#, "at/mid", "115", nil),
    ])
    func whatABreakTakesIsLeftOut(tag: String, name: String, value: String, position: Duration?) throws {
        let (timeline, resolved) = try PodStream.stream([tag])
        let terms = try PodStream.terms([tag])
        let stream = PlannedStream(plan: "A", terms: terms, session: PlaybackSession(timeline, resolved))
        let entry = try #require(
            AppleSideCases.cases([stream], breaks: terms.groups).first { $0.id == "deep-link/A/\(name)" })
        #expect(entry.resumeTime == value)
        #expect(entry.startPosition == position)
        #expect(entry.playsFirst.count == 1)
        #expect(entry.expected.contains { $0.contains("nothing of it is left") } == (position == nil))
    }

    /// With 20 s of advertising at 30 s in the media, 70 s of it are 50 s of the programme.
    @Test func behindBakedInAdvertisingWhatALinkCountsIsOwnReading() throws {
        let tag = #"ID="mid",START-DATE="2026-01-01T00:01:00Z",DURATION=10,X-RESUME-OFFSET=0"#
        let (timeline, resolved) = try PodStream.stream([tag])
        let terms = try PodStream.terms([tag], adRanges: [.init(start: .seconds(30), length: .seconds(20))])
        let stream = PlannedStream(plan: "A", terms: terms, session: PlaybackSession(timeline, resolved))
        let cases = AppleSideCases.cases([stream], breaks: terms.groups)
        let entry = try #require(cases.first { $0.id == "deep-link/A/after/mid" })
        #expect(entry.resumeTime == "70" && entry.startPosition == .seconds(70))
        #expect(entry.expected.contains("the elapsed time published is 50"))
        #expect(entry.isOwnReading && entry.source.hasPrefix("own reading: resumeTime counts along the media"))
    }

    /// 20 s of advertising at 30 s of 120 s of media: a second of it is no second of the programme, so inside it 30 s have
    /// been seen, and at 60 s, behind it, 40 s. What a link counts is doubtful from the advertising on, and not before.
    @Test func bakedInAdvertisingHasLinksOfItsOwn() throws {
        let (timeline, resolved) = try PodStream.stream([])
        let terms = try PodStream.terms([], adRanges: [.init(start: .seconds(30), length: .seconds(20))])
        let stream = PlannedStream(plan: "A", terms: terms, session: PlaybackSession(timeline, resolved))
        let cases = AppleSideCases.cases([stream], breaks: []).filter { $0.kind == .deepLink }.prefix(4)
        #expect(
            cases.map(\.id) == ["before", "at", "inside", "after"].map { "deep-link/A/\($0)/baked-in-30+20" })
        #expect(cases.map(\.resumeTime) == ["20", "30", "40", "60"])
        #expect(cases.map(\.startPosition) == [.seconds(20), .seconds(30), .seconds(40), .seconds(60)])
        let published = ["20", "30", "30", "40"].map { "the elapsed time published is \($0)" }
        #expect(zip(cases, published).allSatisfy { $0.expected.contains($1) })
        #expect(cases.map(\.isOwnReading) == [false, false, true, true])
        #expect(
            cases.map { $0.expected.contains("the playback rate published is 0 until 50 s, then 1") }
                == [false, true, true, false])

        let suite = AppleSideCases.suite(stream, breaks: []).filter { $0.kind == .deepLink }
        #expect(suite.map(\.id) == ["deep-link/A/around/baked-in-30+20", "deep-link/A/unusable"])
    }

    /// Half a second holds no whole second inside, and the range around the links of a break is not asked for twice.
    @Test func aShortStretchHasNoLinkInside() throws {
        let (timeline, resolved) = try PodStream.stream([])
        let terms = try PodStream.terms(
            [], adRanges: [.init(start: .milliseconds(30_200), length: .milliseconds(500))])
        let stream = PlannedStream(plan: "A", terms: terms, session: PlaybackSession(timeline, resolved))
        let links = AppleSideCases.cases([stream], breaks: []).compactMap(\.resumeTime).prefix(2)
        #expect(links == ["20", "40"])
    }

    @Test func aChannelIgnoresPositions() throws {
        let cases = AppleSideCases.cases([try Self.stream(ServicePlan(name: "A"), .live)], breaks: [])
        #expect(cases.filter { $0.kind == .deepLink }.map(\.id) == ["deep-link/A/live"])
    }

    @Test func everyKindOfCaseIsThereWithItsOwnName() throws {
        let streams = [try Self.stream(ServicePlan(name: "A")), try Self.stream(ServicePlan(name: "C"))]
        let cases = AppleSideCases.cases(streams, breaks: streams[0].terms.groups)
        #expect(Set(cases.map(\.id)).count == cases.count)
        #expect(Set(cases.map(\.kind)).count == 4)
        #expect(cases.allSatisfy { !$0.steps.isEmpty && !$0.expected.isEmpty && !$0.source.isEmpty })
    }
}

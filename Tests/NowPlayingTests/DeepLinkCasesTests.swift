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

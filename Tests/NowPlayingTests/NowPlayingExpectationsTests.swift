import HLSPlaylists
import NowPlaying
import Testing

@Suite struct NowPlayingExpectationsTests {
    /// What a moment publishes, in one line.
    static func line(_ moment: MomentExpectation) -> String {
        let names: [NowPlayingProperty: String] = [
            .contentIdentifier: "id", .serviceIdentifier: "service", .duration: "duration", .elapsedTime: "elapsed",
            .rate: "rate", .date: "date", .isLive: "live", .progress: "progress",
        ]
        let updates = moment.properties.filter(\.isUpdated).map { "\(names[$0.property] ?? "?")=\($0.value ?? "-")" }
        let breaks = moment.breaks.isEmpty ? "" : " \(moment.breaks.joined(separator: "+"))"
        return "\(moment.event.rawValue)\(breaks): " + (moment.event.clears ? "nil" : updates.joined(separator: " "))
    }

    static let anywhere = "the position in the programme, without advertising"

    @Test func aFilmPublishesItsOwnLengthAndPositionsWithoutAdvertising() throws {
        let expectations = NowPlayingExpectations(try WorkedStream.terms(.vod))
        #expect(
            expectations.moments.map(Self.line) == [
                "start: id=film-1 duration=600 elapsed=0 rate=1", "breakStart pre: rate=0",
                "breakEnd pre: elapsed=0 rate=1", "breakStart pod: rate=0",
                // The pod states no X-RESUME-OFFSET: the programme goes on as much later as the pod played.
                "breakEnd pod: elapsed=320 rate=1", "play: rate=1", "pause: elapsed=\(Self.anywhere) rate=0",
                "seek: elapsed=\(Self.anywhere)", "completion: nil", "dismissal: nil",
            ])
        #expect(expectations.findings.isEmpty)
    }

    @Test func anEventPublishesDatesAndNoLength() throws {
        let expectations = NowPlayingExpectations(try WorkedStream.terms(.event))
        // The playlist has no end yet.
        let live = "1"
        #expect(
            expectations.moments.map(Self.line) == [
                "start: id=film-1 rate=1 date=2026-01-01T00:00:00.000Z live=\(live)", "breakStart pre: rate=0",
                "breakEnd pre: rate=1", "breakStart pod: rate=0", "breakEnd pod: rate=1", "play: rate=1",
                "pause: rate=0", "seek: ", "completion: nil", "dismissal: nil",
            ])
    }

    @Test func aChannelPublishesItsService() throws {
        let expectations = NowPlayingExpectations(try WorkedStream.terms(.live))
        #expect(
            Self.line(expectations.moments[0]) == "start: service=channel-1 rate=1 date=the date at the position live=1"
        )
        #expect(expectations.moments[0].commands.contains { $0.contains("no preferred skip intervals") })
    }

    /// The break at 20 takes the programme until 50; the session begins at 30, in the middle of it.
    @Test func aBreakThatASessionJoinsBeginsWithTheSession() {
        let event = InterstitialEvent(id: "on", placement: .time(.seconds(20)), content: .asset("https://h/a.m3u8"))
        let schedule = Schedule(
            PrimaryTimeline(duration: nil, startPosition: .seconds(30)),
            [ResolvedInterstitial(event, assetDurations: [.seconds(30)])])
        let groups = BreakGroup.groups(of: schedule)
        #expect(groups.map(\.at) == [.seconds(30)])
        #expect(groups.map(\.resume) == [.seconds(50)])
        #expect(groups.map(\.plays) == [.seconds(20)])
    }

    @Test(
        "The matrix of the guide: required, optional, forbidden",
        arguments: [(ContentType.vod, "RfRRRffo"), (.event, "RfffRRRf"), (.live, "fRffRRRf")])
    func matrix(type: ContentType, presences: String) {
        let letters: [Presence: String] = [.required: "R", .optional: "o", .forbidden: "f"]
        #expect(PropertyMatrix.rows.map { letters[$0[type]] ?? "?" }.joined() == presences)
        #expect(PropertyMatrix.rows.map(\.property) == NowPlayingProperty.allCases)
    }

    /// 600 s with 30.5 s at 100 s and 10 s at 200 s leave 559.5 s, which is published as 560.
    @Test func advertisingInTheFilmCountsForNothing() throws {
        let ads = [
            AdRanges.Stretch(start: .seconds(100), length: .milliseconds(30500)),
            AdRanges.Stretch(start: .seconds(200), length: .seconds(10)),
        ]
        let terms = try WorkedStream.terms(.vod, adRanges: ads)
        #expect(terms.netDuration == .milliseconds(559_500))
        #expect(terms.publishedDuration == .seconds(560))
        let lines = NowPlayingExpectations(terms).moments.map(Self.line)
        #expect(lines[0] == "start: id=film-1 duration=560 elapsed=0 rate=1")
        // 320 - 40.5
        #expect(
            lines[3...8] == [
                "breakStart baked-in ad 100+30.5: rate=0", "breakEnd baked-in ad 100+30.5: elapsed=100 rate=1",
                "breakStart baked-in ad 200+10: rate=0", "breakEnd baked-in ad 200+10: elapsed=169.5 rate=1",
                "breakStart pod: rate=0", "breakEnd pod: elapsed=279.5 rate=1",
            ])
    }

    @Test(
        "The net position stands still inside advertising",
        arguments: [(0, 0), (100, 100), (115, 100), (130, 100), (131, 101), (205, 170), (600, 560)])
    func net(time: Int, expected: Int) {
        // Two stretches that overlap count once: 100 to 130, and 200 to 210.
        let ranges = AdRanges([
            AdRanges.Stretch(start: .seconds(200), length: .seconds(10)),
            AdRanges.Stretch(start: .seconds(110), length: .seconds(20)),
            AdRanges.Stretch(start: .seconds(100), length: .seconds(15)),
        ])
        #expect(ranges.stretches.count == 2)
        #expect(ranges.net(.seconds(time)) == .seconds(expected))
    }

    @Test func aBreakThatRestrictsSkipDisablesWhatMovesForward() throws {
        let moments = NowPlayingExpectations(try WorkedStream.terms(.vod)).moments
        #expect(moments[1].disabled == [.skipForward, .seekForward, .changePlaybackPosition])
        #expect(moments[3].disabled.isEmpty)
    }

    @Test(arguments: [ContentType.event, .live])
    func withoutDatesNoDateCanBePublished(type: ContentType) throws {
        let findings = NowPlayingExpectations(try WorkedStream.terms(type, statesDates: false)).findings
        #expect(findings.map(\.rule.id) == ["now-playing-no-program-date"])
    }

    @Test func everyRuleHasItsOwnNameAndSaysWhy() {
        let rules = AppleSideRule.all
        #expect(Set(rules.map(\.id)).count == rules.count)
        for rule in rules {
            #expect(rule.id.hasPrefix("now-playing-") || rule.id.hasPrefix("metadata-"))
            #expect([rule.title, rule.rationale, rule.source, rule.example].allSatisfy { !$0.isEmpty }, "\(rule.id)")
            #expect(AppleSideRule.rule(rule.id) == rule)
        }
    }
}

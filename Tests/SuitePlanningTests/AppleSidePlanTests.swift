import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import NowPlaying
import Testing

@testable import SuitePlanning

@Suite struct AppleSidePlanTests {
    /// A film of ten minutes with a break at 300 s that replaces 20 s, and the cases that its playlists give.
    private static func film(_ id: String = "film", at: Duration = .seconds(300)) -> PlannedPresentation {
        var film = PlannedFilm(
            id: id,
            breaks: [
                PlannedFilm.Break(id: "pod", at: at, length: .seconds(20), restrictions: .skip) {
                    $0.resumption = .offset(.seconds(20))
                }
            ], plans: Shipped.plans
        ).presentation
        let timeline = PrimaryTimeline(duration: .seconds(600))
        let plain = film.sessions.first { $0.plan.leavesPlaylistAlone }
        let breaks = BreakGroup.groups(of: plain?.schedule ?? film.sessions[0].schedule)
        for index in film.sessions.indices {
            let session = film.sessions[index]
            film.sessions[index].appleSide = AppleSideCases.suite(
                PlannedStream(
                    plan: session.plan.name, terms: NowPlayingTerms(type: .vod, schedule: session.schedule),
                    session: PlaybackSession(timeline, session.breaks)), breaks: breaks)
        }
        return film
    }

    private static let plan = Shipped.planner.plan([film()])

    private static func cases(_ kind: AppleSideCase.Kind, _ plan: SuitePlan = plan) -> [TestCase] {
        plan.cases.filter { $0.kind == kind }
    }

    @Test(arguments: AppleSideCase.Kind.allCases)
    func everyKindIsThereUnderEveryPlanThatHasIt(kind: AppleSideCase.Kind) {
        let plans = Set(Self.cases(kind).map(\.servicePlan))
        // Under plan B there is no break that a small picture or a cue could meet.
        #expect(plans == (kind == .deepLink || kind == .nowPlaying ? ["A", "B", "C"] : ["A", "C"]))
        #expect(Self.plan.facets.first { $0.id == "apple-side/\(kind.rawValue)" }.map { $0.cases > 0 } == true)
    }

    /// By rfc8216bis D.5 a start in time that the break replaces (300 to 320) plays the break from its begin.
    @Test func linksAroundABreakSayWhereTheProgrammeStarts() throws {
        let around = try #require(
            Self.cases(.deepLink).first { $0.servicePlan == "A" && $0.title.contains("around break pod") })
        #expect(around.steps.map(\.id) == ["before", "at", "inside", "after"])
        #expect(around.steps.map(\.atSeconds) == [290, 320, 320, 330])
        let inside = try #require(around.steps.first { $0.id == "inside" })
        #expect(inside.action.contains("resumeTime=310"))
        #expect(
            inside.expected == "Break pod plays; the programme starts at 320 s; the elapsed time published is 320.")
        let without = try #require(
            Self.cases(.deepLink).first { $0.servicePlan == "B" && $0.title.contains("around break pod") })
        #expect(without.steps.map(\.atSeconds) == [290, 300, 310, 330])
        let unusable = try #require(
            Self.cases(.deepLink).first { $0.servicePlan == "A" && $0.title.contains("makes no sense") })
        #expect(unusable.steps.map(\.id) == ["beyond-end", "negative", "not-a-number", "fraction", "empty"])
        #expect(unusable.why.contains { $0.hasPrefix("Source: own reading") })
    }

    @Test func nowPlayingIsLookedAtMomentByMoment() throws {
        let entry = try #require(Self.cases(.nowPlaying).first { $0.servicePlan == "A" })
        #expect(
            entry.steps.map(\.id) == [
                "start", "pause", "play", "seek", "breakStart/pod", "breakEnd/pod", "completion", "dismissal", "check",
            ])
        let start = try #require(entry.steps.first)
        #expect(
            start.action.hasPrefix("Have the app's test build write a log") && start.action.contains("; then start"))
        #expect(start.expected.contains("duration: 600"))
        let end = try #require(entry.steps.first { $0.id == "breakEnd/pod" })
        #expect(end.atSeconds == 320 && end.expected.contains("lapsed time: 320"))
    }

    @Test func theSmallPictureNeedsNoReceiver() throws {
        let entry = try #require(Self.cases(.pictureInPicture).first)
        #expect(entry.preconditions.contains { $0.contains("without AirPlay") })
        #expect(entry.steps.first { $0.id == "small" }?.expected.contains("no way to skip forward") == true)
    }

    /// No break of this film is risky, so all its cases have the same score.
    @Test func theFirstCaseIsABreakThatPlaysAndNoLink() throws {
        let first = try #require(Self.plan.cases.first)
        #expect(first.kind == nil && first.steps.contains { $0.delay != nil })
        #expect(first.why.first == "Comes first: the Apple TV is the reference for every other receiver.")
    }

    @Test func theyAreTriedOnTheAppleTVAndOnceForEachKindOfBreak() {
        #expect(Self.plan.cases.allSatisfy { $0.kind == nil || $0.receiver.receiverClass == .appleTV })
        let other = Self.film("other", at: .seconds(200))
        let both = Shipped.planner.plan([Self.film(), other])
        let (one, two) = (Self.plan.cases.filter { $0.kind != nil }, both.cases.filter { $0.kind != nil })
        // Names and times are no part of what tells them apart, so the ids stay when a film like it comes.
        #expect(Set(one.map(\.id)) == Set(two.map(\.id)))
        #expect(two.allSatisfy { $0.standsFor == 2 })
        #expect(both.catalogue.visits == 2 * Self.plan.catalogue.visits, "they are no breaks")
    }
}

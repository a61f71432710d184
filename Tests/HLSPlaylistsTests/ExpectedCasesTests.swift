import Foundation
import HLSPlaylists
import Testing

/// Every case of the corpus, against the specification or under the behaviour of the implementation that it describes.
@Suite struct ExpectedCasesTests {
    /// Cases of implementations whose answer is not given here, each with the reason.
    static let exceptions: [String: String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "expected-exceptions.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").dropFirst().map { line in
                let parts = line.split(separator: "\t", maxSplits: 1)
                return (String(parts[0]), String(parts.last ?? ""))
            })
    }()

    @Test("A case of the corpus gives what it expects", arguments: ExpectedCase.all)
    func expected(_ item: ExpectedCase) throws {
        if let reason = Self.exceptions[item.id] {
            withKnownIssue(Comment(rawValue: reason)) { try check(item) }
        } else {
            try check(item)
        }
    }

    @Test func noCaseOfTheSpecificationIsExcepted() {
        let ids = Set(ExpectedCase.all.filter(\.isFromSpecification).map(\.id))
        #expect(ids.isDisjoint(with: Self.exceptions.keys))
        if Corpus.isAvailable { #expect(Set(Self.exceptions.keys).isSubset(of: ExpectedCase.all.map(\.id))) }
        #expect(ids.count >= 45)
    }

    private func check(_ item: ExpectedCase) throws {
        switch item.kind {
        case "timeline", "error", "integrated", "schedule", "ad-groups": try checkTimeline(item)
        case "validity": try checkValidity(item)
        case "navigation": try checkNavigation(item)
        case "mapping": try checkMapping(item)
        case "parse": try checkParse(item)
        case "skip-control": try checkSkipControl(item)
        case "service-plan": try checkServicePlan(item)
        case "request": try checkRequest(item)
        case "snap": try checkSnap(item)
        default: Issue.record("kind \(item.kind) is not known")
        }
    }

    private func checkMapping(_ item: ExpectedCase) throws {
        let playlist = try item.media()
        let expect = item.expect
        let mapping = DateMapping(playlist)
        var starts = expect["start_times"].object.mapValues { Optional($0) }
        if expect.object.keys.contains("start_of_a") { starts["a"] = expect["start_of_a"] }
        #expect(!starts.isEmpty)
        for (id, start) in starts {
            let range = try #require(playlist.dateRanges.first { $0.id == id })
            #expect(mapping?.place(of: range.startDate).time == start?.seconds)
        }
        if expect["scheduled"].bool == false { #expect(try item.schedule().breaks.isEmpty) }
    }

    private func checkSkipControl(_ item: ExpectedCase) throws {
        let entry = try #require(try item.schedule().breaks.first)
        #expect(entry.skipWindow?.from == item.expect["button_from"].seconds)
        #expect(entry.skipWindow?.to == item.expect["button_to"].seconds)
        #expect(entry.skipControl?.labelID == item.expect["label_id"].string)
    }

    private func checkServicePlan(_ item: ExpectedCase) throws {
        let playlist = try item.media()
        let events = InterstitialEvent.events(in: playlist.dateRanges, base: nil).events
        var free = ServicePlan.Change(select: "position:2")
        free.restrict = []
        let plans = [
            "plan_A": ServicePlan(name: "A"), "plan_B": ServicePlan(name: "B", handlesPlaylistEvents: false),
            "plan_C": ServicePlan(name: "C", changes: [free]),
        ]
        for (name, plan) in plans {
            let schedule = Schedule(
                item.timeline(playlist), plan.apply(to: events).events.map { ResolvedInterstitial($0) })
            #expect(schedule.breaks.map(\.event.id) == item.expect[name]["plays"].strings)
            let allowed = schedule.breaks.filter { !$0.event.restrictions.contains(.skip) }.map(\.event.id)
            #expect(allowed == item.expect[name]["skip_allowed"].strings)
        }
    }

    private func checkSnap(_ item: ExpectedCase) throws {
        let start = try #require(ProgramDate(iso8601: item.value["inputs"]["playlist_start"].string ?? ""))
        var boundaries: [Duration] = [.zero]
        for length in item.value["inputs"]["segments"].array {
            boundaries.append(try #require(boundaries.last) + (try #require(length.seconds)))
        }
        for (text, expected) in item.expect["nearest"].object {
            let date = try #require(ProgramDate(iso8601: text))
            var event = InterstitialEvent(id: "x", placement: .time(.zero), content: .asset("http://h/a"))
            event.cue = .pre
            event.resumption = .offset(date - start)
            event.snap = .in
            let timeline = PrimaryTimeline(duration: boundaries.last, boundaries: [boundaries])
            let schedule = Schedule(timeline, [ResolvedInterstitial(event)], behaviour: .media3)
            #expect(schedule.breaks.first?.resume == expected.seconds)
        }
    }

    private func checkRequest(_ item: ExpectedCase) throws {
        let playlist = try item.media()
        var timeline = PrimaryTimeline(playlists: [playlist])
        let query = item.expect["list_query"]
        timeline.startPosition =
            item.expect["primary_time_after_preroll"].seconds ?? timeline.boundaries[0].last.map { $0 - .seconds(30) }
            ?? .zero
        let joined = Schedule.joinedBreak(timeline, try item.resolved(playlist), behaviour: item.behaviour)
        #expect(joined?.startOffset.decimalSeconds == query["_HLS_start_offset"].string)
        if let id = query["_HLS_interstitial_id"].string { #expect(joined?.eventID == id) }
    }
}

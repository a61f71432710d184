import HLSPlaylists
import Testing

extension ExpectedCasesTests {
    func checkTimeline(_ item: ExpectedCase) throws {
        let expect = item.expect
        if expect["parse"].string == "whole playlist rejected" {
            #expect(try item.media().interstitials(as: item.behaviour).refusal != nil)
            return
        }
        if !expect["schedule"].array.isEmpty { return try checkSchedule(item) }
        if expect.object.keys.contains("groups") || expect.object.keys.contains("states") {
            return try checkGroups(item)
        }
        let schedule = try item.schedule()
        var known = false
        func check<Value: Equatable>(_ key: String, _ actual: Value, _ expected: (JSONValue) -> Value) {
            guard expect.object.keys.contains(key) else { return }
            known = true
            #expect(actual == expected(expect[key]), "\(key): \(schedule)")
        }
        let breaks = schedule.items.compactMap(\.interstitial)
        if !expect["items"].array.isEmpty {
            known = true
            #expect(matches(schedule, expect["items"].array), "\(schedule)")
        }
        if !expect["items_any_of"].array.isEmpty {
            known = true
            #expect(expect["items_any_of"].array.contains { matches(schedule, $0.array) }, "\(schedule)")
            let playlist = try item.media()
            let theirs = Schedule(item.timeline(playlist), try item.resolved(playlist), behaviour: .avfoundation)
            #expect(
                matches(theirs, expect["items_any_of"].array[expect["avfoundation"].integer ?? 0].array), "\(theirs)")
        }
        check("playout_total", schedule.playoutDuration) { $0.seconds }
        check("integrated_duration", schedule.integratedDuration) { $0.seconds }
        check("leave_at", breaks.first?.at) { $0.seconds }
        check("resume_at", breaks.last?.resume) { $0.seconds }
        if !expect["resume_at_any_of"].array.isEmpty {
            known = true
            #expect(expect["resume_at_any_of"].array.compactMap(\.seconds).contains(breaks.last?.resume ?? .zero))
        }
        if !expect["range_of_a"].array.isEmpty {
            known = true
            let row = try #require(schedule.timelineRows.first { schedule.items[$0.index].interstitial != nil })
            #expect([row.integratedStart, row.integratedEnd] == expect["range_of_a"].array.map(\.seconds))
        }
        if expect.object.keys.contains("plays"), expect["plays"].array.isEmpty {
            known = true
            #expect(schedule.breaks.isEmpty)
        }
        try checkExtras(item, schedule, &known)
        #expect(known, "nothing of \(item.id) was compared")
    }

    /// What single cases state besides.
    private func checkExtras(_ item: ExpectedCase, _ schedule: Schedule, _ known: inout Bool) throws {
        let expect = item.expect
        let playlist = try item.media()
        if !expect["after_user_seek_to_3"].isAbsent {
            var session = PlaybackSession(item.timeline(playlist), try item.resolved(playlist))
            session.play(until: .seconds(30))
            #expect(session.plays(of: "a") == expect["plays_of_a"].integer)
            session.seek(to: .seconds(3))
            session.play(until: .seconds(30))
            #expect(session.plays(of: "a") == expect["after_user_seek_to_3"]["plays_of_a"].integer)
        }
        switch item.id {
        case "HLSJS-24":
            known = true
            let entry = try #require(schedule.items.compactMap(\.interstitial).first)
            let row = try #require(schedule.timelineRows.first { schedule.items[$0.index].interstitial != nil })
            #expect(entry.at == expect["primary_time_during"].seconds)
            #expect(entry.resume == expect["primary_time_after"].seconds)
            #expect(row.integratedEnd == expect["integrated_time_after"].seconds)
            #expect(entry.plays == expect["interstitial_duration"].seconds)
        case "HLSJS-26":
            known = true
            #expect(schedule.breaks.count == expect["events"].integer)
            #expect(schedule.items.count == expect["schedule_items"].integer)
            #expect(schedule.items.first?.primary?.start == expect["start_time"].seconds)
        case "SHAKA-03":
            known = true
            let event = try #require(try item.resolved(playlist).first?.event)
            let assets = [4, 2].map { InterstitialAsset(uri: "a", declaredDuration: .seconds($0)) }
            let resolved = ResolvedInterstitial(event, content: .assets(assets))
            let entry = try #require(Schedule(item.timeline(playlist), [resolved], behaviour: .shaka).breaks.first)
            #expect(entry.at == expect["leave_at"].seconds)
            #expect(entry.parts.map(\.plays) == expect["plays"].array.map(\.seconds))
            #expect(entry.resume == expect["resume_at"].seconds)
        case "SHAKA-04":
            known = true
            let events = try item.resolved(playlist).map {
                ResolvedInterstitial($0.event, assetDurations: [.seconds(4)])
            }
            let breaks = Schedule(item.timeline(playlist), events).breaks
            #expect(breaks.map(\.event.id) == ["0", "1"])
            #expect(breaks[0].event.cue == [.pre, .once])
            #expect(breaks[1].at == .seconds(4))
            for (id, resume) in expect["resume"].object {
                #expect(breaks.first { $0.event.id == id }?.resume == resume.seconds)
            }
            #expect(breaks.map(\.plays) == [.seconds(4), .seconds(4)])
        default: break
        }
    }

    private func matches(_ schedule: Schedule, _ expected: [JSONValue]) -> Bool {
        let items = schedule.items.filter { $0.interstitial.map { $0.outcome == .plays } ?? true }
        guard items.count == expected.count else { return false }
        return zip(items, expected).allSatisfy { item, expected in
            switch item {
            case .primary(let span):
                return expected["type"].string == "primary" && span.start == expected["from"].seconds
                    && span.end == expected["to"].seconds
            case .interstitial(let item):
                let assets = expected["assets"].array.map(\.seconds)
                let skip = expected["skip_restricted"].bool
                return item.event.id == expected["id"].string && item.at == expected["at"].seconds
                    && item.plays == expected["plays"].seconds && item.resume == expected["resume_at"].seconds
                    && (assets.isEmpty || assets == item.parts.map(\.plays))
                    && (skip == nil || skip == item.event.restrictions.contains(.skip))
            }
        }
    }

    /// The view of hls.js: each item with begin and end on the three timelines.
    private func checkSchedule(_ item: ExpectedCase) throws {
        let schedule = try item.schedule()
        let rows = schedule.timelineRows
        let expected = item.expect["schedule"].array
        try #require(schedule.items.count == expected.count, "\(schedule)")
        var previous: ScheduledInterstitial?
        for ((entry, row), expected) in zip(zip(schedule.items, rows), expected) {
            switch entry {
            case .primary(let span):
                #expect(expected["type"].string == "primary")
                #expect(span.start == expected["start"].seconds, "\(schedule)")
                #expect(span.end == expected["end"].seconds, "\(schedule)")
                previous = nil
            case .interstitial(let entry):
                let start = previous.map { $0.group == entry.group ? $0.resume ?? entry.at : entry.at } ?? entry.at
                #expect(entry.event.id == expected["id"].string)
                // hls.js puts a pre-roll at the begin of the window, wherever the session starts.
                if !entry.event.cue.contains(.pre) { #expect(start == expected["start"].seconds, "\(schedule)") }
                #expect(entry.resume == expected["end"].seconds, "\(schedule)")
                previous = entry
            }
            for (key, actual) in [
                ("playout", [row.playoutStart, row.playoutEnd]),
                ("integrated", [row.integratedStart, row.integratedEnd]),
            ] where !expected[key].isAbsent {
                #expect(actual == expected[key].array.map(\.seconds), "\(key) \(schedule)")
            }
        }
        for (event, expected) in zip(schedule.breaks, item.expect["events_in_order"].array) {
            if let text = expected["timelineOccupancy"].string {
                #expect(event.event.timelineOccupies.rawValue == text)
            }
            if let may = expected["contentMayVary"].bool { #expect(event.event.contentMayVary == may) }
            if let style = expected["supplementsPrimary"].bool {
                #expect((event.event.timelineStyle == .primary) == style)
            }
            if !expected["resumeTime"].isAbsent { #expect(event.resume == expected["resumeTime"].seconds) }
        }
        if !item.expect["integrated_duration"].isAbsent {
            #expect(schedule.integratedDuration == item.expect["integrated_duration"].seconds)
        }
    }

    /// The view of media3: groups of ads with the time of the group and the offset from there.
    private func checkGroups(_ item: ExpectedCase) throws {
        let states = item.expect["states"].array
        let fileIDs = Set(try item.media().dateRangeTags.compactMap { $0.attributes["ID"]?.value })
        let groups =
            states.isEmpty
            ? item.expect["groups"].array
            : try #require(
                states.last { state in fileIDs == Set(state["groups"].array.flatMap { $0["ids"].strings }) })["groups"]
                .array
        let schedule = try item.schedule()
        let numbers = schedule.breaks.map(\.group)
        let actual = numbers.indices.filter { $0 == 0 || numbers[$0] != numbers[$0 - 1] }.map { start in
            schedule.breaks[start...].prefix { $0.group == schedule.breaks[start].group }
        }
        try #require(actual.count == groups.count, "\(schedule) \(schedule.notScheduled.map(\.reason))")
        for (entries, expected) in zip(actual, groups) {
            let first = try #require(entries.first)
            let end = schedule.timeline.duration
            let time = expected["time"].string == "end" ? end : expected["time"].seconds
            let shift = item.value["inputs"]["window_offset_in_period"].seconds ?? .zero
            #expect(first.at == time.map { $0 - (time == end ? .zero : shift) }, "\(schedule)")
            #expect(entries.map(\.event.id) == expected["ids"].strings)
            let uris = entries.compactMap { if case .asset(let uri) = $0.event.content { uri } else { nil } }
            if !expected["uris"].array.isEmpty { #expect(uris == expected["uris"].strings) }
            if let offset = expected["resume_offset"].seconds, time != end {
                #expect(entries.last?.resume.map { $0 - first.at } == offset, "\(schedule)")
            }
        }
    }
}

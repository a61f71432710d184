import HLSPlaylists
import Testing

extension ExpectedCasesTests {
    func checkNavigation(_ item: ExpectedCase) throws {
        let playlist = try item.media()
        let expect = item.expect
        var session = PlaybackSession(item.timeline(playlist), try item.resolved(playlist))
        if !expect["while_in_a"].isAbsent { return try checkPermissions(item, session) }
        for step in expect["script"].strings { try perform(step, &session) }
        for (key, value) in expect.object {
            let words = key.split(separator: "_").map(String.init)
            switch key {
            case "script", "next": continue
            case "then_position", "then_resume_at": #expect(session.position == value.seconds, "\(session.log)")
            case "must_play_at_least_one_of":
                #expect(value.strings.contains { session.plays(of: $0) > 0 }, "\(session.log)")
            case _ where words.starts(with: ["plays", "of"]) && key.hasSuffix("any_of"):
                #expect(value.array.compactMap(\.integer).contains(session.plays(of: words[2])), "\(session.log)")
                #expect(session.choices.contains { $0.topic == "once-and-jump" } || session.plays(of: words[2]) > 0)
            case _ where words.starts(with: ["plays", "of"]):
                #expect(session.plays(of: words[2]) == value.integer, "\(session.log)")
            default: Issue.record("\(key) is not compared")
            }
        }
        if expect["next"].string == "interstitial a from its start" { #expect(session.log.last == .played("a")) }
    }

    /// `play 0..15`, `play from 5`, `seek 5`, `seek 15 from 5`.
    private func perform(_ step: String, _ session: inout PlaybackSession) throws {
        let words = step.split(separator: " ").map(String.init)
        func seconds(_ text: String) throws -> Duration { try #require(Duration(decimalSeconds: text)) }
        switch (words[0], words.count) {
        case ("play", 2):
            let ends = words[1].replacing("..", with: " ").split(separator: " ").map(String.init)
            session.play(until: try seconds(ends[1]))
        case ("play", 3): session.play(until: try seconds(words[2]))
        case ("seek", 2): session.seek(to: try seconds(words[1]))
        case ("seek", 4):
            session.play(until: try seconds(words[3]))
            session.seek(to: try seconds(words[1]))
        default: Issue.record("script step '\(step)'")
        }
    }

    private func checkPermissions(_ item: ExpectedCase, _ session: PlaybackSession) throws {
        let schedule = try item.schedule()
        let span = try #require(schedule.navigation.first { $0.eventID == "a" })
        let expected = item.expect["while_in_a"]
        #expect(span.permissions.seekForward == expected["seek_forward"].bool)
        #expect(span.permissions.fastForward == expected["rate_2x"].bool)
        #expect(span.permissions.play == expected["rate_1x"].bool)
        #expect(span.permissions.pause == expected["pause"].bool)
        #expect(span.permissions.seekBackward == expected["seek_backward_inside"].bool)
        #expect((session.outcome(ofSeekTo: .seconds(25)).forced == nil) == item.expect["seek_over_a_from_primary"].bool)
    }
}

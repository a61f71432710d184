import HLSPlaylists
import NowPlaying
import Testing

/// Logs of ``PodStream`` as the recorder and other apps write them.
@Suite struct PodLogTests {
    static let log = PodStream.log

    static func changed(_ changes: [Int: String?]) -> [String] {
        log.indices.compactMap { index in changes[index + 1] ?? log[index] }
    }

    @Test func theSecondAdOfAPodNeedsNoUpdateOfItsOwn() throws {
        #expect(try PodStream.trace(Self.log).isEmpty)
        // Nor does one that some apps publish do any harm.
        let again = #"{"time":80.25,"nowPlaying":"# + PodStream.film(60, 0) + "}"
        #expect(try PodStream.trace(Self.changed([16: Self.log[15] + "\n" + again])).isEmpty)
        // An app may also log the end of the first ad.
        let end = #"{"time":80.15,"event":"breakEnd","break":"pod1","position":60}"#
        #expect(try PodStream.trace(Self.changed([16: end + "\n" + Self.log[15]])).isEmpty)
    }

    @Test func withoutIDsPositionsTellTheBreak() throws {
        let unnamed = Self.log.map { line in
            ["pre", "pod1", "pod2"].reduce(line) { $0.replacing(#""break":"\#($1)","#, with: "") }
        }
        #expect(try PodStream.trace(unnamed).isEmpty)
    }

    @Test func whatTheLogDoesNotMarkIsNotToldAsATimer() throws {
        let unmarked = Self.log.map { line in
            line.contains("break") ? line.replacing(/"event":"break.*?"position":[0-9]+,?/, with: "") : line
        }.map { $0.replacing(",}", with: "}") }
        #expect(unmarked.count == 22 && !unmarked.joined().contains("break"))
        #expect(try PodStream.trace(unmarked) == ["15 now-playing-log-no-position"])
    }

    @Test(
        "What a lost line may have said is not judged",
        arguments: [
            (#"{"time":"forty","event":"pause","position":30}"#, "8 now-playing-log-unreadable"),
            (#"{"event":"pause","position":30}"#, "8 now-playing-log-unreadable"),
            (#"{"time":40.2,"event":"stall","position":30}"#, "8 now-playing-log-unknown-event"),
            (#"{"time":40.2,"event":5,"position":30}"#, "8 now-playing-log-unknown-event"),
            (
                #"{"time":40.2,"event":"pause","position":30}"# + "\n" + #"{"time":5,"event":"pause","position":30}"#,
                "9 now-playing-log-backwards"
            ),
        ])
    func lost(line: String, rule: String) throws {
        let trace = try PodStream.trace(Self.changed([8: line]))
        #expect(trace.filter { !$0.hasSuffix("log-no-position") } == [rule])
    }

    @Test func whatMayFollowTheEndOfALogIsNotJudged() throws {
        #expect(try PodStream.trace(Array(Self.log.prefix(17))) == ["- now-playing-log-no-end"])
        let cut = Array(Self.log.prefix(21)) + [String(Self.log[21].prefix(60))]
        #expect(try PodStream.trace(cut) == ["22 now-playing-log-cut-off"])
        // The log ends in order two seconds after the dismissal, and handlers are still there.
        #expect(
            try PodStream.trace(Array(Self.log.prefix(21)) + [#"{"time":132.4}"#]) == ["21 now-playing-commands-left"])
    }

    @Test(
        "What the schedule does not say is told",
        arguments: [
            ([4: log[3].replacing("\"pre\"", with: "\"zzz\"")], ["4 now-playing-break-unknown"]),
            (
                [14: log[13].replacing("\"position\":60", with: "\"position\":40")],
                ["14 now-playing-break-place", "15 now-playing-elapsed-wrong"]
            ),
            ([17: nil, 18: nil], ["17 now-playing-break-without-end"]),
            ([13: log[12].replacing("film-1", with: "film-2")], ["13 now-playing-identifier-changed"]),
            (
                [19: log[18].replacing("\"position\":120", with: "\"position\":100")],
                ["19 now-playing-completion-early"]
            ),
            // Disabled for the pre-roll, and still so a second after it.
            (
                [6: log[5].replacing("true", with: "false")],
                ["6 now-playing-command-not-enabled", "6 now-playing-command-not-enabled"]
            ),
            (
                [16: log[15].replacing("true", with: "false")],
                ["16 now-playing-command-not-enabled", "16 now-playing-command-not-enabled"]
            ),
        ] as [([Int: String?], [String])])
    func told(changes: [Int: String?], expected: [String]) throws {
        #expect(try PodStream.trace(Self.changed(changes)) == expected)
    }

    /// From 10 s to 100 s past a break at 20 s; the 20 s up to the end leave no time for it.
    @Test func aSeekPastABreakThatRestrictsJumpIsTold() throws {
        let terms = try PodStream.terms(
            [#"ID="a",START-DATE="2026-01-01T00:00:20Z",DURATION=20,X-RESUME-OFFSET=0,X-RESTRICT="JUMP""#])
        let seek = #"{"time":11,"event":"seek","position":100}"#
        let after = [
            #"{"time":11.1,"nowPlaying":"# + PodStream.film(100, 1) + "}",
            #"{"time":31,"event":"completion","position":120}"#, #"{"time":31.1,"nowPlaying":null}"#,
        ]
        let before = [
            Self.log[0], #"{"time":1,"event":"start","position":0}"#,
            #"{"time":1.1,"nowPlaying":"# + PodStream.film(0, 1) + "}",
        ]
        #expect(try PodStream.trace(before + [seek] + after, terms) == ["4 now-playing-break-jumped"])
        // With the break in between the end comes 20 s later.
        let late = after.map { $0.replacing("\"time\":31", with: "\"time\":51") }
        #expect(try PodStream.trace(before + [seek] + late, terms).isEmpty)
    }

    /// Half of what comes before the credits at 110 s was never watched at 0 s.
    @Test func progressIsJudgedAcrossAPreRoll() throws {
        let half = #","MPNowPlayingInfoPropertyPlaybackProgress":0.5"#
        let lines = Self.log.enumerated().map { index, line in
            [2, 4, 6].contains(index) ? line.replacing("}}", with: half + "}}") : line
        }
        #expect(
            try PodStream.trace(lines, PodStream.terms(credits: .seconds(110))) == ["5 now-playing-progress-wrong"])
    }

    @Test func eachSessionHasItsOwnEndAndHandlers() throws {
        var lines = Self.log.map { $0.replacing("{\"time\"", with: "{\"session\":\"a\",\"time\"") }
        lines.insert(#"{"session":"a","time":0.12,"active":true,"fullScreen":true}"#, at: 2)
        lines.insert(
            contentsOf: [
                #"{"session":"a","time":20,"active":false,"fullScreen":false}"#,
                #"{"session":"b","time":20.1,"active":true,"fullScreen":true}"#,
                #"{"session":"b","time":20.2,"event":"start","position":0}"#,
                #"{"session":"b","time":20.3,"nowPlaying":"# + PodStream.film(0, 1) + "}",
                #"{"session":"b","time":29,"event":"dismissal","nowPlaying":null}"#,
                #"{"session":"b","time":30,"active":false}"#,
                #"{"session":"a","time":30.1,"active":true,"fullScreen":true}"#,
            ], at: 8)
        #expect(try PodStream.trace(lines).isEmpty)
    }

    @Test func theSessionInFullScreenHasToBeTheActiveOne() throws {
        var lines = Self.log.map { $0.replacing("{\"time\"", with: "{\"session\":\"a\",\"time\"") }
        lines.insert(
            contentsOf: [
                #"{"session":"a","time":0.12,"active":true,"fullScreen":false}"#,
                #"{"session":"b","time":0.13,"active":false,"fullScreen":true}"#,
            ], at: 2)
        #expect(try PodStream.trace(lines) == ["4 now-playing-two-sessions"])
    }

    @Test(
        "A live flag of 0 is wrong while an event runs, and right once it is over",
        arguments: [(true, [] as [String]), (false, ["3 now-playing-is-live-wrong"])])
    func liveFlag(isOver: Bool, expected: [String]) throws {
        let lines = WorkedLog.event.map { $0.replacing("IsLiveStream\":1", with: "IsLiveStream\":0") }
        var terms = try WorkedStream.terms(.event)
        if isOver {
            let media = try #require(
                PlaylistParser.parse(Array((WorkedStream.playlist(.event) + "#EXT-X-ENDLIST\n").utf8)).playlist?.media)
            terms = NowPlayingTerms(
                type: .event, schedule: Schedule(PrimaryTimeline(playlists: [media]), WorkedStream.events(media)),
                contentIdentifier: "film-1")
        }
        #expect(WorkedLog.check(lines.joined(separator: "\n"), terms).trace == expected)
    }

    @Test(
        "Values that cannot be are named, and left aside",
        arguments: [
            (
                8, #""position":30"#, #""position":-30"#,
                "'position' is -30, which is before the begin; it is left aside"
            ),
            (
                1, #""play":{"handlers":1}"#, #""play":{"handlers":1},"stop":{"handlers":-1}"#,
                "'handlers' of stop is -1, less than none"
            ),
            (
                1, #""play":{"handlers":1}"#, #""play":{"handlers":1,"preferredIntervals":[-15]}"#,
                "a preferred interval of play is -15, not above 0"
            ),
            (
                1, #""play":{"handlers":1}"#, #""play":{"handlers":1,"preferredIntervals":["x"]}"#,
                "a preferred interval of play is the text 'x', not a number"
            ),
        ])
    func values(line: Int, was: String, becomes: String, message: String) throws {
        var lines = Self.log
        lines[line - 1] = lines[line - 1].replacing(was, with: becomes)
        let findings = WorkedLog.check(lines.joined(separator: "\n"), try PodStream.terms()).findings
        #expect(findings.map(\.message) == [message])
    }

    @Test func eachAdOfAPodHasItsOwnRestrictions() throws {
        let moments = NowPlayingExpectations(try PodStream.terms()).moments
        let pod = moments[3...5]
        #expect(pod.map(\.breaks) == [["pod1", "pod2"], ["pod2"], ["pod1", "pod2"]])
        #expect(pod.map(\.event) == [.breakStart, .breakStart, .breakEnd])
        #expect(pod.map(\.disabled.isEmpty) == [false, true, true])
        #expect(moments[4].commands.first?.contains("enabled again") == true)
        // The second ad changes nothing of what is published.
        #expect(moments[4].properties.filter(\.isUpdated).isEmpty)
        #expect(moments[5].commands.isEmpty)
    }
}

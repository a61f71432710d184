import Foundation
import HarnessTestSupport
import Testing

@Suite struct NowPlayingCommandTests {
    typealias Break = WrittenStream.Break

    /// A film of 60 s with a pre-roll of 15 s and a break of 10 s at 30 s without X-RESUME-OFFSET.
    static func film(isComplete: Bool = true) throws -> WrittenStream {
        try WrittenStream(
            segments: Array(repeating: 6, count: 10),
            breaks: [
                Break("pre", at: 0, plays: 15, "CUE=\"PRE\",X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP\""),
                Break("mid", at: 30, plays: 10),
            ], isComplete: isComplete)
    }

    struct Answer: Decodable {
        struct Moment: Decodable {
            struct Property: Decodable {
                var property: String
                var presence: String
                var isUpdated: Bool
                var value: String?
            }
            var event: String
            var positionSeconds: Decimal?
            var breaks: [String]
            var properties: [Property]
        }
        struct Finding: Decodable {
            var rule: String
            var line: Int?
            var expected: String?
            var found: String?
            var timeSeconds: Decimal?
            var source: String
        }
        struct Case: Decodable {
            var id: String
            var startSeconds: Decimal?
        }
        var moments: [Moment]?
        var findings: [Finding]?
        var cases: [Case]?
        var durationSeconds: Decimal?
        var outcome: String?

        init(_ text: String) throws { self = try JSONDecoder().decode(Answer.self, from: Data(text.utf8)) }
    }

    static let elapsed = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
    static func dictionary(_ elapsed: String, _ rate: Int) -> String {
        #"{"MPNowPlayingInfoPropertyExternalContentIdentifier":"film-1","MPMediaItemPropertyPlaybackDuration":60,"#
            + #""\#(Self.elapsed)":\#(elapsed),"MPNowPlayingInfoPropertyPlaybackRate":\#(rate)}"#
    }

    /// A pause five seconds after the break: at 45 s of the programme, for 40 are left out.
    static func log(pausedAt elapsed: String) -> String {
        [
            #"{"time":0,"commands":{"pause":{"handlers":1,"enabled":true}}}"#,
            #"{"time":0,"event":"start","position":0}"#,
            #"{"time":0.1,"event":"breakStart","break":"pre"}"#, #"{"time":0.1,"nowPlaying":\#(dictionary("0", 0))}"#,
            #"{"time":15.1,"event":"breakEnd","break":"pre"}"#, #"{"time":15.1,"nowPlaying":\#(dictionary("0", 1))}"#,
            #"{"time":45.1,"event":"breakStart","break":"mid"}"#,
            #"{"time":45.1,"nowPlaying":\#(dictionary("30", 0))}"#,
            #"{"time":55.1,"event":"breakEnd","break":"mid"}"#, #"{"time":55.1,"nowPlaying":\#(dictionary("40", 1))}"#,
            #"{"time":60.1,"event":"pause"}"#, #"{"time":60.1,"nowPlaying":\#(dictionary(elapsed, 0))}"#,
            #"{"time":62,"event":"dismissal"}"#, #"{"time":62,"nowPlaying":null,"commands":{"pause":{"handlers":0}}}"#,
        ].joined(separator: "\n") + "\n"
    }

    @Test func expectationsComeFromTheStream() async throws {
        let film = try Self.film()
        let run = try await Program.segue(["nowplaying", "expect", film.path, "--json"])
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        let answer = try Answer(run.output)
        #expect(answer.durationSeconds == 60)
        let breaks = try #require(answer.moments).filter { !$0.breaks.isEmpty }
        #expect(breaks.map(\.event) == ["breakStart", "breakEnd", "breakStart", "breakEnd"])
        #expect(breaks.map(\.positionSeconds) == [0, 0, 30, 40])
    }

    @Test func theServicePlanDecidesWhichBreaksThereAre() async throws {
        let film = try Self.film()
        let run = try await Program.segue(["nowplaying", "expect", film.path, "--service-plan", "B", "--json"])
        #expect(try #require(try Answer(run.output).moments).allSatisfy { $0.breaks.isEmpty })
        let wrong = try await Program.segue(["nowplaying", "expect", film.path, "--service-plan", "Z"])
        #expect(wrong.exitCode == 64 && wrong.errors.contains("'Z'"))
    }

    @Test("A log is checked against its stream", arguments: [("45", 0, []), ("55", 1, ["now-playing-elapsed-wrong"])])
    func check(elapsed: String, code: Int32, rules: [String]) async throws {
        let film = try Self.film()
        let log = film.folder.appending(path: "log.jsonl").path(percentEncoded: false)
        try Self.log(pausedAt: elapsed).write(toFile: log, atomically: true, encoding: .utf8)
        let run = try await Program.segue([
            "nowplaying", "check", log, "--against", film.path, "--type", "vod", "--json",
        ])
        #expect(run.exitCode == code, "\(run.output)")
        let findings = try #require(try Answer(run.output).findings)
        #expect(findings.map(\.rule) == rules)
        if let finding = findings.first {
            #expect(finding.line == 12 && finding.expected == "45" && finding.found == "55")
            #expect(finding.timeSeconds == Decimal(string: "60.1"))
            let text = try await Program.segue(["nowplaying", "check", log, "--against", film.path])
            #expect(
                text.output.replacing(/\s+/, with: " ").contains(
                    "log.jsonl:12: must: at 60.1 s: the elapsed time is 55, expected 45"))
        }
    }

    @Test(
        "A log that cannot be read ends with 2 and one line that says why",
        arguments: [
            ("", "the log is empty"), ("#EXTM3U\n#EXTINF:4,\n", "no line can be read; line 1"),
            ("\u{0}\u{1}\u{2}", "no line can be read"),
        ])
    func unreadable(text: String, says: String) async throws {
        let film = try Self.film()
        let log = film.folder.appending(path: "log.jsonl").path(percentEncoded: false)
        try text.write(toFile: log, atomically: true, encoding: .utf8)
        let run = try await Program.segue(["nowplaying", "check", log, "--against", film.path])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains(says) && run.errors.contains("log.jsonl"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func aMissingLogAndAMissingStreamAreSaid() async throws {
        let film = try Self.film()
        let log = try await Program.segue(["nowplaying", "check", "/nowhere.jsonl", "--against", film.path])
        #expect(log.exitCode == 2 && log.errors.contains("/nowhere.jsonl: No such file"))
        let stream = try await Program.segue(["nowplaying", "expect", "/nowhere.m3u8"])
        #expect(stream.exitCode == 2 && stream.errors.contains("/nowhere.m3u8"))
        let type = try await Program.segue(["nowplaying", "expect", film.path, "--type", "film"])
        #expect(type.exitCode == 64 && type.errors.contains("vod"))
    }

    @Test func aCutOffLogIsIncomplete() async throws {
        let film = try Self.film()
        let log = film.folder.appending(path: "log.jsonl").path(percentEncoded: false)
        let whole = Self.log(pausedAt: "45")
        try String(whole.dropLast(30)).write(toFile: log, atomically: true, encoding: .utf8)
        let run = try await Program.segue(["nowplaying", "check", log, "--against", film.path, "--json"])
        #expect(try #require(try Answer(run.output).findings).map(\.rule).contains("now-playing-log-cut-off"))
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func documentsFollowTheirSchemas() async throws {
        let film = try Self.film()
        let live = try Self.film(isComplete: false)
        let log = film.folder.appending(path: "log.jsonl").path(percentEncoded: false)
        try Self.log(pausedAt: "55").write(toFile: log, atomically: true, encoding: .utf8)
        for (schema, arguments) in [
            ("expectations", ["expect", film.path, "--ad-range", "10+5", "--credits-start", "50"]),
            ("expectations", ["expect", live.path, "--type", "live", "--service-plan", "A"]),
            ("check", ["check", log, "--against", film.path]), ("cases", ["cases", film.path]),
            ("cases", ["cases", live.path]),
        ] {
            let run = try await Program.segue(["nowplaying"] + arguments + ["--json"])
            #expect(
                try await JSONSchema(document: "segue.nowplaying-\(schema)/1").complaints(about: run.output) == "",
                "\(arguments)")
        }
    }

    @Test func casesCoverEveryPlan() async throws {
        let film = try Self.film()
        let run = try await Program.segue(["nowplaying", "cases", film.path, "--json"])
        #expect(run.exitCode == 0)
        let cases = try #require(try Answer(run.output).cases)
        let inside = cases.filter { $0.id.hasSuffix("inside/mid") }
        #expect(inside.map(\.id) == ["A", "B", "C"].map { "deep-link/\($0)/inside/mid" })
        // 35 s lies in what the break replaces (30 to 40), unless there are no breaks.
        #expect(inside.map(\.startSeconds) == [40, 35, 40])
    }
}

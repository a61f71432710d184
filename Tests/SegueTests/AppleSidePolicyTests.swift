import Foundation
import HarnessTestSupport
import Testing

/// A team's own severities for rules about Now Playing and timed metadata, and times that a programme does not have.
@Suite struct AppleSidePolicyTests {
    private struct Answer: Decodable {
        struct Finding: Decodable {
            var rule: String
            var severity: String
            var source: String
        }
        var findings: [Finding]
        var counts: [String: Int]?
        var outcome: String
        var netDurationSeconds: Decimal?
        var adRanges: [Range]?

        struct Range: Decodable {
            var startSeconds: Decimal
            var durationSeconds: Decimal
        }

        init(_ text: String) throws { self = try JSONDecoder().decode(Answer.self, from: Data(text.utf8)) }
    }

    private static func policy(_ level: String, _ rule: String) -> String {
        """
        name: our app
        summary: What we live with.
        source: us
        confidence: guess
        rules:
          - {id: \(rule), level: \(level), rule: \(rule), source: us}
        sources: {us: Our own decision}

        """
    }

    /// A log in which the elapsed time after a break is wrong: one error with the shipped severity.
    @Test(
        "A policy gives a rule another severity, or turns it off",
        arguments: [("must", 1, "must"), ("should", 0, "should"), ("info", 0, "advice"), ("off", 0, nil)])
    func severity(level: String, code: Int32, severity: String?) async throws {
        let film = try NowPlayingCommandTests.film()
        let log = film.folder.appending(path: "log.jsonl").path(percentEncoded: false)
        try NowPlayingCommandTests.log(pausedAt: "55").write(toFile: log, atomically: true, encoding: .utf8)
        let policy = film.folder.appending(path: "our-app.yaml").path(percentEncoded: false)
        try Self.policy(level, "now-playing-elapsed-wrong").write(toFile: policy, atomically: true, encoding: .utf8)
        let reports = film.folder.appending(path: "out").path(percentEncoded: false)
        let run = try await Program.segue([
            "nowplaying", "check", log, "--against", film.path, "--policy", policy, "--report", reports, "--json",
        ])
        #expect(run.exitCode == code, "\(run.output)\(run.errors)")
        let answer = try Answer(run.output)
        #expect(answer.findings.map(\.severity) == [severity].compactMap(\.self))
        #expect(answer.findings.allSatisfy { $0.source.hasSuffix("; policy our app") })
        #expect((answer.counts?["now-playing-elapsed-wrong"] != nil) == (severity != nil))
        // The report in files says the same, and the page is whole.
        let file = try String(contentsOfFile: reports + "/report.json", encoding: .utf8)
        #expect(file == run.output)
        let page = try String(contentsOfFile: reports + "/report.html", encoding: .utf8)
        #expect(page.contains("now-playing-elapsed-wrong") == (severity != nil))
        #expect(!page.contains("{{") && !page.contains("https://") && !page.contains("http://"))
        // A limit of its own counts with the new severity.
        let strict = try await Program.segue([
            "nowplaying", "check", log, "--against", film.path, "--policy", policy, "--fail-on", "warning", "--quiet",
        ])
        #expect(strict.exitCode == (["must", "should"].contains(level) ? 1 : 0))
    }

    @Test func whatTheStreamLacksFollowsAPolicyToo() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let channel = folder.appending(path: "channel.m3u8").path(percentEncoded: false)
        try "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n".write(
            toFile: channel, atomically: true, encoding: .utf8)
        let plain = try await Program.segue(["nowplaying", "expect", channel, "--type", "live", "--json"])
        #expect(plain.exitCode == 1, "a channel without dates")
        let rule = try #require(try Answer(plain.output).findings.first?.rule)
        let policy = folder.appending(path: "p.yaml").path(percentEncoded: false)
        try Self.policy("off", rule).write(toFile: policy, atomically: true, encoding: .utf8)
        let run = try await Program.segue([
            "nowplaying", "expect", channel, "--type", "live", "--policy", policy, "--report",
            folder.appending(path: "out").path(percentEncoded: false), "--json",
        ])
        #expect(run.exitCode == 0 && run.output.contains("\"outcome\" : \"clean\""), "\(run.output)")
        let unknown = try await Program.segue(["nowplaying", "expect", channel, "--policy", "nobody"])
        #expect(unknown.exitCode == 64 && unknown.errors.contains("no policy 'nobody'"))
    }

    @Test(.enabled(if: TimedStream.isAvailable, "ffmpeg or python3 is not installed"))
    func timedMetadataFollowsAPolicyToo() async throws {
        let stream = try await TimedStream()
        let film = try await stream.playlist("film", [2: ["--skip", "4"]])
        let plain = try await Program.segue(["metadata", film, "--fail-on", "lint", "--json"])
        #expect(plain.exitCode == 1)
        let rules = Set(try Answer(plain.output).findings.map(\.rule))
        #expect(rules == ["metadata-cue-missing"])
        let policy = stream.path("p.yaml")
        try Self.policy("off", "metadata-cue-missing").write(toFile: policy, atomically: true, encoding: .utf8)
        let run = try await Program.segue([
            "metadata", film, "--fail-on", "lint", "--policy", policy, "--report", stream.path("out"), "--json",
        ])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try Answer(run.output).findings.isEmpty)
        let page = try String(contentsOfFile: stream.path("out/report.html"), encoding: .utf8)
        #expect(page.contains("Timed metadata") && page.contains("cues"))
    }

    @Test(
        "A rule that nobody has, and one that always speaks, are refused in a policy",
        arguments: [
            ("must", "now-playing-nothing", "is no rule about playlists, Now Playing or timed metadata"),
            ("off", "now-playing-log-unreadable", "which is always told"),
        ])
    func refused(level: String, rule: String, says: String) async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let policy = folder.appending(path: "p.yaml").path(percentEncoded: false)
        try Self.policy(level, rule).write(toFile: policy, atomically: true, encoding: .utf8)
        let run = try await Program.segue(["policy", "validate", policy])
        #expect(run.exitCode == 1)
        #expect((run.output + run.errors).contains(says), "\(run.output)\(run.errors)")
    }

    // MARK: Times

    /// The film is 60 s long.
    @Test(
        "A time that the programme does not have is wrong usage",
        arguments: [
            (["--start", "60"], "--start 60"), (["--start", "900"], "--start 900"),
            (["--credits-start", "61"], "--credits-start 61"), (["--ad-range", "60+5"], "--ad-range 60+5"),
            (["--ad-range", "50+30"], "--ad-range 50+30"),
        ])
    func beyondTheEnd(options: [String], says: String) async throws {
        let film = try NowPlayingCommandTests.film()
        for command in ["expect", "cases"] {
            let run = try await Program.segue(["nowplaying", command, film.path] + options)
            #expect(run.exitCode == 64, "\(command): \(run.output)")
            #expect(run.errors.contains(says) && run.errors.contains("ends at 60 s"), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
        let log = film.folder.appending(path: "log.jsonl").path(percentEncoded: false)
        try NowPlayingCommandTests.log(pausedAt: "45").write(toFile: log, atomically: true, encoding: .utf8)
        let check = try await Program.segue(["nowplaying", "check", log, "--against", film.path] + options)
        #expect(check.exitCode == 64)
    }

    @Test(arguments: [["--start", "59"], ["--credits-start", "60"], ["--ad-range", "50+10"]])
    func timesUpToTheEndAreTaken(options: [String]) async throws {
        let film = try NowPlayingCommandTests.film()
        let run = try await Program.segue(["nowplaying", "expect", film.path] + options)
        #expect(run.exitCode == 0, "\(run.errors)")
    }

    /// Two date ranges with SCTE35-OUT, of 5 s at 12 s and of 10 s at 40 s, one without a length and one that is a break:
    /// 60 s less 15 s.
    @Test func markersMakeAdRanges() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "film.m3u8").path(percentEncoded: false)
        func range(_ id: String, _ second: Int, _ more: String) -> String {
            "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2024-01-01T00:00:\(second).000Z\"\(more)"
        }
        try WrittenStream.playlist(
            segments: Array(repeating: 6, count: 10),
            tags: [
                range("one", 12, ",DURATION=5,SCTE35-OUT=0xFC002F"),
                range("two", 40, ",PLANNED-DURATION=10,SCTE35-OUT=0xFC002F"), range("open", 50, ",SCTE35-OUT=0xFC002F"),
                range("other", 55, ",DURATION=2"),
            ], isComplete: true
        ).write(toFile: path, atomically: true, encoding: .utf8)
        let plain = try Answer(try await Program.segue(["nowplaying", "expect", path, "--json"]).output)
        #expect(plain.netDurationSeconds == 60 && plain.adRanges?.isEmpty == true)
        let marked = try Answer(
            try await Program.segue(["nowplaying", "expect", path, "--ad-markers", "--json"]).output)
        #expect(marked.adRanges?.map(\.startSeconds) == [12, 40])
        #expect(marked.adRanges?.map(\.durationSeconds) == [5, 10])
        #expect(marked.netDurationSeconds == 45)
        // Told once in both ways, they count once.
        let both = try Answer(
            try await Program.segue(["nowplaying", "expect", path, "--ad-markers", "--ad-range", "12+5", "--json"])
                .output)
        #expect(both.netDurationSeconds == 45)
    }

    @Test("What is printed fits a terminal", arguments: ["vod", "event", "live"])
    func widths(type: String) async throws {
        let film = try NowPlayingCommandTests.film()
        for command in ["expect", "cases"] {
            let run = try await Program.segue(["nowplaying", command, film.path, "--type", type])
            for line in run.output.split(separator: "\n") { #expect(line.count <= 100, "\(command): \(line)") }
        }
    }
}

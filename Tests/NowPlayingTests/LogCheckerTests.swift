import HLSPlaylists
import NowPlaying
import Testing

@Suite struct LogCheckerTests {
    typealias Key = WorkedLog

    @Test("An app that does everything right breaks no rule", arguments: ContentType.allCases, [1, 7, 4096])
    func clean(type: ContentType, pieces: Int) throws {
        let verdict = WorkedLog.check(
            WorkedLog.log(type).joined(separator: "\n") + "\n", try WorkedStream.terms(type), pieces: pieces)
        #expect(verdict.findings.isEmpty, "\(verdict.findings.map(\.message))")
        #expect(verdict.entries == WorkedLog.log(type).count)
    }

    /// A log with one thing wrong.
    struct Planted: Sendable, CustomTestStringConvertible {
        var rule: String
        var type = ContentType.vod
        /// 1-based line, and what takes its place; an empty text takes the line out.
        var line: Int
        var becomes: String
        var at: Int?
        var expected: String?
        var found: String?
        var testDescription: String { "\(rule), \(type), line \(line)" }
    }

    static let film = WorkedLog.film(_:_:duration:)
    static func line(_ time: Double, _ dictionary: String) -> String {
        #"{"time":\#(time),"nowPlaying":\#(dictionary)}"#
    }
    static func replacing(_ key: String, _ value: String, in dictionary: String) -> String {
        dictionary.replacing("\"\(key)\":", with: "\"\(key)\":\(value),\"x\":")
    }
    static func without(_ key: String, _ dictionary: String) -> String { dictionary.replacing(key, with: "other") }

    static let planted = [
        Planted(
            rule: "now-playing-required-missing", line: 15,
            becomes: line(415.7, without(Key.key.duration, film("400", 0, "600")))),
        Planted(
            rule: "now-playing-forbidden-property", line: 13,
            becomes: line(335.6, film("320", 1, "600").replacing("}", with: ",\"\(Key.key.live)\":false}")),
            expected: "absent", found: "false"),
        Planted(
            rule: "now-playing-forbidden-property", type: .live, line: 5,
            becomes: line(60.1, WorkedLog.channel("10:01:00", 0).replacing("}", with: ",\"\(Key.key.duration)\":600}")),
            expected: "absent", found: "600"),
        Planted(
            rule: "now-playing-value-type", line: 15, becomes: line(415.7, film("\"400\"", 0, "600")),
            expected: "a number of seconds, 0 or more",
            found: "'400'"),
        Planted(
            rule: "now-playing-duration-wrong", line: 13, becomes: line(335.6, film("320", 1, "635")), expected: "600",
            found: "635"),
        Planted(
            rule: "now-playing-duration-fraction", line: 13, becomes: line(335.6, film("320", 1, "600.04")),
            expected: "600", found: "600.04"),
        // The pod's 20 s counted in.
        Planted(
            rule: "now-playing-elapsed-wrong", line: 15, becomes: line(415.7, film("420", 0, "600")), expected: "400",
            found: "420"),
        Planted(
            rule: "now-playing-rate-wrong", line: 15, becomes: line(415.7, film("400", 1, "600")), expected: "0",
            found: "1"),
        Planted(
            rule: "now-playing-break-rate", line: 11, becomes: line(315.5, film("300", 1, "600")), expected: "0",
            found: "1"),
        Planted(
            rule: "now-playing-date-wrong", type: .event, line: 12,
            becomes: line(415.7, WorkedLog.event("00:07:00", 0)),
            expected: "2026-01-01T00:06:40.000Z", found: "2026-01-01T00:07:00.000Z"),
        Planted(
            rule: "now-playing-date-wrong", type: .live, line: 5, becomes: line(60.1, WorkedLog.channel("10:00:30", 0)),
            expected: "2026-01-01T10:01:00.000Z", found: "2026-01-01T10:00:30.000Z"),
        Planted(
            rule: "now-playing-is-live-wrong", type: .live, line: 5,
            becomes: line(
                60.1, WorkedLog.channel("10:01:00", 0).replacing("\"\(Key.key.live)\":1", with: "\"\(Key.key.live)\":0")
            ),
            expected: "1", found: "0"),
        Planted(
            rule: "now-playing-progress-wrong", line: 15,
            becomes: line(415.7, film("400", 0, "600").replacing("}", with: ",\"\(Key.key.progress)\":40}")),
            expected: "0.0 to 1.0", found: "40"),
        Planted(
            rule: "now-playing-progress-without-credits", line: 15,
            becomes: line(415.7, film("400", 0, "600").replacing("}", with: ",\"\(Key.key.progress)\":0.7}"))),
        Planted(
            rule: "now-playing-identifier-wrong", line: 15,
            becomes: line(415.7, film("400", 0, "600").replacing("film-1", with: "Film-1")), expected: "film-1",
            found: "Film-1"),
        Planted(
            rule: "now-playing-unknown-key", line: 15,
            becomes: line(
                415.7, film("400", 0, "600").replacing("}", with: ",\"MPNowPlayingInfoPropertyElapsedTime\":1}"))),
        Planted(rule: "now-playing-not-published", line: 15, becomes: "", at: 14),
        Planted(rule: "now-playing-break-not-published", line: 11, becomes: "", at: 10),
        Planted(
            rule: "now-playing-timer-update", line: 14,
            becomes: line(400, film("384.4", 1, "600")) + "\n" + WorkedLog.film[13]),
        Planted(rule: "now-playing-not-cleared", line: 21, becomes: "", at: 20),
        Planted(
            rule: "now-playing-published-after-end", line: 23,
            becomes: WorkedLog.film[22] + "\n" + line(444, film("600", 0, "600")), at: 24),
        Planted(
            rule: "now-playing-two-sessions", line: 14,
            becomes: #"{"time":400,"session":"a","active":true,"fullScreen":true}"# + "\n"
                + #"{"time":400.1,"session":"b","active":true}"# + "\n" + WorkedLog.film[13], at: 15),
        Planted(
            rule: "now-playing-resume-position", line: 12,
            becomes: #"{"time":335.6,"event":"breakEnd","break":"pod","position":300}"#, expected: "320", found: "300"),
        Planted(rule: "now-playing-no-command", line: 1, becomes: #"{"time":0}"#, at: 2),
        Planted(rule: "now-playing-command-not-disabled", line: 5, becomes: #"{"time":0.2}"#, at: 2),
        Planted(rule: "now-playing-commands-left", line: 23, becomes: #"{"time":441.1}"#, at: 22),
        Planted(
            rule: "now-playing-skip-intervals-live", type: .live, line: 1,
            becomes: #"{"time":0,"commands":{"pause":{"handlers":1,"preferredIntervals":[15]}}}"#
        ),
        Planted(rule: "now-playing-log-unreadable", line: 14, becomes: "{broken\n" + WorkedLog.film[13]),
        Planted(
            rule: "now-playing-log-backwards", line: 13,
            becomes: WorkedLog.film[12] + "\n{\"time\":100}\n{\"time\":335.7}", at: 14),
        Planted(
            rule: "now-playing-log-unknown-field", line: 13,
            becomes: #"{"time":335.6,"stamp":1,"# + WorkedLog.film[12].dropFirst(14)),
    ]

    @Test("Each violation, planted once, is found where it is", arguments: planted)
    func violation(planted: Planted) throws {
        var lines = WorkedLog.log(planted.type)
        lines[planted.line - 1] = planted.becomes
        // A line taken out leaves a blank one, so that the others keep their numbers.
        let verdict = WorkedLog.check(lines.joined(separator: "\n") + "\n", try WorkedStream.terms(planted.type))
        let finding = try #require(
            verdict.findings.first { $0.rule.id == planted.rule }, "\(verdict.trace) \(verdict.findings.map(\.message))"
        )
        #expect(finding.line == planted.at ?? planted.line, "\(verdict.trace)")
        if let expected = planted.expected { #expect(finding.expected == expected) }
        if let found = planted.found { #expect(finding.found == found) }
        #expect(!finding.rule.source.isEmpty && !finding.message.isEmpty)
        // What follows from the same fault may be told as well, never a fault elsewhere.
        let companions: Set = ["now-playing-elapsed-wrong", "now-playing-date-wrong", "now-playing-log-no-position"]
        let others = verdict.findings.map(\.rule.id).filter { $0 != planted.rule && !companions.contains($0) }
        #expect(others.isEmpty, "\(verdict.trace)")
    }
}

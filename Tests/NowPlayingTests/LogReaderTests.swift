import HLSPlaylists
import NowPlaying
import Testing

@Suite struct LogReaderTests {
    static func lines(_ text: String, pieces: Int = 4096) -> [LogLine] {
        var lines: [LogLine] = []
        var reader = LogReader()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            reader.take(Array(bytes[start..<min(bytes.count, start + pieces)])) { lines.append($0) }
        }
        reader.finish { lines.append($0) }
        return lines
    }

    static func entry(_ text: String) throws -> LogEntry {
        guard case .entry(let entry) = try #require(lines(text).first).content else {
            throw LogReaderFailure(text: "\(lines(text))")
        }
        return entry
    }

    struct LogReaderFailure: Error { var text: String }

    @Test("How lines arrive does not matter", arguments: [1, 2, 3, 64, 4096])
    func pieces(size: Int) {
        let text = "\u{FEFF}{\"time\":1}\r\n\r\n  \n{\"time\":2,\"event\":\"pause\"}\n{\"time\":3}"
        let lines = Self.lines(text, pieces: size)
        #expect(lines == Self.lines(text))
        #expect(lines.map(\.number) == [1, 4, 5])
    }

    @Test(
        "Times are seconds or dates, exact to a billionth",
        arguments: [
            ("12", Duration.seconds(12)), ("12.5", .milliseconds(12500)), ("0.000000001", .nanoseconds(1)),
            ("-3.25", .milliseconds(-3250)), ("1.5e3", .seconds(1500)),
            ("\"1970-01-01T00:00:05.250Z\"", .milliseconds(5250)),
        ])
    func times(text: String, expected: Duration) throws {
        #expect(try Self.entry("{\"time\":\(text)}").time == expected)
    }

    @Test(
        "What is no entry is said with its line and why",
        arguments: [
            ("[1]", "no JSON object"), ("{}", "no time"), ("{\"time\":true}", "neither seconds nor a date"),
            ("{\"time\":1 \"event\":2}", "lacks ','"), ("{\"time\":1}x", "goes on after"),
            ("{\"time\" 1}", "lacks ':'"),
            ("{\"time\":99999999999999}", "neither seconds"), ("{\"time\":1,\"a\":\"\u{01}\"}", "control character"),
            ("{\"time\":1,\"a\":\(String(repeating: "[", count: 1000))", "nested deeper"), ("{1:2}", "no key"),
            ("{\"time\":-}", "no number"), ("{\"time\":1.}", "no digits"), ("{\"time\":nul}", "neither seconds"),
        ])
    func broken(text: String, why: String) throws {
        let line = try #require(Self.lines(text + "\n").first)
        guard case .unreadable(let found) = line.content else { throw LogReaderFailure(text: "\(line)") }
        #expect(found.contains(why))
        #expect(line.number == 1)
    }

    /// Places count from the begin of the line, however it arrived.
    @Test("Where a line is broken does not depend on how it arrived", arguments: [1, 5, 4096])
    func places(size: Int) {
        let contents = Self.lines("{\"time\":1}\n{\"time\":2 \"event\":0}\n", pieces: size).map(\.content)
        #expect(contents.last == .unreadable("lacks ',' at byte 11"))
    }

    @Test func theEndOfALogMayBeMissing() {
        let contents = Self.lines("{\"time\":1}\n{\"time\":2,\"nowPl").map(\.content)
        #expect(contents.count == 2)
        #expect(contents.last == .cutOff("is cut off in a text"))
        #expect(Self.lines("{\"time\":1}").map(\.number) == [1])
    }

    @Test func aLineWithoutEndIsGivenUpAndTheNextIsRead() {
        let text = "{\"time\":1,\"x\":\"" + String(repeating: "a", count: 3 << 20) + "\"}\n{\"time\":2}\n"
        for size in [4096, 16 << 20] {
            let lines = Self.lines(text, pieces: size)
            #expect(lines.count == 2)
            #expect(lines.first?.content == .unreadable("is longer than 1048576 bytes"))
            #expect(lines.last?.number == 2)
            #expect(lines.last?.content == .entry(LogEntry(time: .seconds(2))))
        }
    }

    @Test func escapesAreResolvedAndUnknownFieldsNamed() throws {
        let entry = try Self.entry(
            #"{"time":1,"event":"breakStart","break":"a\u00e9\ud83d\ude00\n\"","stamp":{"x":[1,{"y":null}]},"position":"5","active":1}"#
        )
        #expect(entry.breakID == "aé😀\n\"")
        #expect(entry.position == nil)
        #expect(
            entry.oddities == [
                "the log format has no field 'stamp'", "'position' is the text '5', not a number",
                "'active' is 1, not true or false",
            ])
    }

    @Test func theNameAtRunTimeCountsForTheDuration() throws {
        let terms = try WorkedStream.terms(.vod)
        let verdict = WorkedLog.check(
            WorkedLog.film.joined(separator: "\n").replacing(
                "MPMediaItemPropertyPlaybackDuration", with: "playbackDuration"),
            terms)
        #expect(verdict.findings.isEmpty)
    }
}

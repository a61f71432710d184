import HLSPlaylists
import NowPlaying
import Testing

extension LogCheckerTests {
    static func verdict(_ lines: [String], _ type: ContentType = .vod) throws -> LogVerdict {
        WorkedLog.check(lines.joined(separator: "\n"), try WorkedStream.terms(type))
    }

    @Test func aLogMayBeginInTheMiddle() throws {
        let verdict = try Self.verdict(Array(WorkedLog.film.dropFirst(13)))
        // Commands were registered before; so was the dictionary.
        #expect(verdict.trace == ["1 now-playing-log-no-start"])
    }

    @Test func aLogMayBeCutOff() throws {
        var lines = Array(WorkedLog.film.prefix(14))
        lines.append(String(WorkedLog.film[14].prefix(60)))
        let verdict = try Self.verdict(lines)
        // The line that is cut off may have been the update.
        #expect(verdict.trace == ["15 now-playing-log-cut-off", "- now-playing-log-no-end"])
    }

    /// The app neither marks breaks nor states positions: how long the pod really took is not known.
    @Test func whatCannotBeKnownIsNotJudged() throws {
        let lines = WorkedLog.film.filter { !$0.contains("break") }.map {
            $0.replacing(#","position":400"#, with: "").replacing(#","position":590"#, with: "")
        }
        let verdict = try Self.verdict(lines)
        #expect(verdict.findings.map(\.rule.id).contains("now-playing-log-no-position"))
        #expect(!verdict.findings.contains { $0.rule.id == "now-playing-elapsed-wrong" }, "\(verdict.trace)")
    }

    @Test func aClockMayDifferByTheTolerance() throws {
        for (elapsed, breaches) in [("400.9", 0), ("401", 0), ("399", 0), ("401.1", 1), ("398.9", 1)] {
            var lines = WorkedLog.film
            lines[14] = Self.line(415.7, Self.film(elapsed, 0, "600"))
            lines[16] = Self.line(425.7, Self.film(elapsed, 1, "600"))
            #expect(try Self.verdict(lines).findings.count == breaches, "\(elapsed)")
        }
    }

    @Test func aTimerIsToldFiftyTimesAndCounted() throws {
        var lines = Array(WorkedLog.film.prefix(9))
        for second in 1...200 { lines.append(Self.line(20 + Double(second), Self.film("\(second + 4)", 1, "600"))) }
        let verdict = try Self.verdict(lines)
        #expect(verdict.counts["now-playing-timer-update"] == 200)
        #expect(verdict.findings.count { $0.rule.id == "now-playing-timer-update" } == 50)
    }

    @Test func unchangedDictionariesAreNoUpdates() throws {
        var lines = WorkedLog.film
        lines[8] += "\n" + (1...20).map { Self.line(16 + Double($0), Self.film("0", 1, "600")) }.joined(separator: "\n")
        #expect(try Self.verdict(lines).findings.isEmpty)
    }

    @Test func advertisingInTheFilmIsTakenOff() throws {
        // 30 s at 100 s: at 400 s of the media 370 s are elapsed, of 570 s.
        let ads = [AdRanges.Stretch(start: .seconds(100), length: .seconds(30))]
        let terms = try WorkedStream.terms(.vod, adRanges: ads)
        var text = WorkedLog.film.joined(separator: "\n").replacing("Duration\":600", with: "Duration\":570")
        for (gross, net) in [("300", "270"), ("320", "290"), ("400", "370"), ("590", "560")] {
            text = text.replacing("Time\":\(gross)", with: "Time\":\(net)")
        }
        // 15.4 s of the log are 0 s, so the advertising is at 115.4 to 145.4 s; 100 s are elapsed throughout.
        let begin = #"{"time":115.4,"nowPlaying":"# + Self.film("100", 0, "570") + "}\n"
        let end = #"{"time":145.5,"nowPlaying":"# + Self.film("100", 1, "570") + "}\n"
        let mark = #"{"time":315.4,"event":"breakStart""#
        #expect(WorkedLog.check(text.replacing(mark, with: begin + end + mark), terms).findings.isEmpty)
        let late = WorkedLog.check(text.replacing(mark, with: end + mark), terms)
        #expect(late.findings.map(\.rule.id) == ["now-playing-break-not-published"])
        #expect(late.findings.first?.time == .milliseconds(115_400))
        let none = WorkedLog.check(text, terms).findings
        #expect(none.map(\.rule.id) == Array(repeating: "now-playing-break-not-published", count: 2))
        #expect(none.map(\.time) == [.milliseconds(115_400), .milliseconds(145_400)])
    }

    @Test func progressIsTheShareUpToTheCredits() throws {
        let terms = try WorkedStream.terms(.vod, credits: .seconds(500))
        for (progress, breaches) in [("0.8", 0), ("0.805", 0), ("0.7", 1)] {
            var lines = WorkedLog.film
            lines[14] = Self.line(
                415.7, Self.film("400", 0, "600").replacing("}", with: ",\"\(Key.key.progress)\":\(progress)}"))
            let verdict = WorkedLog.check(lines.joined(separator: "\n"), terms)
            #expect(verdict.findings.map(\.rule.id) == Array(repeating: "now-playing-progress-wrong", count: breaches))
        }
    }

    @Test func theSessionThatFillsTheScreenIsTheOneThatCounts() throws {
        var lines = WorkedLog.film.map { $0.replacing("{\"time\"", with: "{\"session\":\"a\",\"time\"") }
        lines.insert(#"{"time":0,"session":"a","active":true,"fullScreen":true}"#, at: 0)
        // Another player publishes in its small picture, and nobody minds.
        lines.insert(#"{"time":410,"session":"b","nowPlaying":{"MPNowPlayingInfoPropertyPlaybackRate":7}}"#, at: 14)
        #expect(try Self.verdict(lines).findings.isEmpty)
        lines.insert(#"{"time":411,"session":"a","active":false,"fullScreen":true}"#, at: 15)
        lines.insert(#"{"time":411,"session":"b","active":true,"fullScreen":false}"#, at: 16)
        #expect(try Self.verdict(lines).trace.first == "17 now-playing-two-sessions")
    }

    @Test func garbageNeverTraps() throws {
        var state: UInt64 = 42
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let terms = try WorkedStream.terms(.vod)
        let bytes = Array(WorkedLog.film.joined(separator: "\n").utf8)
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<(1 + random(20)) { damaged[random(damaged.count)] = UInt8(random(256)) }
            let verdict = WorkedLog.check(String(decoding: damaged.prefix(random(damaged.count)), as: UTF8.self), terms)
            #expect(verdict.lines >= verdict.entries)
        }
    }
}

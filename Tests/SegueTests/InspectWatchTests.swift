import Foundation
import Glibc
import HarnessTestSupport
import Testing

/// A run of `segue` that goes on while the test changes what it sees.
private final class LongRun {
    private let process: ChildProcess

    init(_ arguments: [String]) throws { process = try ChildProcess(Program.path, arguments) }

    /// What it printed so far, and then what it complained of.
    var lines: [String] {
        String(decoding: process.output + process.errors, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits for a line that contains a text.
    func line(with text: String) async throws -> String? {
        while process.isRunning {
            if let line = lines.first(where: { $0.contains(text) }) { return line }
            try await Task.sleep(for: .milliseconds(50))
        }
        return lines.first { $0.contains(text) }
    }

    func interrupt() { process.send(SIGINT) }

    func exitCode() async -> Int32 { await process.end() }
}

@Suite struct InspectWatchTests {
    typealias Break = WrittenStream.Break

    private let origin: HTTPOrigin
    private let stream: WrittenStream

    init() async throws {
        stream = try WrittenStream(segments: Array(repeating: 1, count: 8), isComplete: false)
        for seconds in [2, 4, 5] { try stream.writeAsset(seconds) }
        origin = try await HTTPOrigin()
        try origin.serve(stream.folder)
    }

    private func tag(_ id: String, at: Int, plays: Int, _ attributes: String = "") -> String {
        Break(id, at: at, plays: plays, attributes).tag(in: stream.folder)
            .replacing("file://" + stream.folder.path(), with: origin.url("files"))
    }

    private func publish(_ first: Int, _ end: Int, _ tags: [String], isComplete: Bool = false) throws {
        try WrittenStream.playlist(
            segments: Array(repeating: 1, count: end - first), tags: tags, isComplete: isComplete, sequence: first
        ).write(toFile: stream.path, atomically: true, encoding: .utf8)
    }

    /// Eight seconds are listed, the target duration is one: joined at 5, 3 s behind the edge. Offset zero adds what
    /// plays to that; without an offset the distance stays.
    @Test(.timeLimit(.minutes(30)))
    func breaksAreToldAsTheyComeAndGo() async throws {
        let run = try LongRun(["inspect", origin.url("files/main.m3u8"), "--watch"])
        let joined = try await run.line(with: "joined")
        #expect(joined?.hasSuffix("live, target 1 s, listed 0 – 8, joined at 5, 3 s behind the edge") == true)

        let first = tag("ad1", at: 6, plays: 4, "X-RESUME-OFFSET=0")
        try publish(0, 9, [first])
        #expect(
            try await run.line(with: "ad1")
                == "+ ad1 at 6 (2024-01-01T00:00:06.000Z), plays 4 s, resumes at 6; after it 7 s behind the edge (+4)")
        try publish(0, 9, [first, tag("ad2", at: 7, plays: 5)])
        #expect(
            try await run.line(with: "ad2")
                == "+ ad2 at 7 (2024-01-01T00:00:07.000Z), plays 5 s, resumes at 12; after it 7 s behind the edge (+0)")
        try publish(0, 10, [first])
        #expect(try await run.line(with: "withdrawn") == "- ad2: it was withdrawn")
        try publish(7, 16, [])
        #expect(try await run.line(with: "left the window") == "- ad1: its date left the window")
        let third = tag("ad3", at: 15, plays: 2, "X-RESUME-OFFSET=0")
        try publish(7, 16, [third])
        #expect(
            try await run.line(with: "ad3")
                == "+ ad3 at 15 (2024-01-01T00:00:15.000Z), plays 2 s, resumes at 15; after it 9 s behind the edge (+2)"
        )
        try publish(7, 16, [third], isComplete: true)
        #expect(try await run.line(with: "=") == "= ended at 16")
        #expect(await run.exitCode() == 0)
        #expect(run.lines.count == 7, "\(run.lines)")
    }

    @Test(.timeLimit(.minutes(30)))
    func anInterruptEndsWith130() async throws {
        let run = try LongRun(["inspect", origin.url("files/main.m3u8"), "--watch"])
        try #require(try await run.line(with: "joined") != nil)
        run.interrupt()
        #expect(await run.exitCode() == 130)
        #expect(run.lines.count == 1)
    }

    @Test(.timeLimit(.minutes(30)))
    func aPlaylistThatIsGoneEndsTheWatchWithTwo() async throws {
        let run = try LongRun(["inspect", origin.url("files/main.m3u8"), "--watch"])
        _ = try await run.line(with: "joined")
        try FileManager.default.removeItem(atPath: stream.path)
        #expect(await run.exitCode() == 2)
        #expect(run.lines.count { $0.contains("404") } == 5)
    }

    @Test(.timeLimit(.minutes(30)), .enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func aCompletePlaylistIsToldInLinesOfJSON() async throws {
        try publish(0, 8, [tag("ad", at: 6, plays: 4), tag("bad", at: 6, plays: 9)], isComplete: true)
        let run = try await Program.segue(["inspect", origin.url("files/main.m3u8"), "--watch", "--json"])
        #expect(run.exitCode == 0)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        // A playlist that is complete has an end, and no edge to be behind.
        #expect(!run.output.contains("distanceSeconds"))
        let schema = JSONSchema(document: "segue.presentation-watch/1")
        for line in lines { #expect(try await schema.complaints(about: line) == "", "\(line)") }
        #expect(run.errors.contains("404"))
        let withoutAds = try await Program.segue([
            "inspect", origin.url("files/main.m3u8"), "--watch", "--service-plan", "B",
        ])
        #expect(withoutAds.output.split(separator: "\n").count == 2)
        #expect(withoutAds.errors.isEmpty)
    }
}

import Foundation
import HarnessTestSupport
import Testing

@Suite struct InspectTextTests {
    typealias Break = WrittenStream.Break

    @Test func theTimelineIsDrawnToScale() async throws {
        let stream = try WrittenStream(
            segments: [5, 5],
            breaks: [
                Break("ad1", at: 5, plays: 10, "X-RESUME-OFFSET=0"),
                Break("ad2", at: 5, plays: 10, "X-RESUME-OFFSET=0"),
            ])
        let run = try await Program.segue(["inspect", stream.path])
        let lines = run.output.split(separator: "\n").map(String.init)
        // 5, 10, 10 and 5 of 30 seconds on 98 columns are 16, 32, 32 and 16; the two that are over go to one of the widest.
        let bar = try #require(lines.first { $0.hasPrefix("─────") })
        #expect(bar.count == 98)
        #expect(bar.count { $0 == "─" } == 32)
        #expect([bar.count { $0 == "A" }, bar.count { $0 == "B" }].sorted() == [32, 34])
        let times = try #require(lines.firstIndex(of: bar).map { lines[$0 + 1] })
        #expect(times.split(separator: " ").map(String.init) == ["0", "5", "15", "25", "30"])
        #expect(lines.contains { $0.hasPrefix("A  5 – 15 ") && $0.contains("5 → 5") && $0.hasSuffix("ad1") })
        #expect(lines.contains("Timeline: 30 s of playback, 10 s as viewers see it"))
        #expect(run.exitCode == 0)
    }

    @Test func findingsNameFileAndLine() async throws {
        let stream = try WrittenStream(
            segments: [5, 5], breaks: [Break("ad", at: 5, plays: 10, "X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP\"")])
        let run = try await Program.segue(["inspect", stream.path])
        #expect(run.output.contains("\(stream.path):6: warning:"))
        #expect(run.output.contains("navigation-skip-without-jump"))
    }

    @Test("Nothing in a playlist steers the terminal", arguments: [["inspect"], ["inspect", "--json"]])
    func hostileNames(arguments: [String]) async throws {
        let hostile = "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}drowssap"
        let stream = try WrittenStream(
            segments: [5, 5], breaks: [Break(hostile, at: 5, plays: 10, "X-COM-\u{1B}=\"x\"")])
        let missing = Break("gone" + hostile, at: 7, plays: 11)
        let text = try String(contentsOfFile: stream.path, encoding: .utf8)
            .replacing("#EXTINF:5,\ns1", with: missing.tag(in: stream.folder) + "\n#EXTINF:5,\ns1")
        try text.write(toFile: stream.path, atomically: true, encoding: .utf8)
        let run = try await Program.segue(arguments + [stream.path])
        let said = run.output + run.errors
        #expect(said.contains("drowssap"))
        let steering = said.unicodeScalars.filter {
            $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(steering.isEmpty, "\(steering)")
    }

    @Test("No line is wider than 100 columns, however long names and lists are")
    func width() async throws {
        let breaks = (0..<150).map { index in
            Break(
                "break-\(index)-" + String(repeating: "long", count: 30), at: index * 2, plays: 3,
                "X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP,JUMP\",X-COM-EXAMPLE-\(index)=\"\(String(repeating: "y", count: 200))\""
            )
        }
        let stream = try WrittenStream(segments: Array(repeating: 6, count: 50), breaks: breaks)
        for arguments in [[stream.path], [SampleStream.path("primary/main.m3u8")], [stream.path, "--as", "media3"]] {
            let run = try await Program.segue(["inspect"] + arguments)
            let widest = run.output.split(separator: "\n").map(\.count).max() ?? 0
            #expect(widest <= 100)
            #expect(run.output.contains("Navigation"))
        }
        let run = try await Program.segue(["inspect", stream.path])
        #expect(run.output.contains("… and 110 more; --json lists all"))
    }
}

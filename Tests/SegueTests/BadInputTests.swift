import Foundation
import HarnessTestSupport
import Testing

@Suite struct BadInputTests {
    /// Something that is no ad, and what must be said about it.
    struct Bad: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: String?
        var says: [String]
        var testDescription: String { name }
    }

    static let files = [
        Bad(name: "missing.m3u8", bytes: nil, says: ["missing.m3u8", "No such file", "check the path"]),
        Bad(name: "empty.m3u8", bytes: "", says: ["empty.m3u8", "empty"]),
        Bad(name: "page.m3u8", bytes: "<!DOCTYPE html><html><body>Log in</body></html>", says: ["page.m3u8", "HTML"]),
        Bad(
            name: "cut.m3u8", bytes: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4.0,\n",
            says: ["cut.m3u8", "EXTINF"]),
        Bad(name: "text.mp4", bytes: "This is not a film.\n", says: ["text.mp4"]),
        Bad(name: "empty.mp4", bytes: "", says: ["empty.mp4", "empty"]),
    ]

    @Test("A bad ad is told in one line, the rest is judged, and the check is incomplete", arguments: files)
    func badAd(bad: Bad) async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: bad.name)
        if let bytes = bad.bytes { try Data(bytes.utf8).write(to: path) }
        let run = try await Program.segue([
            "check", SampleStream.path("pod-a/main.m3u8"), "--interstitial",
            SampleStream.path("ad-1/main.m3u8") + "@4.004", "--interstitial",
            path.path(percentEncoded: false) + "@2.002", "--json",
        ])
        #expect(run.exitCode == 2)
        let answer = try CheckAnswer(run.output)
        let good = answer.transitions.filter { $0.id.hasPrefix("1:ad-1/main.m3u8@4.004/") }
        #expect(good.count == 2)
        // A break four seconds into playback leaves a slow television little time to load: low at the most.
        #expect(Set(good.flatMap(\.assessments).map(\.band)).isSubset(of: ["none", "low", "not-applicable"]))
        let errors = answer.diagnostics.filter { $0.severity == "error" }
        #expect(errors.count == 1, "\(errors)")
        let line = errors.map { "\($0.uri ?? "") \($0.message)" }.joined()
        for word in bad.says { #expect(line.contains(word), "'\(word)' in: \(line)") }
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.errors.contains(bad.name), "\(run.errors)")
    }

    @Test("A bad primary ends the check with 2 and one line", arguments: files)
    func badPrimary(bad: Bad) async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: bad.name)
        if let bytes = bad.bytes { try Data(bytes.utf8).write(to: path) }
        let run = try await Program.segue([
            "check", path.path(percentEncoded: false), "--interstitial", SampleStream.path("ad-1/main.m3u8") + "@2",
        ])
        #expect(run.exitCode == 2)
        #expect(run.errors.split(separator: "\n").count <= 1, "\(run.errors)")
        let said = run.output + run.errors
        for word in bad.says { #expect(said.contains(word), "'\(word)' in: \(said)") }
    }

    @Test("A bad asset list cancels its break only", arguments: ["no json", #"{"assets": []}"#, ""])
    func badAssetList(list: String) async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let listFile = folder.appending(path: "list.json")
        try Data(list.utf8).write(to: listFile)
        let media = try String(contentsOfFile: SampleStream.path("pod-a/720p/index.m3u8"), encoding: .utf8)
            .replacing("init.mp4", with: SampleStream.path("pod-a/720p/init.mp4"))
            .replacing("\n0.m4s", with: "\n" + SampleStream.path("pod-a/720p/0.m4s"))
            .replacing("\n1.m4s", with: "\n" + SampleStream.path("pod-a/720p/1.m4s"))
            .replacing("#EXT-X-MAP", with: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-MAP")
        let event = """
            #EXT-X-DATERANGE:ID="bad",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:02.002Z",\
            DURATION=5,X-ASSET-LIST="file://\(listFile.path(percentEncoded: false))"

            """
        let primary = folder.appending(path: "primary.m3u8")
        try Data((media + event).utf8).write(to: primary)
        let run = try await Program.segue([
            "check", primary.path(percentEncoded: false), "--interstitial",
            SampleStream.path("pod-b/720p/index.m3u8") + "@4.004", "--json",
        ])
        let answer = try CheckAnswer(run.output)
        #expect(run.exitCode == 2)
        #expect(
            answer.transitions.map(\.id) == ["1:720p/index.m3u8@4.004/enter", "1:720p/index.m3u8@4.004/resume"])
        let errors = answer.diagnostics.filter { $0.severity == "error" }
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.uri?.hasSuffix("list.json") == true)
    }
}

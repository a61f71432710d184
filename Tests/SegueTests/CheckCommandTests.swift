import Foundation
import HarnessTestSupport
import Testing

/// What the tests read of `segue.check/1`.
struct CheckAnswer: Decodable {
    struct Assessment: Decodable {
        var receiverClass: String
        var tier: String
        var band: String
    }
    struct Transition: Decodable {
        var id: String
        var kind: String
        var atSeconds: Double
        struct Repeat: Decodable { var id: String }
        var assessments: [Assessment]
        var repeats: [Repeat]?
    }
    struct Finding: Decodable {
        var rule: String
        var severity: String
        var subject: String
    }
    struct Diagnostic: Decodable {
        var severity: String
        var message: String
        var uri: String?
        var line: Int?
    }
    struct Usage: Decodable {
        var requests: Int
        var bytes: Int
    }
    var outcome: String
    var transitions: [Transition]
    var findings: [Finding]
    var diagnostics: [Diagnostic]
    var usage: Usage

    init(_ text: String) throws {
        self = try JSONDecoder().decode(CheckAnswer.self, from: Data(text.utf8))
    }
}

@Suite struct CheckCommandTests {
    @Test func theScriptOfTheDemoFindsWhatItLooksFor() async throws {
        let report = Scratch.folder.appending(path: "segue-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: report) }
        let script = SampleStream.folder.appending(path: "../../Examples/SampleStream/check-stream.sh").standardized
        let run = try await Program.run(
            "/bin/sh",
            [
                script.path(percentEncoded: false), Program.path, SampleStream.path("primary/main.m3u8"),
                report.path(percentEncoded: false),
            ])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("Expected findings are all there."))
        #expect(
            FileManager.default.fileExists(atPath: report.appending(path: "report.html").path(percentEncoded: false)))
    }

    @Test func theSampleStreamHasTheFindingsThatWereBuiltIntoIt() async throws {
        let run = try await Program.segue(["check", SampleStream.path("primary/main.m3u8"), "--json"])
        #expect(run.exitCode == 1)
        #expect(run.errors.isEmpty)
        let answer = try CheckAnswer(run.output)
        #expect(
            answer.transitions.map(\.id) == [
                "ad-1/enter", "ad-1/resume", "ad-2/enter", "ad-2/resume", "pod/enter", "pod/1-2", "pod/resume",
            ])
        #expect(answer.transitions.map(\.atSeconds) == [8.008, 8.008, 16.016, 16.016, 24.024, 24.024, 24.024])
        let expected: Set = [
            "ad-2/enter video-codec", "ad-2/enter video-frame-rate", "ad-2/enter audio-codec",
            "ad-2/enter audio-channel-layout", "ad-2/enter receiver-audio-codec", "ad-2/enter receiver-audio-channels",
            "ad-2/resume video-codec", "ad-2/resume video-frame-rate", "ad-2/resume audio-codec",
            "ad-2/resume audio-channel-layout", "ad-2/resume receiver-audio-codec",
            "ad-2/resume receiver-audio-channels", "pod/1-2 audio-sample-rate", "pod/resume audio-sample-rate",
            "primary/main.m3u8 receiver-file-asset",
        ]
        #expect(Set(answer.findings.map { "\($0.subject) \($0.rule)" }) == expected)
        #expect(answer.diagnostics.isEmpty)
        #expect(try await JSONSchema(document: "segue.check/1").complaints(about: run.output) == "")
    }

    @Test func theTableFitsAHundredColumns() async throws {
        let run = try await Program.segue(["check", SampleStream.path("primary/main.m3u8")])
        #expect(run.exitCode == 1)
        // A word of a command, such as a path, cannot be broken.
        for line in run.output.split(separator: "\n") where line.count > 100 {
            #expect(line.contains(" -") || line.contains("/"), "\(line)")
            #expect(!line.dropFirst(6).dropLast(2).contains(" "), "\(line)")
        }
        #expect(!run.output.contains("\u{1B}"), "no colours in a pipe")
    }

    @Test func anAdWithTheSameParametersIsClean() async throws {
        let run = try await Program.segue([
            "check", SampleStream.path("pod-a/main.m3u8"), "--interstitial",
            SampleStream.path("ad-1/main.m3u8") + "@4.004", "--json",
        ])
        #expect(run.exitCode == 0)
        let answer = try CheckAnswer(run.output)
        #expect(answer.outcome == "clean")
        #expect(answer.transitions.count == 2)
        // The break comes four seconds into playback, which is little time to load it; the assets are no reason.
        #expect(Set(answer.findings.map(\.rule)).isSubset(of: ["timing-data-lead", "receiver-file-asset"]))
    }

    @Test func twoChecksPrintTheSameBytes() async throws {
        let arguments = ["check", SampleStream.path("primary/main.m3u8"), "--json"]
        let (one, other) = (try await Program.segue(arguments), try await Program.segue(arguments))
        #expect(one.output == other.output)
    }

    @Test("A limit above the worst finding does not fail", arguments: [("blocking", Int32(1)), ("severe", 1)])
    func failOn(limit: String, code: Int32) async throws {
        let run = try await Program.segue([
            "check", SampleStream.path("primary/main.m3u8"), "--fail-on", limit, "--quiet",
        ])
        #expect(run.exitCode == code)
        // Quietly means: only what went wrong, a line each.
        let lines = run.output.split(separator: "\n")
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.hasPrefix("blocking: ") || limit == "severe" && $0.hasPrefix("severe: ") })
    }

    @Test(
        "Wrong usage ends with 64",
        arguments: [
            ["check"], ["check", "a.m3u8", "--interstitial", "ad.m3u8"], ["check", "a.m3u8", "--fail-on", "sometimes"],
            ["check", "a.m3u8", "--interstitial", "ad.m3u8@-5"], ["chek"],
        ])
    func usage(arguments: [String]) async throws {
        #expect(try await Program.segue(arguments).exitCode == 64)
    }

    @Test func plainFilesAreCheckedToo() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (film, ad) = (
            folder.appending(path: "film.mp4").path(percentEncoded: false),
            folder.appending(path: "ad.ts").path(percentEncoded: false)
        )
        let common = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i"]
        let sound = ["-f", "lavfi", "-i", "sine=sample_rate=48000", "-ac", "2", "-c:a", "aac", "-shortest"]
        let avc = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p"]
        for (path, rate, seconds) in [(film, "25", "6"), (ad, "50", "2")] {
            let made = try await Program.run(
                "/usr/bin/ffmpeg",
                common + ["testsrc2=size=64x36:rate=\(rate)"] + sound + ["-t", seconds] + avc + [path])
            try #require(made.exitCode == 0, "\(made.errors)")
        }
        let run = try await Program.segue(["check", film, "--interstitial", ad + "@3", "--json"])
        let answer = try CheckAnswer(run.output)
        let id = "1:\(folder.lastPathComponent)/ad.ts@3"
        #expect(answer.transitions.map(\.id) == [id + "/enter", id + "/resume"])
        let rules = Set(answer.findings.map(\.rule))
        #expect(rules.contains("video-container"))
        #expect(answer.diagnostics.isEmpty)
    }
}

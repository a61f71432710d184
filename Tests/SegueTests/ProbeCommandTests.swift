import Foundation
import Glibc
import HarnessTestSupport
import Testing

/// What the tests read of `segue.profile/1`.
struct ProfileAnswer: Decodable {
    struct Video: Decodable {
        struct Rate: Decodable { var numerator: Int }
        var codec: String?
        var frameRate: Rate?
    }
    struct Audio: Decodable { var codec: String? }
    struct Parameters: Decodable {
        var video: Video?
        var audio: Audio?
    }
    struct Rendition: Decodable {
        var kind: String
        var label: String
        var measured: Parameters?
        var requests: Int
        var bytesRead: Int
        var contradictions: [CheckAnswer.Diagnostic]
        var error: String?
    }
    struct Asset: Decodable {
        var uri: String
        var line: Int?
        var renditions: [Rendition]
        var differences: [String]
        var usage: CheckAnswer.Usage
        var complete: Bool
        var error: String?
    }
    var tier: String
    var assets: [Asset]

    init(_ text: some StringProtocol) throws {
        self = try JSONDecoder().decode(ProfileAnswer.self, from: Data(text.utf8))
    }

    /// The documents of `--ndjson`, one asset each.
    static func lines(_ text: String) throws -> [Asset] {
        try text.split(separator: "\n").flatMap { try ProfileAnswer($0).assets }
    }
}

@Suite struct ProbeCommandTests {
    private let schema = JSONSchema(document: "segue.profile/1")
    private let film = SampleStream.path("primary/main.m3u8")
    private let segment = SampleStream.path("ad-1/720p/index.m3u8")

    @Test("A presentation, a playlist and a file are measured", arguments: ["declared", "headers", "full"])
    func document(tier: String) async throws {
        let run = try await Program.segue(["probe", film, segment, "--tier", tier, "--json"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try await schema.complaints(about: run.output) == "")
        let answer = try ProfileAnswer(run.output)
        #expect(answer.tier == tier)
        #expect(answer.assets.map(\.uri) == [film, segment])
        let renditions = answer.assets[0].renditions
        #expect(renditions.map(\.kind) == ["variant", "variant", "variant", "audio"])
        #expect(Set(answer.assets[0].differences) == ["video-level", "video-resolution"])
        guard tier != "declared" else {
            #expect(renditions.allSatisfy { $0.measured == nil })
            return
        }
        #expect(renditions.compactMap { $0.measured?.video?.codec } == ["avc", "avc", "avc"])
        #expect(renditions.last?.measured?.audio?.codec == "aac")
        #expect(answer.assets.allSatisfy { $0.renditions.allSatisfy { $0.bytesRead > 0 } })
    }

    @Test func aTableFitsAHundredColumnsAndMarksWhatDiffers() async throws {
        let run = try await Program.segue(["probe", film, SampleStream.path("ad-2/main.m3u8"), "--details"])
        #expect(run.exitCode == 0)
        let lines = run.output.split(separator: "\n")
        for line in lines { #expect(line.count <= 100, "\(line)") }
        #expect(!run.output.contains("\u{1B}"), "no colours in a pipe")
        #expect(lines.contains { $0.hasPrefix("≠ size") && $0.contains("426x240") && $0.contains("1280x720") })
        #expect(lines.contains { $0.hasPrefix("  frame rate") })
        #expect(
            lines.contains { $0.contains("video-resolution") && $0.contains("declared") && $0.contains("main.m3u8:") })
    }

    @Test func aFalseClaimIsMarked() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let playlist = folder.appending(path: "lying.m3u8")
        let ad = SampleStream.path("ad-1/720p/index.m3u8")
        try Data(
            """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=640x360,CODECS="avc1.64001f"
            \(ad)

            """.utf8
        ).write(to: playlist)
        let path = playlist.path(percentEncoded: false)
        let document = try await Program.segue(["probe", path, "--json"])
        let contradictions = try ProfileAnswer(document.output).assets[0].renditions[0].contradictions
        #expect(contradictions.contains { $0.message.hasPrefix("RESOLUTION says 640x360, the media are 1280x720") })
        let text = try await Program.segue(["probe", path])
        #expect(text.output.contains("1280x720 !"), "\(text.output)")
    }

    /// What is found of a playlist.
    private func renditions(_ playlist: String) async throws -> [ProfileAnswer.Rendition] {
        let run = try await Program.segue(["probe", try Scratch.file(playlist, "m3u8"), "--json"])
        return try ProfileAnswer(run.output).assets[0].renditions
    }

    @Test func whatCodecsSaysOfSoundIsHeldAgainstTheRenditionThatPlays() async throws {
        let renditions = try await renditions(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",DEFAULT=YES,CHANNELS="6",URI="\(SampleStream.path("primary/audio/index.m3u8"))"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=1280x720,CODECS="avc1.64001f,ac-3",AUDIO="a"
            \(segment)

            """)
        #expect(!renditions[0].contradictions.contains { $0.message.contains("AC-3") })
        let sound = renditions[1].contradictions
        #expect(sound.contains { $0.message.hasPrefix("CODECS says AC-3, the media are AAC") && $0.line == 3 })
        #expect(
            sound.contains { $0.message.hasPrefix("CHANNELS says 6 channels, the media are stereo") && $0.line == 2 })
        // Picture and sound together, told where BANDWIDTH stands.
        let rate = renditions[0].contradictions.first { $0.message.hasPrefix("BANDWIDTH says 1000, the media take") }
        #expect(rate?.line == 3)
        #expect(rate?.message.contains("and for the sound") == true)
    }

    @Test func codecsOfEachVariantIsHeldAgainstTheSoundOfItsGroup() async throws {
        let renditions = try await renditions(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",DEFAULT=YES,CHANNELS="2",URI="\(SampleStream.path("primary/audio/index.m3u8"))"
            #EXT-X-STREAM-INF:BANDWIDTH=9000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
            \(segment)
            #EXT-X-STREAM-INF:BANDWIDTH=9000001,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.5",AUDIO="a"
            \(segment)

            """)
        func tellsOfSound(_ index: Int) -> [Int?] {
            renditions[index].contradictions.filter { $0.message.hasPrefix("CODECS says HE-AAC, the media are LC-AAC") }
                .map(\.line)
        }
        #expect((0..<3).map(tellsOfSound) == [[], [5], []])
    }

    @Test("Lists give a line for each asset, bad ones too", arguments: [[], ["--as-completed"]])
    func standardInput(arguments: [String]) async throws {
        let good = [film, segment, SampleStream.path("pod-a/main.m3u8")]
        let lines: [[UInt8]] = [
            Array(good[0].utf8), [], Array("ftp://example.com/x".utf8), [0xFF, 0xFE], Array("\t\(good[1])\r".utf8),
            [UInt8](repeating: 0x61, count: 70_000), Array("/nonexistent.mp4".utf8), Array(good[2].utf8),
        ]
        let run = try await Program.segue(
            ["probe", "--stdin", "--ndjson"] + arguments, input: Array(lines.joined(separator: [0x0A])))
        #expect(run.exitCode == 2)
        let assets = try ProfileAnswer.lines(run.output)
        #expect(assets.compactMap(\.line).sorted() == [1, 3, 4, 5, 6, 7, 8])
        if arguments.isEmpty { #expect(assets.compactMap(\.line) == [1, 3, 4, 5, 6, 7, 8]) }
        #expect(Set(assets.filter(\.complete).map(\.uri)) == Set(good))
        #expect(assets.filter { !$0.complete }.allSatisfy { $0.error?.isEmpty == false })
        #expect(run.errors.split(separator: "\n").count == 4)
        for line in run.output.split(separator: "\n") {
            #expect(try await schema.complaints(about: String(line)) == "")
        }
    }

    @Test func aListOfNothingIsNothing() async throws {
        let run = try await Program.segue(["probe", "--stdin", "--ndjson"])
        #expect(run.exitCode == 0)
        #expect(run.output.isEmpty && run.errors.isEmpty)
    }

    @Test(
        "Wrong usage ends with 64",
        arguments: [
            [], ["a.mp4", "--stdin"], ["a.mp4", "--json", "--ndjson"], ["a.mp4", "--json", "--as-completed"],
            ["a.mp4", "--tier", "deep"], ["a.mp4", "--max-bytes", "0"], ["a.mp4", "--max-requests", "0"],
            ["a.mp4", "--workers", "0"],
        ])
    func usage(arguments: [String]) async throws {
        #expect(try await Program.segue(["probe"] + arguments).exitCode == 64)
    }

    @Test func aBudgetIsKeptAndTold() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let run = try await Program.segue(
            ["probe", origin.url("files/primary/main.m3u8"), "--max-requests", "4", "--json"])
        #expect(run.exitCode == 2)
        let renditions = try ProfileAnswer(run.output).assets[0].renditions
        #expect(renditions.contains { $0.error != nil })
        #expect(try await origin.usage().requests <= 4)
        #expect(run.errors.contains("--max-requests"), "\(run.errors)")
        let few = try await Program.segue([
            "probe", origin.url("files/ad-1/720p/index.m3u8"), "--max-bytes", "1000", "--json",
        ])
        #expect(few.exitCode == 2)
        #expect(few.errors.contains("--max-bytes"), "\(few.errors)")
    }

    /// Ends within its deadline with an error that says what is wrong, while the other asset is measured.
    @Test(
        "Bad servers have names",
        arguments: [
            ("stall-headers/ad-1/720p/0.m4s", "within 0.5 s"), ("stall-body/ad-1/720p/0.m4s", "within 0.5 s"),
            ("drip/ad-1/720p/0.m4s", "within 0.5 s"), ("loop/x", "more than 5 redirects"),
            ("redirect-to?file:///etc/passwd", "something else than http"), ("html", "HTML page"),
            ("status/404/x.mp4", "404"), ("short/ad-1/720p/0.m4s", "bytes remaining"),
        ])
    func badServer(path: String, says: String) async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let timeout = says.contains("within") ? "500ms" : "60s"
        let run = try await Program.segue([
            "probe", origin.url(path), segment, "--request-timeout", timeout, "--json",
        ])
        #expect(run.exitCode == 2)
        let assets = try ProfileAnswer(run.output).assets
        #expect(assets[1].complete)
        let errors = ([assets[0].error] + assets[0].renditions.map(\.error)).compactMap(\.self)
        #expect(errors.count == 1)
        #expect(errors.first?.contains(says) == true, "\(errors)")
        #expect(errors.first?.contains(origin.url("")) == true, "\(errors)")
    }

    @Test func anInterruptKeepsWhatWasDone() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let list = [segment, origin.url("stall-headers/primary/main.m3u8"), film].joined(separator: "\n")
        let probe = try ChildProcess(
            Program.path, ["probe", "--stdin", "--ndjson", "--as-completed", "--request-timeout", "600s"],
            environment: ["SEGUE_CACHE": "off"], input: .bytes(Array(list.utf8)))
        while probe.isRunning, probe.output.count(where: { $0 == UInt8(ascii: "\n") }) < 2 {
            try await Task.sleep(for: .milliseconds(50))
        }
        probe.send(SIGINT)
        #expect(await probe.end() == 130)
        let assets = try ProfileAnswer.lines(String(decoding: probe.output, as: UTF8.self))
        #expect(assets.compactMap(\.line).sorted() == [1, 2, 3])
        #expect(assets.last?.line == 2)
        #expect(assets.map(\.complete) == [true, true, false])
        #expect(assets.last?.error?.contains("cancelled") == true)
        #expect(String(decoding: probe.errors, as: UTF8.self).contains("interrupted"))
    }

    @Test func proxiesAndAPrivateAuthorityComeFromTheEnvironment() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let proxy = try await ForwardProxy()
        let urls = ["tagged/ad-1/main.m3u8"].flatMap { [origin.url($0), origin.secureURL($0)] }
        let run = try await Program.segue(
            ["probe"] + urls + ["--json"],
            environment: [
                "http_proxy": proxy.url, "https_proxy": proxy.url, "no_proxy": "",
                "CURL_CA_BUNDLE": origin.certificate,
            ])
        #expect(run.exitCode == 0, "\(run.errors)")
        let log = try proxy.log()
        #expect(log.contains { $0.hasPrefix("GET \(origin.url("tagged/ad-1/"))") })
        #expect(log.contains { $0.hasPrefix("CONNECT localhost:") })
        let direct = try await Program.segue(
            ["probe", urls[0], "--json"], environment: ["http_proxy": proxy.url, "no_proxy": "127.0.0.1"])
        #expect(direct.exitCode == 0)
        #expect(try proxy.log() == log)
    }

    @Test func secretsAreNeitherPrintedNorKept() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = ["SEGUE_CACHE": "", "XDG_CACHE_HOME": folder.path(percentEncoded: false)]
        var told = ""
        for form in [["--json"], ["--ndjson"], ["--details"], ["--verbose"]] {
            let run = try await Program.segue(
                ["probe", origin.url("tagged/ad-1/720p/index.m3u8?token=s3cret"), "http://u:s3cret@/?k=s3cret"] + form,
                environment: cache)
            told += run.output + run.errors
        }
        #expect(!told.contains("s3cret"))
        let kept = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        #expect(kept.count > 2)
        for name in kept where !folder.appending(path: name).hasDirectoryPath {
            let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
            #expect(!text.contains("s3cret") && !text.contains("127.0.0.1"))
        }
    }
}

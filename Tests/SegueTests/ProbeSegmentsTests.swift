import Foundation
import HarnessTestSupport
import Testing

/// `segue probe --segments` over the sample film, as it is and with faults planted into a copy.
@Suite struct ProbeSegmentsTests {
    private struct Answer: Decodable {
        struct Finding: Decodable {
            var code: String
            var message: String
            var line: Int?
        }
        struct Segment: Decodable {
            struct Track: Decodable {
                var kind: String
                var startSeconds: Double?
                var endSeconds: Double?
            }
            var index: Int
            var tracks: [Track]
        }
        struct Rendition: Decodable {
            var label: String
            var kind: String
            var segmentCount: Int?
            var segments: [Segment]?
            var contradictions: [Finding]
        }
        struct Asset: Decodable {
            var renditions: [Rendition]
            var diagnostics: [Finding]
        }
        var assets: [Asset]
    }

    private let schema = JSONSchema(document: "segue.profile/1")

    private func probe(_ path: String, segments: String) async throws -> Answer.Asset {
        let run = try await Program.segue(["probe", path, "--tier", "headers", "--segments", segments, "--json"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try await schema.complaints(about: run.output) == "")
        return try #require(try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8)).assets.first)
    }

    @Test func firstLastAndEvenlyBetween() async throws {
        let asset = try await probe(SampleStream.path("primary/main.m3u8"), segments: "3")
        // Eight segments of pictures: 7 / 2 is 3; nine of sound.
        #expect(asset.renditions.map(\.segmentCount) == [8, 8, 8, 9])
        #expect(asset.renditions.map { $0.segments?.map(\.index) } == [[0, 3, 7], [0, 3, 7], [0, 3, 7], [0, 4, 8]])
        let ends = asset.renditions.flatMap { $0.segments ?? [] }.map { $0.tracks.first?.endSeconds }
        #expect(ends.count == 12 && !ends.contains(nil))
        // What CODECS says of the profile is another matter.
        #expect(
            asset.renditions.flatMap(\.contradictions).filter { !$0.message.hasPrefix("CODECS") }.map(\.message) == [])
        #expect(asset.diagnostics.filter { $0.code == "renditions-not-aligned" }.isEmpty)
    }

    @Test func plantedFaultsAreToldWithTheirLine() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = folder.appending(path: "primary")
        try FileManager.default.copyItem(at: URL(filePath: SampleStream.path("primary")), to: film)
        let playlist = film.appending(path: "360p/index.m3u8")
        var lines = try String(contentsOf: playlist, encoding: .utf8).components(separatedBy: "\n")
        let last = try #require(lines.firstIndex(of: "7.m4s"))
        // The last segment is said to be half a second shorter than it is, and to begin a second later.
        lines[last - 1] = "#EXTINF:3.504,"
        let third = try #require(lines.firstIndex(of: "3.m4s"))
        lines[third - 1] = "#EXTINF:5.004,"
        // Cues of a text that nobody has put on the clock of the pictures.
        try lines.joined(separator: "\n").write(to: playlist, atomically: true, encoding: .utf8)
        let text = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9000000\n\n00:01.000 --> 00:02.000\nHello\n"
        try text.write(to: film.appending(path: "words.vtt"), atomically: true, encoding: .utf8)
        try "#EXTM3U\n#EXT-X-TARGETDURATION:33\n#EXTINF:32.032,\nwords.vtt\n#EXT-X-ENDLIST\n".write(
            to: film.appending(path: "words.m3u8"), atomically: true, encoding: .utf8)
        let main = film.appending(path: "main.m3u8")
        let more = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"Words\",LANGUAGE=\"en\",URI=\"words.m3u8\"\n"
        try (try String(contentsOf: main, encoding: .utf8) + more).write(to: main, atomically: true, encoding: .utf8)

        let asset = try await probe(main.path(percentEncoded: false), segments: "all")
        let told = asset.renditions[1].contradictions.filter { !$0.message.hasPrefix("CODECS") }
        #expect(
            told.map(\.line) == [third + 1, last + 1, third + 3],
            "\(told.map(\.message))")
        #expect(told.last?.message.contains("begins 1.0 s earlier by its timestamps") == true)
        let apart = asset.diagnostics.filter { $0.code == "renditions-not-aligned" }.map(\.message)
        #expect(
            apart.contains { $0.contains("the cues of segment 1 of 'Words' are at 101.0 s to 102.0 s") }, "\(apart)")
    }

    /// A copy of the smallest variant in which its third segment is something else.
    @Test(
        "What cannot be read is told by name, and makes the answer incomplete",
        arguments: [nil, "<html>not here</html>"] as [String?])
    func unreadable(_ content: String?) async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let variant = folder.appending(path: "240p")
        try FileManager.default.copyItem(at: URL(filePath: SampleStream.path("primary/240p")), to: variant)
        let third = variant.appending(path: "2.m4s")
        try FileManager.default.removeItem(at: third)
        if let content { try Data(content.utf8).write(to: third) }
        let playlist = variant.appending(path: "index.m3u8").path(percentEncoded: false)
        let arguments = ["probe", playlist, "--tier", "headers", "--segments", "all"]
        let text = try await Program.segue(arguments)
        #expect(text.exitCode == 2)
        #expect(text.output.contains("times of 7 of 8 segments"), "\(text.output)")
        #expect(text.output.contains("1 of 8 segments could not be read"), "\(text.output)")
        let document = try await Program.segue(arguments + ["--json"])
        #expect(document.exitCode == 2)
        let asset = try #require(try ProfileAnswer(document.output).assets.first)
        #expect(!asset.complete)
        #expect(asset.renditions.first?.error?.hasPrefix("1 of 8 segments could not be read, the first at ") == true)
        #expect(document.errors.contains("1 of 8 segments could not be read"))
        #expect(try await schema.complaints(about: document.output) == "")
    }

    @Test func segmentsThatAreEncryptedAsAWholeAreNoError() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let playlist = folder.appending(path: "index.m3u8")
        let text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:5
            #EXT-X-MAP:URI="\(SampleStream.path("primary/240p/init.mp4"))"
            #EXT-X-KEY:METHOD=AES-128,URI="key"
            #EXTINF:4.004,
            \(SampleStream.path("primary/240p/0.m4s"))
            #EXT-X-ENDLIST

            """
        try text.write(to: playlist, atomically: true, encoding: .utf8)
        let run = try await Program.segue(
            ["probe", playlist.path(percentEncoded: false), "--tier", "headers", "--segments", "all"])
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(run.output.contains("times of 0 of 1 segment"))
    }

    @Test func wrongUsageIsTold() async throws {
        for number in ["0", "-1", "some"] {
            #expect(try await Program.segue(["probe", "film.m3u8", "--segments=\(number)"]).exitCode == 64)
        }
        let run = try await Program.segue(["probe", "film.m3u8", "--tier", "declared", "--segments", "2"])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("declared reads no media"))
    }
}

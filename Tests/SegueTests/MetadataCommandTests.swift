import Foundation
import HarnessTestSupport
import Testing

@Suite(.enabled(if: TimedStream.isAvailable, "ffmpeg or python3 is not installed")) struct MetadataCommandTests {
    struct Answer: Decodable {
        struct Track: Decodable {
            var name: String
            var role: String
            var cues: [Cue]
            var cadenceSeconds: Decimal?
        }
        struct Cue: Decodable {
            struct Frame: Decodable {
                var id: String
                var text: [String]?
                var description: String?
                var owner: String?
                var size: Int
            }
            var timeSeconds: Decimal?
            var playoutSeconds: Decimal?
            var timestamp: Int?
            var size: Int
            var source: String
            var frames: [Frame]
        }
        struct Marker: Decodable {
            var id: String
            var timeSeconds: Decimal?
            var nearestCueSeconds: Decimal?
        }
        struct Finding: Decodable {
            var rule: String
            var timeSeconds: Decimal?
            var subject: String
            var found: String?
        }
        struct Diagnostic: Decodable { var message: String }
        var tracks: [Track]
        var markers: [Marker]
        var findings: [Finding]
        var diagnostics: [Diagnostic]

        init(_ text: String) throws { self = try JSONDecoder().decode(Answer.self, from: Data(text.utf8)) }

        var trace: [String] { findings.map { "\($0.rule) \($0.timeSeconds ?? -1)" } }
    }

    /// libavformat 5.1 takes the first five bytes of a tag away, which ffprobe shows in its sizes.
    @Test func aFileHasTheCuesThatFFprobeSees() async throws {
        let stream = try await TimedStream()
        try await stream.segment(0, as: "film.ts")
        let run = try await Program.segue(["metadata", stream.path("film.ts"), "--json"])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let cues = try #require(try Answer(run.output).tracks.first).cues
        let probe = try await Program.run(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-select_streams", "d", "-show_entries", "packet=pts,size", "-of", "compact=p=0:nk=1",
                stream.path("film.ts"),
            ])
        let packets = probe.output.split(separator: "\n").map {
            $0.split(separator: "|").prefix(2).compactMap { Int($0) }
        }
        #expect(cues.map(\.timestamp) == packets.map { $0.first })
        #expect(zip(cues, packets).allSatisfy { [$1.last, $1.last.map { $0 + 5 }].contains($0.size) })
        #expect(cues.map(\.timeSeconds) == [0, 5])
    }

    @Test func aPresentationHasItsCuesInOrderWithEveryEncoding() async throws {
        let stream = try await TimedStream()
        let film = try await stream.playlist("film")
        let run = try await Program.segue(["metadata", film, "--json"])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let track = try #require(try Answer(run.output).tracks.first)
        #expect(track.cues.map(\.timeSeconds) == (0..<12).map { Decimal($0 * 5) })
        #expect(track.cadenceSeconds == 5)
        let frames = track.cues.compactMap(\.frames.first)
        // ISO 8859-1, UTF-16 with a mark, UTF-16BE, UTF-8.
        #expect(frames.prefix(4).map(\.text) == (0..<4).map { ["Cue \($0) é"] })
        #expect(frames[4].id == "TXXX" && frames[4].description == "cue" && frames[4].text == ["4"])
        #expect(frames[5].id == "PRIV" && frames[5].owner == "com.example.cue" && frames[5].size == 4)
        #expect(frames[6].id == "GEOB" && frames[6].description == "what" && frames[6].size == 10)
    }

    @Test func cuesLostDoubledAndShiftedAreFound() async throws {
        let stream = try await TimedStream()
        // Cue 3 (15 s) is lost, 5 (25 s) comes twice, and from 8 (40 s) on all are a second late.
        let film = try await stream.playlist(
            "film",
            [
                1: ["--skip", "3"], 2: ["--double", "5"], 4: ["--shift", "8:1"], 5: ["--shift", "8:1"],
            ])
        let answer = try Answer(try await Program.segue(["metadata", film, "--json"]).output)
        #expect(
            answer.trace == ["metadata-cue-missing 15", "metadata-cue-doubled 25", "metadata-cue-shifted 41"])
    }

    @Test func breaksReplaceAndRepeatCues() async throws {
        let stream = try await TimedStream()
        try await stream.segment(0, as: "ad.ts")
        try "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nad.ts\n#EXT-X-ENDLIST\n".write(
            toFile: stream.path("ad.m3u8"), atomically: true, encoding: .utf8)
        func tag(_ id: String, _ second: Int, _ more: String) -> String {
            "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:\(second).000Z\","
                + "X-ASSET-URI=\"file://\(stream.path("ad.m3u8"))\"" + more
        }
        let film = try await stream.playlist(
            "film",
            tags: [
                tag("replaces", 12, ""), tag("repeats", 42, ",X-RESUME-OFFSET=-8"),
                "#EXT-X-DATERANGE:ID=\"splice\",START-DATE=\"2026-01-01T00:00:12.000Z\",DURATION=10,SCTE35-OUT=0xFC002F",
            ])
        let run = try await Program.segue(["metadata", film, "--json"])
        let answer = try Answer(run.output)
        // 12 to 22 s are replaced, 34 to 42 s come again; the ad has two cues of its own.
        #expect(
            answer.findings.map { "\($0.rule) \($0.timeSeconds ?? -1) \($0.found ?? "")" } == [
                "metadata-cue-replaced 15 2", "metadata-cue-repeated 35 2", "metadata-ad-cues 0 2",
            ])
        #expect(answer.tracks.map(\.role) == ["primary", "interstitial"])
        // On air: 10 s at 10; 25 s at 12 + 10 + 3; 45 s after both breaks, 42 + 10 + 11.
        let air = Dictionary(
            uniqueKeysWithValues: answer.tracks[0].cues.map { ($0.timeSeconds ?? -1, $0.playoutSeconds) })
        #expect(air[10] == .some(10) && air[15] == .some(nil) && air[25] == .some(25) && air[45] == .some(63))
        #expect(answer.markers.map(\.id) == ["splice"])
        #expect(answer.markers[0].timeSeconds == 12 && answer.markers[0].nearestCueSeconds == 10)
        #expect(run.exitCode == 0)
        #expect(try await JSONSchema(document: "segue.metadata/1").complaints(about: run.output) == "")
    }

    @Test func variantsThatDisagreeAreFound() async throws {
        let stream = try await TimedStream()
        let first = try await stream.playlist("high")
        let second = try await stream.playlist("low", [2: ["--skip", "4"]])
        let main = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=128x72
            \(URL(filePath: first).lastPathComponent)
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=64x36
            \(URL(filePath: second).lastPathComponent)

            """
        try main.write(toFile: stream.path("main.m3u8"), atomically: true, encoding: .utf8)
        let run = try await Program.segue(["metadata", stream.path("main.m3u8"), "--json"])
        #expect(run.exitCode == 1)
        let answer = try Answer(run.output)
        #expect(answer.trace == ["metadata-cue-missing 20", "metadata-renditions-disagree 20"])
        let one = try await Program.segue(["metadata", stream.path("main.m3u8"), "--first-variant", "--json"])
        #expect(one.exitCode == 0)
        #expect(try Answer(one.output).tracks.count == 1)
    }

    /// An event message of version 1 in front of the first fragment, and one of version 0 after 0.4 s of it.
    @Test func eventMessagesOfFragmentedFilesAreListed() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "film.mp4").path(percentEncoded: false)
        let made = try await Program.run(
            "/usr/bin/ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=25:duration=2", "-c:v",
                "libx264", "-g", "25", "-movflags", "+frag_keyframe+empty_moov+default_base_moof", path,
            ])
        try #require(made.exitCode == 0)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let moof = try #require(bytes.firstRange(of: Array("moof".utf8))).lowerBound - 4
        let scheme = Array("https://aomedia.org/emsg/ID3\0cue\0".utf8)
        let tag = Array("ID3\u{4}\0\0\0\0\0\u{0F}TIT2\0\0\0\u{5}\0\0\u{3}Cue1".utf8)
        func words(_ values: UInt32...) -> [UInt8] {
            values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        }
        func box(_ content: [UInt8]) -> [UInt8] { words(UInt32(content.count + 8)) + Array("emsg".utf8) + content }
        let one = box(words(1 << 24, 1000, 0, 1200, 0xFFFF_FFFF, 7) + scheme + tag)
        let zero = box(words(0) + scheme + words(1000, 400, 500, 8) + tag)
        bytes.insert(contentsOf: one + zero, at: moof)
        try Data(bytes).write(to: URL(filePath: path))
        let run = try await Program.segue(["metadata", path, "--json"])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let cues = try #require(try Answer(run.output).tracks.first).cues
        #expect(cues.map(\.timeSeconds) == [Decimal(string: "0.4"), Decimal(string: "1.2")])
        #expect(cues.allSatisfy { $0.source == "emsg" && $0.frames.first?.text == ["Cue1"] })
    }

    @Test(
        "What cannot be read ends with 2 and one line",
        arguments: [
            ("missing.ts", nil, "No such file"), ("empty.ts", "", "empty"), ("text.ts", "G only text", "#EXTM3U"),
            ("dot.gif", "GIF89a\u{1}\0\u{1}\0\0\0\0;", "no kind that is known"),
        ])
    func unreadable(name: String, content: String?, says: String) async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name).path(percentEncoded: false)
        if let content { try content.write(toFile: path, atomically: true, encoding: .utf8) }
        let run = try await Program.segue(["metadata", path, "--json"])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains(says) && run.errors.contains(name), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }
}

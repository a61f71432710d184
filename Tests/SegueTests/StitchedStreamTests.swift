import Foundation
import HarnessTestSupport
import Testing

@Suite struct StitchedStreamTests {
    /// The sample primary with an ad between its first and its second segment, as a server stitches it: one media
    /// playlist, EXT-X-DISCONTINUITY on both sides.
    private func stitched(ad: String, in folder: URL) throws -> String {
        func media(_ asset: String) throws -> (map: String, segments: [(String, String)]) {
            let place = SampleStream.path(asset)
            let lines = try String(contentsOfFile: place + "/index.m3u8", encoding: .utf8).split(separator: "\n")
            let map = lines.first { $0.hasPrefix("#EXT-X-MAP") }.map {
                String($0).replacing("URI=\"", with: "URI=\"file://\(place)/")
            }
            var segments: [(String, String)] = []
            for (index, line) in lines.enumerated() where line.hasPrefix("#EXTINF") {
                segments.append((String(line), "file://\(place)/\(lines[index + 1])"))
            }
            return (try #require(map), segments)
        }
        let (film, advert) = (try media("primary/720p"), try media(ad))
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:5", film.map]
        lines += [film.segments[0].0, film.segments[0].1, "#EXT-X-DISCONTINUITY", advert.map]
        lines += advert.segments.flatMap { [$0.0, $0.1] } + ["#EXT-X-DISCONTINUITY", film.map]
        lines += film.segments.dropFirst().flatMap { [$0.0, $0.1] } + ["#EXT-X-ENDLIST", ""]
        let path = folder.appending(path: "stitched.m3u8").path(percentEncoded: false)
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func discontinuitiesAreJudgedByTheSameRules() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await Program.segue(["check", try stitched(ad: "ad-2/720p", in: folder), "--json"])
        let answer = try CheckAnswer(run.output)
        #expect(run.exitCode == 1, "\(run.errors)")
        #expect(answer.transitions.map(\.kind) == ["discontinuity", "discontinuity"])
        #expect(Set(answer.findings.map(\.rule)).isSuperset(of: ["video-codec", "video-frame-rate"]))
    }

    @Test func aStitchedAdLikeTheProgrammeIsClean() async throws {
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await Program.segue(["check", try stitched(ad: "ad-1/720p", in: folder), "--json"])
        #expect(run.exitCode == 0, "\(run.output) \(run.errors)")
        #expect(try CheckAnswer(run.output).transitions.count == 2)
    }

    @Test func aPrimaryOfSoundAloneIsJudged() async throws {
        let film = SampleStream.path("primary/audio/index.m3u8")
        let same = try await Program.segue([
            "check", film, "--service-plan", "B", "--interstitial", SampleStream.path("ad-1/audio/index.m3u8") + "@12",
            "--json",
        ])
        #expect(same.exitCode == 0, "\(same.output)")
        let other = try CheckAnswer(
            try await Program.segue([
                "check", film, "--service-plan", "B", "--interstitial",
                SampleStream.path("pod-b/audio/index.m3u8") + "@12", "--json",
            ]).output)
        #expect(other.transitions.count == 2)
        #expect(other.findings.contains { $0.rule == "audio-sample-rate" })
    }
}

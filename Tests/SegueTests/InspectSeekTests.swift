import Foundation
import HarnessTestSupport
import Testing

@Suite struct InspectSeekTests {
    struct Answer: Decodable {
        struct Seek: Decodable {
            var guarded: [String]
            var playsFirst: [String]
            var enters: [String]
            var landsAtSeconds: Double
        }
        var seeks: [Seek]
    }

    private func seek(_ playlist: String, _ fromTo: String) async throws -> Answer.Seek {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../HLSPlaylistsTests/Fixtures/spec").standardized
        let run = try await Program.segue([
            "inspect", folder.appending(path: playlist).path(percentEncoded: false), "--no-assets", "--seek", fromTo,
            "--json",
        ])
        #expect(try await JSONSchema(document: "segue.presentation/1").complaints(about: run.output) == "")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        return try #require(answer.seeks.first)
    }

    @Test("Breaks with JUMP at 10, 20 and 30: a seek from 5 to 50 plays one of them first (rfc8216bis D.2)")
    func jumpOverThree() async throws {
        let seek = try await seek("spec__s20-jump-over-three.m3u8", "5:50")
        #expect(seek.guarded.count == 3)
        #expect(seek.playsFirst.count == 1)
        #expect(seek.landsAtSeconds == 50)
    }

    @Test("A break of 20 s at 10 without X-RESUME-OFFSET: a seek to 15 starts it and goes on at 30 (rfc8216bis D.5)")
    func intoReplacedTime() async throws {
        let seek = try await seek("spec__s25-seek-into-replaced-range.m3u8", "5:15")
        #expect(seek.enters.count == 1)
        #expect(seek.landsAtSeconds == 30)
    }

    @Test func aSeekThatIsNoneIsWrongUsage() async throws {
        for seek in ["5", "5:", "a:b", "5:50:60"] {
            #expect(try await Program.segue(["inspect", "x.m3u8", "--seek", seek]).exitCode == 64)
        }
    }
}

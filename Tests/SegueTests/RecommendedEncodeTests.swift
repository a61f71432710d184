import Foundation
import HarnessTestSupport
import Testing

@Suite struct RecommendedEncodeTests {
    private struct Answer: Decodable {
        struct Recommendation: Decodable {
            struct Encode: Decodable {
                var ffmpeg: [String]
                var ffmpegCommand: String
            }
            var asset: String
            var promise: String
            var covers: Int
            var of: Int
            var encodes: [Encode]
        }
        var recommendations: [Recommendation]
    }

    @Test func theCommandMakesAnAdThatReachesThePromisedBand() async throws {
        let primary = SampleStream.path("primary/main.m3u8")
        let run = try await Program.segue(["check", primary, "--json"])
        let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        let recommendation = try #require(answer.recommendations.first { $0.asset.hasSuffix("ad-2/main.m3u8") })
        #expect(recommendation.promise == "none")
        #expect(recommendation.covers == recommendation.of)
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let command = "cd '\(folder.path(percentEncoded: false))' && " + recommendation.encodes[0].ffmpegCommand
        let made = try await Program.run("/bin/sh", ["-c", command])
        try #require(made.exitCode == 0, "\(made.errors)")
        // At the place of the ad it replaces: the same notice, the same landing.
        let again = try await Program.segue([
            "check", primary, "--service-plan", "B", "--interstitial",
            folder.appending(path: "encode-1/main.m3u8").path(percentEncoded: false) + "@16.016", "--json",
        ])
        let checked = try CheckAnswer(again.output)
        #expect(checked.transitions.count == 2)
        let bands = Set(checked.transitions.flatMap(\.assessments).map(\.band))
        #expect(bands == ["none", "not-applicable"], "\(bands)")
        #expect(again.exitCode == 0)
    }
}

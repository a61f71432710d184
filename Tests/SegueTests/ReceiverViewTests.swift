import Foundation
import HarnessTestSupport
import Testing

@Suite struct ReceiverViewTests {
    private func check(_ origin: HTTPOrigin, ad manner: String) async throws -> (Program.Run, CheckAnswer) {
        try origin.serve(SampleStream.folder)
        let run = try await Program.segue([
            "check", origin.url("files/pod-a/main.m3u8"), "--interstitial",
            origin.url("\(manner)/ad-1/main.m3u8?token=secret") + "@4.004", "--class", "mac", "--json",
        ])
        return (run, try CheckAnswer(run.output))
    }

    @Test func anOriginThatRefusesTheIdentifierOfPlayersIsFoundAndTheAdIsJudged() async throws {
        let (run, answer) = try await check(try await HTTPOrigin(), ad: "signed")
        #expect(run.exitCode == 1, "\(run.errors)")
        #expect(answer.transitions.count == 2)
        #expect(answer.findings.contains { $0.rule == "receiver-primary-id-refused" && $0.severity == "high" })
        #expect(!run.output.contains("secret"))
    }

    @Test func anOriginThatWantsACookieIsFound() async throws {
        let (run, answer) = try await check(try await HTTPOrigin(), ad: "private")
        #expect(run.exitCode == 2)
        #expect(answer.findings.contains { $0.rule == "receiver-credentials-needed" && $0.severity == "medium" })
        #expect(answer.diagnostics.contains { $0.severity == "error" })
    }

    @Test func aDeveloperOnLocalhostIsToldAndNotFailed() async throws {
        let (run, answer) = try await check(try await HTTPOrigin(), ad: "files")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(answer.findings.filter { $0.rule.hasPrefix("receiver-") }.map(\.rule) == ["receiver-loopback-host"])
    }
}

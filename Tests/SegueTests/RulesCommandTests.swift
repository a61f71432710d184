import Foundation
import HarnessTestSupport
import Testing

@Suite struct RulesCommandTests {
    @Test func thePageInTheDocsIsWhatTheProgramPrints() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/rules.md")
            .standardized
        let made = try await Program.segue(["rules", "markdown"]).output
        #expect(try String(contentsOf: page, encoding: .utf8) == made, "docs/rules.md is stale: run make docs")
    }

    @Test func everyRuleOfAReportIsExplained() async throws {
        let run = try await Program.segue(["check", SampleStream.path("primary/main.m3u8"), "--json"])
        for rule in Set(try CheckAnswer(run.output).findings.map(\.rule)) {
            #expect(try await Program.segue(["rules", "explain", rule]).exitCode == 0, "\(rule)")
        }
    }

    @Test func theListFollowsItsSchema() async throws {
        let run = try await Program.segue(["rules", "list", "--json"])
        #expect(try await JSONSchema(document: "segue.rules/1").complaints(about: run.output) == "")
        let policies = try await Program.segue(["policy", "list", "--json"])
        #expect(try await JSONSchema(document: "segue.policies/1").complaints(about: policies.output) == "")
    }

    @Test func aNameThatDoesNotExistIsMetWithSimilarOnes() async throws {
        let run = try await Program.segue(["rules", "explain", "video-codecs"])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("video-codec"))
        #expect(try await Program.segue(["rules", "list", "--group", "nothing"]).exitCode == 64)
        #expect(try await Program.segue(["policy", "show", "nothing"]).exitCode == 64)
    }

    @Test func theListFitsAHundredColumns() async throws {
        for arguments in [
            ["rules", "list"], ["policy", "list"], ["policy", "show", "airplay"],
            ["policy", "show", "apple-authoring"],
        ] {
            for line in try await Program.segue(arguments).output.split(separator: "\n") {
                #expect(line.count <= 100, "\(line)")
            }
        }
    }
}

import DeviceMatrix
import Foundation
import HarnessReports
import HarnessTestSupport
import MatrixRuns
import Testing

import struct DeviceMatrix.Expectation

private let tool = Tool(name: "segue", version: "test")
private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

/// What some checker says of a text; empty when all is well.
private func complaints(_ program: String, _ arguments: [String], about text: String) async throws -> String {
    let file = Scratch.folder.appending(path: "segue-\(UUID().uuidString)")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try await Program.run(program, arguments + [file.path(percentEncoded: false)])
    return run.exitCode == 0 ? run.output : "\(run.exitCode): \(run.output)\(run.errors)"
}

private let xmllint = "/usr/bin/xmllint"
/// The schema of OASIS, which `scripts/install-test-schemas.sh` fetches.
private let sarifSchema = root.appending(path: ".build/test-schemas/sarif-2.1.0.json").path(percentEncoded: false)

/// The schema that Jenkins reads test reports by, fetched by the same script.
private let junitSchema = root.appending(path: ".build/test-schemas/junit-10.xsd").path(percentEncoded: false)

@Suite struct RunFormatsTests {
    /// Three nights with everything in them: a mended break, a wrong ad, a known failure, a flaky primary, one that is
    /// broken, an absent receiver, hostile names.
    private func report(hostile: String = "<b>&\"'=cmd|'/C calc'!A0") async throws -> RunReport {
        let lab = NightLab()
        var when = Expectation.Conditions()
        when.event = [Pattern("known")]
        var stale = Expectation.Conditions()
        stale.event = [Pattern("nowhere")]
        let expectations = [
            Expectation(
                when: when, expect: .severe, reason: "ordered <i>", link: "https://tracker.example/7?a=1&b=2",
                file: "expectations/k.yaml", line: 2),
            Expectation(
                when: stale, expect: .severe, reason: "old", link: "javascript:alert(1)", file: "expectations/k.yaml",
                line: 5),
        ]
        var columns = NightLab.columns()
        columns[1].receiver.title = hostile
        columns[1].receiver.firmware = "-1+1"
        var absent = columns[0]
        absent.receiver.id = "gone"
        absent.isPresent = false
        columns.append(absent)
        for isWrong in [false, true] {
            lab.script(
                "film",
                .breaks(
                    [("mended", !isWrong), ("broken", isWrong), ("known", true), (hostile, isWrong)],
                    edition: "\(isWrong)"))
            lab.script("flaky", .timedOut("slow"), .breaks([("one", false)], edition: "1"))
            lab.script("dead", .failed("404 for https://cdn.example/x.m3u8?token=…"))
            _ = try await lab.night(lab.setup(["film", "flaky", "dead"], columns: columns, expectations: expectations))
        }
        return try await History(folder: lab.folder, access: .reading).report(2)
    }

    @Test func everyStandingIsInTheSample() async throws {
        let standings = Set(try await report().entries.map(\.standing))
        #expect(standings.isSuperset(of: [.expected, .known, .worse, .unchecked]))
    }

    @Test("The same run gives the same text", arguments: RunFormat.allCases)
    func sameBytes(format: RunFormat) async throws {
        let report = try await report()
        #expect(try report.text(as: format, tool: tool) == report.text(as: format, tool: tool))
        #expect(try await self.report().text(as: format, tool: tool) == report.text(as: format, tool: tool))
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func documentsFollowTheirSchemas() async throws {
        let report = try await report()
        #expect(
            try await JSONSchema(document: "segue.run/1").complaints(about: report.text(as: .json, tool: tool)) == "")
        let earlier = try #require(report.earlier)
        let difference = DiffReport(difference: RunDifference(from: earlier, to: report.run), tool: tool)
        #expect(try await JSONSchema(document: "segue.diff/1").complaints(about: difference.json()) == "")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: xmllint), "libxml2-utils is not installed"))
    func junitFollowsItsSchema() async throws {
        let text = try await report().text(as: .junit, tool: tool)
        let schema = root.appending(path: "Tests/Fixtures/junit.xsd").path(percentEncoded: false)
        #expect(try await complaints(xmllint, ["--noout", "--nonet", "--schema", schema], about: text) == "")
        // Only what is worse than expected fails; what failed first and was read then is flaky, what never was is a rerun.
        #expect(text.contains("<failure ") && text.contains("<flakyError ") && text.contains("<rerunError "))
        #expect(text.contains("known, ") && text.contains("ordered &lt;i&gt;"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: xmllint), "libxml2-utils is not installed"),
        .enabled(if: FileManager.default.fileExists(atPath: junitSchema), "scripts/install-test-schemas.sh was not run")
    )
    func junitFollowsThePublishedSchema() async throws {
        for hostile in ["<b>&\"'", "]]>\u{0}\u{FFFF}\n", "�"] {
            let text = try await report(hostile: hostile).text(as: .junit, tool: tool)
            #expect(try await complaints(xmllint, ["--noout", "--nonet", "--schema", junitSchema], about: text) == "")
        }
        let wrong = try await report().text(as: .junit, tool: tool).replacing("<flakyError", with: "<flaky")
            .replacing("</flakyError", with: "</flaky")
        #expect(try await complaints(xmllint, ["--noout", "--nonet", "--schema", junitSchema], about: wrong) != "")
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: sarifSchema), "scripts/install-test-schemas.sh was not run")
    )
    func sarifFollowsItsSchema() async throws {
        let text = try await report().text(as: .sarif, tool: tool)
        let script = root.appending(path: "Tests/Fixtures/check-schema.py").path(percentEncoded: false)
        #expect(try await complaints("/usr/bin/python3", ["-W", "ignore", script, sarifSchema], about: text) == "")
        for state in ["new", "unchanged", "absent"] {
            #expect(text.contains("\"baselineState\" : \"\(state)\""), "\(state)")
        }
        #expect(text.contains("transitionRule/v1") && text.contains("\"suppressions\" : [\n            {"))
    }

    @Test func spreadsheetsGetNoFormulas() async throws {
        let text = try await report(hostile: "=HYPERLINK(\"http://x\")").text(as: .csv, tool: tool)
        #expect(text.contains("\"'=HYPERLINK(\"\"http://x\"\")\""))
        #expect(text.contains("\"'-1+1\""))
        #expect(!text.contains("\"=") && !text.contains("\"+") && !text.contains("\"-") && !text.contains("\"@"))
    }

    @Test func pagesHoldNoMarkupOfOthersAndNoForeignLinks() async throws {
        let report = try await report(hostile: "</script><script>alert(1)</script>\u{202E}")
        let page = try report.text(as: .html, tool: tool)
        #expect(!page.contains("<script>alert") && !page.contains("\u{202E}") && !page.contains("</script><script>"))
        #expect(!page.contains("href=\"javascript") && page.contains("default-src 'none'"))
        #expect(!page.contains("src=") && !page.contains("@import") && !page.contains("url("))
        let markdown = try report.text(as: .markdown, tool: tool)
        #expect(!markdown.contains("](<javascript") && !markdown.contains("\u{202E}"))
    }

    @Test func metricsAreLinesOfTheExpositionFormat() async throws {
        let text = try await report(hostile: "a\"b\\c\n").text(as: .prometheus, tool: tool)
        for line in text.split(separator: "\n") {
            let isMetric = line.wholeMatch(of: /[a-z_]+(\{([a-z]+="([^"\\]|\\["\\])*",?)+\})? -?[0-9]+/) != nil
            #expect(isMetric || line.hasPrefix("# HELP ") || line.hasPrefix("# TYPE "), "\(line)")
        }
        #expect(text.contains("segue_run_exit_code 1"))
    }

    @Test func everyLineOfTheStreamIsADocument() async throws {
        let report = try await report()
        let lines = try report.text(as: .ndjson, tool: tool).split(separator: "\n")
        let kinds = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["kind"] as? String
        }
        #expect(kinds.first == "run")
        #expect(kinds.count { $0 == "cell" } == report.entries.count)
    }

    @Test func terminalTextFitsAHundredColumns() async throws {
        let text = try await report(hostile: String(repeating: "long ", count: 40) + "\u{1B}[31m")
            .terminalText(style: TerminalStyle(colour: false))
        for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}

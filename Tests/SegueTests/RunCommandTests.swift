import Foundation
import HarnessTestSupport
import Testing

@Suite struct RunCommandTests {
    @Test func theDemoOfTwoNightsEndsAsItShould() async throws {
        let folder = try Scratch.newFolder().path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = repository.appending(path: "Examples/NightlyLab/nightly-demo.sh").path(percentEncoded: false)
        let run = try await Program.run(
            "/bin/sh",
            [
                script, Program.path, SampleStream.folder.path(percentEncoded: false), folder + "/work",
                folder + "/reports",
            ])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    }

    @Test func aKnownFailureIsGreenAndAnUnknownOneIsRed() async throws {
        let night = try Nightly()
        let red = try await night.run()
        #expect(red.exitCode == 1)
        #expect(red.output.contains("worse than expected"))
        let update = try await Program.segue([
            "expect", "update", "latest", "--matrix", night.matrix, "--reports", night.reports,
        ])
        #expect(update.exitCode == 0)
        let green = try await night.run("--quiet")
        #expect(green.exitCode == 0)
        #expect(
            green.output.isEmpty && green.errors.isEmpty,
            "silent when nothing got worse: \(green.output)\(green.errors)")
        let diff = try await Program.segue(["diff", "previous", "latest", "--reports", night.reports])
        #expect(diff.exitCode == 0)
        #expect(diff.output.contains("unchanged"))
    }

    @Test(.enabled(if: JSONSchema.isAvailable, "python3-jsonschema is not installed"))
    func documentsFollowTheirSchemas() async throws {
        let night = try Nightly()
        let run = try await night.run("--json")
        #expect(try await JSONSchema(document: "segue.run/1").complaints(about: run.output) == "")
        let list = try await Program.segue(["history", "--json", "--reports", night.reports])
        #expect(try await JSONSchema(document: "segue.runs/1").complaints(about: list.output) == "")
        let cell = try await Program.segue([
            "history", "ad-2/enter @ smart-tv/low", "--json", "--reports", night.reports,
        ])
        #expect(try await JSONSchema(document: "segue.history/1").complaints(about: cell.output) == "")
    }

    /// What is wrong, how the program is called, the exit code, what it says.
    struct Mistake: Sendable {
        var arguments: [String]
        var exitCode: Int32
        var says: String
    }

    @Test(
        "A mistake is told, with its own exit code",
        arguments: [
            Mistake(
                arguments: ["run", "--classes", "--catalogue", "/nonexistent.yaml"], exitCode: 2,
                says: "/nonexistent.yaml"),
            Mistake(arguments: ["run", "--classes", "--replay", "x"], exitCode: 64, says: "--classes"),
            Mistake(arguments: ["run", "--retries", "99"], exitCode: 64, says: "--retries"),
            Mistake(arguments: ["run", "--format", "pdf"], exitCode: 64, says: "pdf"),
            Mistake(arguments: ["report", "latest", "--reports", "/nonexistent"], exitCode: 2, says: "no history"),
            Mistake(arguments: ["diff", "1", "2", "--reports", "/nonexistent"], exitCode: 2, says: "no history"),
            Mistake(arguments: ["history", "x", "--reports", "/nonexistent"], exitCode: 2, says: "no history"),
            Mistake(
                arguments: ["expect", "update", "1", "--reports", "/nonexistent"], exitCode: 2, says: "no history"),
        ])
    fileprivate func mistakes(mistake: Mistake) async throws {
        let run = try await Program.segue(mistake.arguments)
        #expect(run.exitCode == mistake.exitCode)
        #expect(run.errors.contains(mistake.says), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    /// The film is 32 s long.
    @Test func aBreakBehindTheEndOfItsPrimaryIsNoGreenNight() async throws {
        let night = try Nightly(shortPrimaries: 1)
        let catalogue = night.matrix + "/catalogue.yaml"
        let text = try String(contentsOfFile: catalogue, encoding: .utf8)
            .replacing("ads: [ad-2]", with: "ads: [ad-1]")
        try text.write(toFile: catalogue, atomically: true, encoding: .utf8)
        let arguments = [
            "run", "--replay", try night.scan([1, 5]), "--matrix", night.matrix, "--reports", night.reports,
        ]
        #expect(try await Program.segue(arguments).exitCode == 0)
        try text.replacing("breaks: [", with: "breaks: [{ id: late, at: 99, ads: [ad-1] }, ")
            .write(toFile: catalogue, atomically: true, encoding: .utf8)
        let run = try await Program.segue(arguments)
        #expect(run.exitCode == 2)
        #expect(run.output.contains("'late' does not play: it lies at or after the end"), "\(run.output)")
        let plan = try await Program.segue(["plan", "--catalogue", catalogue, "--json"])
        #expect(plan.exitCode == 2)
        let said = "'film-1', break 'late' does not play: it lies at or after the end of the primary"
        #expect(try PlanAnswer(plan.output).problems.contains(said), "\(plan.errors)")
    }

    @Test func nothingCheckedIsNeverGreen() async throws {
        let night = try Nightly()
        try "primaries:\n  - { id: gone, uri: /nonexistent/main.m3u8 }\n".write(
            toFile: night.matrix + "/catalogue.yaml", atomically: true, encoding: .utf8)
        let run = try await night.run()
        #expect(run.exitCode == 2)
        #expect(run.output.contains("Nothing was checked"))
        try "primaries: []\n".write(toFile: night.matrix + "/catalogue.yaml", atomically: true, encoding: .utf8)
        let empty = try await night.run()
        #expect(empty.exitCode == 2)
        #expect(empty.errors.contains("nothing to check"))
    }

    @Test func aReceiverThatVanishedLosesItsCellsAndNoOthers() async throws {
        let night = try Nightly()
        let lab = repository.appending(path: "Examples/NightlyLab/lab.json")
        let all = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: lab)) as? [String: Any])
        let records = try #require(all["records"] as? [[String: Any]])
        let fewer = night.folder + "/fewer.json"
        try JSONSerialization.data(withJSONObject: ["records": Array(records.dropFirst())]).write(
            to: URL(filePath: fewer))
        func run(_ scan: String, _ more: String...) async throws -> Program.Run {
            try await Program.segue(
                ["run", "--replay", scan, "--matrix", night.matrix, "--reports", night.reports, "--format", "csv"]
                    + more)
        }
        let first = try await run(lab.path(percentEncoded: false))
        #expect(first.exitCode == 1, "the sample stream has a wrong ad")
        let second = try await run(fewer)
        #expect(
            second.errors.contains("Living Room 4K (02:00:00:00:00:01): took part in the run before and did not answer")
        )
        let cells = try await night.report(2, "csv")
        #expect(
            cells.split(separator: "\r\n").filter { $0.contains("not-run") }.allSatisfy {
                $0.contains("02:00:00:00:00:01")
            })
        #expect(cells.contains("the receiver did not answer") && cells.contains("02:00:00:00:00:02"))
        // Without an inventory it is missed once; with one, until it is back.
        let third = try await run(fewer)
        #expect(!third.errors.contains("02:00:00:00:00:01"))
        let inventory = repository.appending(path: "Examples/NightlyLab/lab.yaml").path(percentEncoded: false)
        let fourth = try await run(fewer, "--lab", inventory)
        #expect(fourth.errors.contains("in the inventory, and did not answer"), "\(fourth.errors)")
    }

    @Test func whatChangedAroundARunIsTold() async throws {
        let night = try Nightly(primaries: 2)
        try night.expect("expectations:\n  - { when: { event: nowhere }, expect: severe, reason: old }\n")
        let first = try await night.run("--format", "json", at: 1_795_226_400)
        #expect(first.output.contains("expectations/known.yaml:2: this expectation matches no cell"))
        try night.write(catalogue: ["film-1"])
        let second = try await night.run("--format", "json", at: 1_795_000_000)
        #expect(second.errors.contains("the clock went back"), "\(second.errors)")
        #expect(second.errors.contains("'film-2' was in run 1 and is no longer in the catalogue"), "\(second.errors)")
        #expect(second.output.contains("gone"))
    }
}

extension RunCommandTests {
    @Test func runsOverClassesAndOverReceiversDoNotMix() async throws {
        let night = try Nightly(primaries: 1)
        let lab = repository.appending(path: "Examples/NightlyLab/lab.json").path(percentEncoded: false)
        let onLab = ["run", "--replay", lab, "--matrix", night.matrix, "--reports", night.reports, "--format", "csv"]
        _ = try await Program.segue(onLab)
        let update = ["expect", "update", "latest", "--matrix", night.matrix, "--reports", night.reports]
        #expect(try await Program.segue(update).exitCode == 0)
        let classes = try await night.run("--format", "csv")
        #expect(classes.output.contains("the first run over classes"), "\(classes.output)")
        #expect(!classes.output.contains("since run") && !classes.output.contains("matches no cell"))
        #expect(classes.output.contains("no part of this run"), "expectations for receivers say nothing of classes")
        let again = try await Program.segue(onLab)
        #expect(again.exitCode == 0, "\(again.output)")
        #expect(again.output.contains("since run 1: "), "\(again.output)")
        let previous = try await Program.segue(["diff", "--reports", night.reports])
        #expect(previous.output.hasPrefix("Run 1 → 3: ") && previous.output.contains("unchanged"), "\(previous.output)")
        let mixed = try await Program.segue(["diff", "2", "3", "--reports", night.reports])
        #expect(mixed.output.contains("Run 2 is over classes, run 3 over receivers"), "\(mixed.output)")
        let alone = try await Program.segue(["diff", "previous", "2", "--reports", night.reports])
        #expect(alone.exitCode == 2 && alone.errors.contains("run 2 is the first over classes"), "\(alone.errors)")
    }

    @Test func findingsAreTheSameInEveryCheckout() async throws {
        var texts: [String] = []
        for name in ["here", "there/below"] {
            let checkout = try Scratch.newFolder().appending(path: name)
            defer { try? FileManager.default.removeItem(at: checkout) }
            let matrix = checkout.appending(path: "DeviceMatrix")
            try FileManager.default.createDirectory(at: matrix, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: SampleStream.folder, to: checkout.appending(path: "media and more"))
            try "primaries:\n  - { id: film, uri: ../media and more/primary/main.m3u8 }\n".write(
                to: matrix.appending(path: "catalogue.yaml"), atomically: true, encoding: .utf8)
            let run = try await Program.run(
                "/bin/sh",
                ["-c", "cd '\(checkout.path(percentEncoded: false))' && \"$0\" run --classes", Program.path],
                environment: ["SOURCE_DATE_EPOCH": "1795226400"])
            #expect(run.exitCode == 1, "\(run.errors)")
            texts.append(
                try String(contentsOf: checkout.appending(path: "Reports/run-00001/report.sarif"), encoding: .utf8))
        }
        #expect(texts[0] == texts[1])
        // The stream's asset lists name their ads by whole paths, which lie in neither checkout.
        #expect(texts[0].contains("\"uri\" : \"media%20and%20more/primary/main.m3u8\","))
        #expect(texts[0].contains("\"uriBaseId\" : \"SRCROOT\""))
    }
}

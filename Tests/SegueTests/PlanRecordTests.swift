import Foundation
import HarnessTestSupport
import Testing

/// From a scan to a plan, from a plan to sheets, and from sheets into the history of runs.
@Suite struct PlanRecordTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    private static let catalogue = root.appending(path: "DeviceMatrix/catalogue.yaml").path(percentEncoded: false)
    private static let scan = root.appending(path: "Examples/NightlyLab/lab.json").path(percentEncoded: false)

    private struct Scan: Decodable {
        struct Receiver: Decodable {
            var id: String
        }
        var receivers: [Receiver]
    }

    /// What the tests read of `segue.history/1`.
    private struct Course: Decodable {
        struct Measurement: Decodable {
            var outcome: String
            var milliseconds: Int?
            var agreement: String
            var predicted: Predicted?
            var run: Int?
        }
        struct Predicted: Decodable {
            var p95Milliseconds: Int?
        }
        var measurements: [Measurement]
    }

    @Test func aRecordedScanIsPlannedFor() async throws {
        _ = SampleStream.folder
        let found = try await Program.segue(["discover", "--replay", Self.scan, "--json"])
        let ids = Set(try JSONDecoder().decode(Scan.self, from: Data(found.output.utf8)).receivers.map(\.id))
        let run = try await Program.segue(["plan", "--catalogue", Self.catalogue, "--receivers", Self.scan, "--json"])
        let plan = try PlanAnswer(run.output)
        #expect(plan.receivers.source == "scan")
        #expect(!plan.receivers.chosen.isEmpty && Set(plan.receivers.chosen.map(\.id)).isSubset(of: ids))
        #expect(run.exitCode == (plan.problems.isEmpty ? 0 : 2))
        #expect(try await JSONSchema(document: "segue.plan/1").complaints(about: run.output) == "")
        // Receivers that are not chosen are in no case.
        #expect(Set(plan.cases.map(\.receiver.id)) == Set(plan.receivers.chosen.map(\.id)))
    }

    @Test(
        "A scan that cannot be read is said, with code 2",
        arguments: [
            ("{", "scan.json"), (#"{"schema":"segue.scan/1","records":[]}"#, "there is no receiver to test on"),
        ])
    func badScan(text: String, says: String) async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let scan = try folder.write("scan.json", text)
        let run = try await Program.segue(["plan", "--catalogue", Self.catalogue, "--receivers", scan, "--json"])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains(says), "\(run.errors)")
    }

    /// A run on the lab of a scan, a plan for it, and what people saw: four figures on one cell, one failure on another step.
    @Test func resultsStandBesideThePredictionsInTheHistory() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let reports = folder.path("reports")
        let night = try await Program.segue([
            "run", "--replay", Self.scan, "--catalogue", Self.catalogue, "--reports", reports, "--format", "csv",
            "--quiet",
        ])
        #expect([0, 1, 2].contains(night.exitCode), "\(night.errors)")
        _ = try await Program.segue([
            "plan", "--catalogue", Self.catalogue, "--receivers", Self.scan, "--output", folder.path("plan.json"),
        ])
        let plan = try PlanAnswer(try folder.read("plan.json"))
        let entry = try #require(
            plan.cases.first { $0.steps.contains { ($0.delay?.p95Milliseconds ?? 0) > 0 && $0.id.hasSuffix("/enter") } }
        )
        let step = try #require(entry.steps.first { $0.delay?.p95Milliseconds != nil && $0.id.hasSuffix("/enter") })
        let worst = Int(try #require(step.delay?.p95Milliseconds))
        func record(_ seen: Int, _ outcome: String, date: String) async throws -> Program.Run {
            try folder.write(
                "filled.yaml",
                """
                results:
                  - {case: \(entry.id), step: \(step.id), outcome: \(outcome), pictureMilliseconds: \(seen), date: \(date), \
                tester: "Ann <b>", firmware: "18.1"}
                  - {case: \(entry.id), step: start, outcome: pass, date: \(date)}

                """)
            return try await Program.segue([
                "plan", "record", folder.path("filled.yaml"), "--plan", folder.path("plan.json"), "--reports", reports,
            ])
        }
        let first = try await record(worst + 1000, "fail", date: "2026-11-20")
        #expect(first.exitCode == 1, "a step failed")
        #expect(first.output.contains("History: 2 new in"), "\(first.output)\(first.errors)")
        let again = try await record(worst + 1000, "fail", date: "2026-11-20")
        #expect(again.output.contains("History: 0 new in") && again.output.contains("2 were there already"))
        let second = try await record(max(0, worst - 1), "pass", date: "2026-11-21")
        #expect(second.exitCode == 0, "\(second.errors)")

        let cell = "\(step.id) @ \(entry.receiver.id)"
        let told = try await Program.segue(["history", cell, "--reports", reports, "--json"])
        #expect(try await JSONSchema(document: "segue.history/1").complaints(about: told.output) == "")
        let course = try JSONDecoder().decode(Course.self, from: Data(told.output.utf8))
        #expect(course.measurements.map(\.milliseconds) == [worst + 1000, max(0, worst - 1)])
        #expect(course.measurements.map(\.agreement) == ["longer", "within"])
        #expect(course.measurements.allSatisfy { $0.predicted?.p95Milliseconds == worst && $0.run == 1 })
        let text = try await Program.segue(["history", cell, "--reports", reports])
        #expect(text.output.contains("Measured, beside what had been predicted"))
        for line in text.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        // A step without a change of asset is found by its name as well.
        let other = try await Program.segue(["history", ": start", "--reports", reports])
        #expect(other.exitCode == 0 && other.output.contains("pass"), "\(other.errors)")

        let page = try await Program.segue(["report", "latest", "--reports", reports, "--format", "html"])
        #expect(page.output.contains("<h2>Measured beside predicted</h2>") && page.output.contains("as predicted"))
        #expect(!page.output.contains("Ann <b>"))
        let json = try await Program.segue(["report", "latest", "--reports", reports, "--format", "json"])
        #expect(try await JSONSchema(document: "segue.run/1").complaints(about: json.output) == "")
        #expect(json.output.contains("\"agreement\" : \"longer\""))
        let table = try await Program.segue(["report", "latest", "--reports", reports, "--format", "csv"])
        #expect(table.output.contains("\(max(0, worst - 1)),\"pass\",\"within\""))
    }

    @Test func aHistoryThatCannotBeWrittenIsSaidAndNothingIsRecorded() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        _ = try await Program.segue(["plan", "--catalogue", Self.catalogue, "--output", folder.path("plan.json")])
        let plan = try PlanAnswer(try folder.read("plan.json"))
        let entry = try #require(plan.cases.first)
        try folder.write("filled.yaml", "results: [{case: \(entry.id), step: start, outcome: pass}]\n")
        let run = try await Program.segue([
            "plan", "record", folder.path("filled.yaml"), "--plan", folder.path("plan.json"), "--reports",
            "/proc/segue", "--output", folder.path("results.json"),
        ])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("/proc/segue cannot be written"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("results.json")))
    }
}

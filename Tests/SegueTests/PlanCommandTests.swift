import Foundation
import HarnessTestSupport
import Testing

@Suite struct PlanCommandTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    private static let catalogue = root.appending(path: "DeviceMatrix/catalogue.yaml").path(percentEncoded: false)

    private static let lab = """
        receivers:
          - {id: "aa", name: Shelf 1, model: "AppleTV14,1"}
          - {id: "bb", name: Shelf 2, model: 65A5HE, manufacturer: Hisense}
          - {id: "cc", name: Shelf 3, model: 4670X}
          - {id: "dd", name: Shelf 4, model: 3810X}
          - {id: "ee", name: Shelf 5, model: HW-Q930B}
          - {id: "ff", name: Shelf 6, model: Denon Home 250}
          - {id: "gg", name: Shelf 7, model: "AppleTV14,1"}
          - {id: "hh", name: Desk, model: "Mac16,1"}

        """

    @Test func aLabIsReducedToWhatIsNeeded() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let lab = try folder.write("lab.yaml", Self.lab)
        let run = try await Program.segue([
            "plan", "--catalogue", Self.catalogue, "--receivers", lab, "--output", folder.path("plan.yaml"), "--output",
            folder.path("plan.csv"), "--json",
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try await JSONSchema(document: "segue.plan/1").complaints(about: run.output) == "")
        let plan = try PlanAnswer(run.output)
        #expect(plan.receivers.source == "inventory")
        // One of the two equal Apple TVs is enough.
        #expect(plan.receivers.chosen.map(\.id) == ["aa", "bb", "cc", "dd", "ee", "ff", "hh"])
        #expect(plan.receivers.isSmallest)
        #expect(Set(plan.cases.map(\.servicePlan)) == ["A", "B", "C"])
        #expect(
            Set(plan.cases.compactMap(\.kind)) == ["deep-link", "now-playing", "timed-metadata", "picture-in-picture"])

        // The YAML says the same as the JSON: explaining from it works.
        let first = try #require(plan.cases.first)
        let explained = try await Program.segue(["plan", "explain", first.id, "--plan", folder.path("plan.yaml")])
        #expect(explained.exitCode == 0)
        #expect(explained.output.contains("Comes first: the Apple TV is the reference"))
        for line in explained.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        let other = try await Program.segue(["plan", "explain", "zzz", "--plan", folder.path("plan.yaml")])
        #expect(other.exitCode == 2)
        #expect(other.errors.contains("no case begins with 'zzz'"))

        // Filled in by hand and taken in again.
        let step = try #require(first.steps.first { $0.delay?.p95Milliseconds != nil })
        var lines = try folder.read("plan.csv").components(separatedBy: "\r\n")
        let index = try #require(lines.firstIndex { $0.hasPrefix("\(first.id),\(step.id),") })
        lines[index] = lines[index].replacing(
            /,,,,,,,$/, with: ",pass,400,,tvOS 18,Ann,2026-11-21,\"quick, \"\"clean\"\"\"")
        try folder.write("filled.csv", lines.joined(separator: "\r\n"))
        let recorded = try await Program.segue([
            "plan", "record", folder.path("filled.csv"), "--plan", folder.path("plan.yaml"), "--json",
        ])
        #expect(recorded.exitCode == 0, "\(recorded.errors)")
        #expect(try await JSONSchema(document: "segue.results/1").complaints(about: recorded.output) == "")
        #expect(recorded.output.contains("\"pictureMilliseconds\" : 400"))
        #expect(recorded.output.contains(#""note" : "quick, \"clean\"""#))
        #expect(recorded.output.contains("\"switchKind\" : \"interstitial\""))
    }

    @Test func resultsOfNoCaseAreRefusedByTheirPlace() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let made = try await Program.segue([
            "plan", "--catalogue", Self.catalogue, "--output", folder.path("plan.json"),
        ])
        #expect(made.exitCode == 0)
        let plan = try PlanAnswer(try folder.read("plan.json"))
        let entry = try #require(plan.cases.first)
        try folder.write(
            "filled.yaml",
            """
            results:
              - {case: nobody, step: start, outcome: pass}
              - {case: \(entry.id), step: nowhere, outcome: pass}
              - {case: \(entry.id), step: start, outcome: pass, date: yesterday}
              - {case: \(entry.id), step: start, outcome: pass, pictureMilliseconds: -5}
              - {case: \(entry.id), step: start, outcome: fail}
              - {case: \(entry.id), step: start, outcome: pass}

            """)
        let run = try await Program.segue([
            "plan", "record", folder.path("filled.yaml"), "--plan", folder.path("plan.json"), "--output",
            folder.path("results.json"),
        ])
        #expect(run.exitCode == 2)
        for (index, said) in [
            "the plan has no case 'nobody'", "has no step 'nowhere'; it has start,",
            "'yesterday' is no day, written as",
            "pictureMilliseconds -5.0 is not within",
        ].enumerated() {
            #expect(run.errors.contains("filled.yaml: results[\(index)]: "), "\(run.errors)")
            #expect(run.errors.contains(said), "\(run.errors)")
        }
        #expect(run.errors.contains("results[5]: 'start' of case '\(entry.id)' was given before"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("results.json")), "nothing is written by halves")
    }

    @Test func whatIsOnlyHeldAgainstThePlanIsSaidToBeKeptNowhere() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        _ = try await Program.segue(["plan", "--catalogue", Self.catalogue, "--output", folder.path("plan.json")])
        let entry = try #require(try PlanAnswer(try folder.read("plan.json")).cases.first)
        try folder.write("filled.yaml", "results:\n  - {case: \(entry.id), step: start, outcome: pass}\n")
        let record = ["plan", "record", folder.path("filled.yaml"), "--plan", folder.path("plan.json")]
        let run = try await Program.segue(record)
        #expect(run.exitCode == 0 && run.output.contains("to keep it, name a history with --reports"), "\(run.output)")
        let kept = try await Program.segue(record + ["--output", folder.path("results.json")])
        #expect(kept.exitCode == 0 && !kept.output.contains("to keep it"), "\(kept.output)")
    }

    @Test func aWorkbookIsToldFromASheet() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        _ = try await Program.segue(["plan", "--catalogue", Self.catalogue, "--output", folder.path("plan.json")])
        // The first four bytes of every ZIP archive (APPNOTE 4.3.7), which .xlsx is.
        try folder.write("filled.xlsx", "PK\u{3}\u{4}rest")
        let run = try await Program.segue([
            "plan", "record", folder.path("filled.xlsx"), "--plan", folder.path("plan.json"),
        ])
        #expect(run.exitCode == 2 && run.errors.contains("save the sheet as 'CSV UTF-8'"), "\(run.errors)")
    }

    @Test func aPlanFromACheckNeedsNoMedia() async throws {
        let folder = try PlanFolder()
        let check = try await Program.segue(["check", SampleStream.path("primary/main.m3u8"), "--json"])
        let path = try folder.write("film.json", check.output)
        let run = try await Program.segue(["plan", "--check", path, "--json"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try await JSONSchema(document: "segue.plan/1").complaints(about: run.output) == "")
        let plan = try PlanAnswer(run.output)
        #expect(Set(plan.cases.map(\.servicePlan)) == ["as checked"])
        #expect(Set(plan.cases.flatMap(\.breaks)) == ["ad-1", "ad-2", "pod"])
        // Without the playlists nothing is known of restrictions.
        #expect(!plan.cases.flatMap(\.steps).contains { $0.id.hasSuffix("/controls") || $0.id == "jump" })
    }

    @Test func theSheetsAreOneFileEachAndFitTheTerminal() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let run = try await Program.segue([
            "plan", "--catalogue", Self.catalogue, "--hours", "1", "--rigs", "2", "--format", "text", "--output",
            folder.path("sheet.html"), "--output", folder.path("sheet.md"),
        ])
        #expect(run.exitCode == 0)
        for line in run.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        #expect(run.output.contains("room for 30"))
        let page = try folder.read("sheet.html")
        #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"))
        #expect(!page.contains("{{"))
        #expect(!page.contains("predicted: </p>"), "steps without a change of asset have no prediction")
        #expect(try folder.read("sheet.md").contains("- [ ] "))
    }

    // MARK: Bad input

    struct Bad: Sendable, CustomTestStringConvertible {
        var name: String
        var lab: String
        var more: [String] = []
        var says: String
        var testDescription: String { name }
    }

    static let bad = [
        Bad(name: "an empty inventory", lab: "receivers: []\n", says: "there is no receiver to test on"),
        Bad(
            name: "an unknown model", lab: lab + "  - {id: ii, name: Ghost, model: \"Ghost9,9\"}\n",
            says: "receiver 'Ghost': no row of the model table covers the model 'Ghost9,9'"),
        Bad(
            name: "a facet that nothing has", lab: "receivers:\n  - {id: aa, model: \"AppleTV14,1\"}\n",
            says: "no receiver at hand covers 'class/set-top-box'"),
        Bad(
            name: "a budget for no case", lab: lab, more: ["--hours", "0.05", "--per-case", "4m"],
            says: "the budget has no room for a single case: 4 min a case, 3 min at 1 rig"),
        Bad(
            name: "a tag of nobody", lab: lab, more: ["--tag", "nobody"],
            says: "no primary is enabled and has a tag of nobody"),
    ]

    @Test("What is missing is said, the best partial plan is made, and the code is 2", arguments: bad)
    func badInput(bad: Bad) async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let lab = try folder.write("lab.yaml", bad.lab)
        let run = try await Program.segue(
            ["plan", "--catalogue", Self.catalogue, "--receivers", lab, "--json"] + bad.more)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains(bad.says), "\(run.errors)")
        let plan = try PlanAnswer(run.output)
        #expect(plan.problems.contains { $0.contains(bad.says) })
        #expect(try await JSONSchema(document: "segue.plan/1").complaints(about: run.output) == "")
    }

    @Test func aPrimaryThatCannotBeReadIsLeftOutAndSaid() async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let catalogue = try folder.write(
            "catalogue.yaml",
            """
            primaries:
              - {id: gone, uri: gone.m3u8}
              - {id: here, uri: \(SampleStream.path("primary/main.m3u8"))}

            """)
        let run = try await Program.segue(["plan", "--catalogue", catalogue, "--json"])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("'gone' is left out"))
        #expect(try !PlanAnswer(run.output).cases.isEmpty)
    }

    @Test func nothingToPlanForIsWrongUsage() async throws {
        let run = try await Program.segue(["plan"])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("give --catalogue FILE, or --check FILE"))
    }

    // MARK: Documentation

    /// `SEGUE_RECORD=1` writes them anew.
    @Test("The plan in the documentation is what the program makes", arguments: ["sample-plan.md", "sample-plan.yaml"])
    func sampleIsCurrent(name: String) async throws {
        _ = SampleStream.folder
        let folder = try PlanFolder()
        let run = try await Program.segue(["plan", "--catalogue", Self.catalogue, "--output", folder.path(name)])
        #expect(run.exitCode == 0)
        let file = Self.root.appending(path: "docs/\(name)")
        if ProcessInfo.processInfo.environment["SEGUE_RECORD"] != nil {
            try Data(try folder.read(name).utf8).write(to: file)
            Issue.record("recorded docs/\(name); run again without SEGUE_RECORD")
            return
        }
        let isCurrent = try folder.read(name) == String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(isCurrent, "docs/\(name) is not current; run this test with SEGUE_RECORD=1 and look at the difference")
    }
}

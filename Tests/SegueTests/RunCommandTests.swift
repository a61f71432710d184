import Foundation
import Glibc
import HarnessTestSupport
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
private let segue = Bundle.main.bundleURL.appending(path: "segue").path(percentEncoded: false)

/// The sample stream as a catalogue of one or more primaries, with reports in a folder of their own.
private final class Nightly: Sendable {
    let folder: String
    let matrix: String
    let reports: String

    init(primaries: Int = 1) throws {
        folder = try temporaryFolder().path(percentEncoded: false)
        (matrix, reports) = (folder + "/matrix", folder + "/reports")
        try FileManager.default.createDirectory(atPath: matrix + "/expectations", withIntermediateDirectories: true)
        try write(catalogue: (1...primaries).map { "film-\($0)" })
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(catalogue names: [String]) throws {
        let film = SampleStream.path("primary/main.m3u8")
        let entries = names.map { "  - { id: \($0), uri: '\(film)' }\n" }
        try ("primaries:\n" + entries.joined()).write(
            toFile: matrix + "/catalogue.yaml", atomically: true, encoding: .utf8)
    }

    func expect(_ text: String) throws {
        try text.write(toFile: matrix + "/expectations/known.yaml", atomically: true, encoding: .utf8)
    }

    var arguments: [String] { ["run", "--classes", "--matrix", matrix, "--reports", reports] }

    func run(_ more: String..., at time: Int = 1_795_226_400) async throws -> Program.Run {
        try await Program.segue(arguments + more, environment: ["SOURCE_DATE_EPOCH": "\(time)"])
    }

    func report(_ run: Int, _ format: String) async throws -> String {
        let answer = try await Program.segue(["report", "\(run)", "--reports", reports, "--format", format])
        #expect(answer.exitCode == 0, "\(answer.errors)")
        return answer.output
    }

    /// Starts a run and sends it a signal after a while; gives its exit code, or the signal that ended it.
    func run(_ more: [String] = [], signal number: Int32, after seconds: Double) async throws -> Int32 {
        let words = arguments + more
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { @Sendable in
                do {
                    let process = Process()
                    process.executableURL = URL(filePath: segue)
                    process.arguments = words
                    process.environment = ProcessInfo.processInfo.environment.merging(
                        ["SOURCE_DATE_EPOCH": "1795226400"]) { $1 }
                    process.standardInput = FileHandle.nullDevice
                    process.standardOutput = FileHandle.nullDevice
                    process.standardError = FileHandle.nullDevice
                    try process.run()
                    Thread.sleep(forTimeInterval: seconds)
                    kill(process.processIdentifier, number)
                    process.waitUntilExit()
                    continuation.resume(returning: process.terminationStatus)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}

@Suite struct RunCommandTests {
    @Test func theDemoOfTwoNightsEndsAsItShould() async throws {
        let folder = try temporaryFolder().path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = root.appending(path: "Examples/NightlyLab/nightly-demo.sh").path(percentEncoded: false)
        let run = try await Program.run(
            "/bin/sh",
            [script, segue, SampleStream.folder.path(percentEncoded: false), folder + "/work", folder + "/reports"])
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
        #expect(try JSONSchema(document: "segue.run/1").complaints(about: run.output) == "")
        let list = try await Program.segue(["history", "--json", "--reports", night.reports])
        #expect(try JSONSchema(document: "segue.runs/1").complaints(about: list.output) == "")
        let cell = try await Program.segue([
            "history", "ad-2/enter @ smart-tv/low", "--json", "--reports", night.reports,
        ])
        #expect(try JSONSchema(document: "segue.history/1").complaints(about: cell.output) == "")
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

    @Test func anUnwritableReportsFolderIsToldBeforeAnythingIsRead() async throws {
        let night = try Nightly()
        let run = try await Program.segue(["run", "--classes", "--matrix", night.matrix, "--reports", "/proc/segue"])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("/proc/segue cannot be written"), "\(run.errors)")
    }

    @Test func aSecondRunIsKeptOutWhileOneGoesOn() async throws {
        let night = try Nightly()
        try FileManager.default.createDirectory(atPath: night.reports, withIntermediateDirectories: true)
        let run = try await Program.run(
            "/usr/bin/flock", ["--nonblock", night.reports + "/run.lock", segue] + night.arguments)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("another run is going on"), "\(run.errors)")
    }

    @Test func aDamagedHistoryIsRefusedAndLeftAsItIs() async throws {
        let night = try Nightly()
        try FileManager.default.createDirectory(atPath: night.reports, withIntermediateDirectories: true)
        let file = night.reports + "/history.sqlite"
        let text = String(repeating: "x", count: 9000)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let run = try await night.run()
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("is damaged") && run.errors.contains("left as it is"), "\(run.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
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
        let lab = root.appending(path: "Examples/NightlyLab/lab.json")
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
        let inventory = root.appending(path: "Examples/NightlyLab/lab.yaml").path(percentEncoded: false)
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
        // Another catalogue is another run.
        _ = try await night.run(signal: SIGKILL, after: 0.2)
    }

    @Test func aRunThatIsToEndStoresWhatWasDoneAndGoesOn() async throws {
        let night = try Nightly(primaries: 6)
        var code: Int32 = 0
        // On a fast machine the first may be done before the signal comes.
        for seconds in [1.2, 0.8, 0.5, 0.3] where code != 130 {
            try? FileManager.default.removeItem(atPath: night.reports)
            code = try await night.run(["--no-cache", "--all"], signal: SIGTERM, after: seconds)
        }
        try #require(code == 130)
        let list = try await Program.segue(["history", "--reports", night.reports])
        #expect(list.output.contains("interrupted"))
        let rest = try await night.run("--resume")
        #expect(rest.exitCode == 1)
        let again = try await night.run("--resume")
        #expect(again.exitCode == 2)
        #expect(again.errors.contains("no run to resume"))
    }

    @Test(.timeLimit(.minutes(20)))
    func killedAtFiftyRandomMomentsARunEndsInTheSameReport() async throws {
        let names = 2
        let forms = ["--format", "json", "--format", "html"]
        let files = ["run.json", "report.html"]
        let whole = try Nightly(primaries: names)
        let night = try Nightly(primaries: names)
        let start = ContinuousClock.now
        _ = try await whole.run("--format", "json", "--format", "html")
        let length = start.duration(to: .now) / .seconds(1)
        func texts(_ night: Nightly) throws -> [String] {
            try files.map { try String(contentsOfFile: night.reports + "/run-00001/" + $0, encoding: .utf8) }
        }
        // Reports name the catalogue's addresses, which are the same, and not the folders, which differ.
        let expected = try texts(whole)
        var state: UInt64 = 20_261_121
        var ends: [String: Int] = [:]
        for _ in 0..<50 {
            try? FileManager.default.removeItem(atPath: night.reports)
            // SplitMix64
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            let moment = Double((z ^ (z >> 31)) % 10_000) / 10_000 * length
            _ = try await night.run(forms, signal: SIGKILL, after: moment)
            var rest = try await night.run("--resume", "--format", "json", "--format", "html")
            var end = "within"
            if rest.errors.contains("no run to resume") {
                // Killed before the run began, or after its last cell was stored.
                let report = try await Program.segue(["report", "1", "--reports", night.reports, "--format", "json"])
                end = report.exitCode == 0 ? "after" : "before"
                if report.exitCode == 0 {
                    #expect(report.output == expected[0])
                } else {
                    rest = try await night.run("--format", "json", "--format", "html")
                }
            }
            ends[end, default: 0] += 1
            if end != "after" { #expect(try texts(night) == expected, "\(moment): \(rest.errors)") }
        }
        print("killed before, within and after the run: \(ends.sorted { $0.key < $1.key })")
        #expect(ends["within", default: 0] > 0)
    }

    @Test func aFullDiskKeepsWhatWasStored() async throws {
        let allowed = try await Program.run("/usr/bin/unshare", ["-rm", "true"])
        guard allowed.exitCode == 0 else {
            print("skipped: no file system of one's own can be mounted here")
            return
        }
        let night = try Nightly(primaries: 3)
        let folder = night.folder
        let script = """
            mkdir -p \(folder)/small && mount -t tmpfs -o size=$1k tmpfs \(folder)/small &&
            \(segue) run --classes --matrix \(night.matrix) --reports \(folder)/small --format json
            code=$?; \(segue) history --reports \(folder)/small; exit $code
            """
        var told = false
        for size in [160, 240, 320, 480] {
            let run = try await Program.run("/usr/bin/unshare", ["-rm", "sh", "-c", script, "sh", "\(size)"])
            #expect(run.exitCode == 2 || run.exitCode == 1, "\(run.exitCode) \(run.errors)")
            if run.errors.contains("no space is left") || run.errors.contains("the reports cannot be written") {
                told = true
            }
            #expect(!run.errors.contains("internal error"), "\(run.errors)")
        }
        #expect(told)
    }

    @Test func theRecipesOfTheDocumentationAreSound() async throws {
        let text = try String(contentsOf: root.appending(path: "docs/nightly.md"), encoding: .utf8)
        func blocks(_ language: String) -> [String] {
            text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
                $0.components(separatedBy: "```").first
            }
        }
        let night = try Nightly()
        // The commands that need no lab, as they stand there.
        var commands = Set<String>()
        for line in text.split(separator: "\n") {
            guard let range = line.firstRange(of: "segue ") else { continue }
            let command = line[range.lowerBound...].split(separator: ">").first.map(String.init) ?? ""
            let isRunnable = line.contains("run: segue") || line.contains("`segue diff previous latest`")
            if isRunnable {
                commands.insert(
                    command.split(separator: "`").first.map(String.init)?.trimmingCharacters(in: .whitespaces) ?? "")
            }
        }
        #expect(commands.contains("segue run --classes --quiet"))
        _ = try await night.run()
        for command in commands.sorted() {
            let words = command.split(separator: " ").dropFirst().map(String.init)
            let isRun = words.first == "run"
            let run = try await Program.segue(
                words + ["--reports", night.reports] + (isRun ? ["--matrix", night.matrix] : []))
            #expect(run.exitCode != 64, "\(command): \(run.errors)")
        }
        // Units as systemd reads them.
        let units = blocks("ini")
        try #require(units.count == 2)
        let analyze = "/usr/bin/systemd-analyze"
        if FileManager.default.fileExists(atPath: analyze) {
            let service = units[0].replacing("/usr/local/bin/segue", with: "/bin/true")
            try service.write(toFile: night.folder + "/segue-nightly.service", atomically: true, encoding: .utf8)
            try units[1].write(toFile: night.folder + "/segue-nightly.timer", atomically: true, encoding: .utf8)
            let check = try await Program.run(
                analyze,
                ["verify", "--man=no", night.folder + "/segue-nightly.service", night.folder + "/segue-nightly.timer"])
            #expect(!check.errors.contains("segue-nightly."), "\(check.errors)")
        } else {
            print("skipped: systemd-analyze is not installed")
        }
    }
}

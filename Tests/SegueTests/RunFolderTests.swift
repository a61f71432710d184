import Foundation
import Glibc
import HarnessTestSupport
import Testing

/// Reports folders that cannot be used, or not as they should.
@Suite struct RunFolderTests {
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
            "/usr/bin/flock", ["--nonblock", night.reports + "/run.lock", Program.path] + night.arguments)
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

    @Test func damageIsToldByEveryCommandThatReads() async throws {
        let night = try Nightly()
        _ = try await night.run()
        let file = URL(filePath: night.reports + "/history.sqlite")
        let whole = try Data(contentsOf: file)
        var broken = whole
        // Every page but the first ones, which hold the schema; in the middle of each.
        for page in stride(from: 4096 * 40, to: whole.count, by: 4096) {
            for at in page..<page + 64 { broken[at] = 0xFF }
        }
        let commands = [
            ["history"], ["history", "ad-1/enter @ mac/high"], ["report"], ["diff", "latest", "latest"],
            ["expect", "update", "latest", "--dry-run"],
        ]
        for (text, says) in [
            (broken, "is damaged"), (whole.dropLast(whole.count / 3), "the end is missing"),
            (Data(), "there is no history"),
        ] {
            try text.write(to: file)
            for command in commands {
                let run = try await Program.segue(command + ["--reports", night.reports])
                #expect(run.exitCode == 2 && run.errors.contains(says), "\(command): \(run.errors)")
                #expect(run.output.isEmpty)
            }
            #expect(try Data(contentsOf: file) == text, "it is left as it is")
        }
    }

    @Test func reportsOfALostHistoryAreKept() async throws {
        let night = try Nightly()
        _ = try await night.run("--format", "json")
        let first = night.reports + "/run-00001/run.json"
        let before = try String(contentsOfFile: first, encoding: .utf8)
        try FileManager.default.removeItem(atPath: night.reports + "/history.sqlite")
        let run = try await night.run("--format", "json")
        #expect(run.errors.contains("has reports up to run 1 that the history does not know"), "\(run.errors)")
        #expect(run.output.contains("Run 2: "))
        #expect(try String(contentsOfFile: first, encoding: .utf8) == before)
        #expect(FileManager.default.fileExists(atPath: night.reports + "/run-00002/run.json"))
    }
}

/// Reports folders on file systems of their own, in a mount namespace.
@Suite(.enabled("no file system of one's own can be mounted here", { try await mounting.value != nil }))
struct RunMountTests {
    /// Runs a script in a mount namespace, with the program, the matrix and the reports folder as its arguments.
    private func shell(_ script: String, _ night: Nightly, _ more: String...) async throws -> Program.Run {
        try FileManager.default.createDirectory(atPath: night.reports, withIntermediateDirectories: true)
        return try await Program.run(
            "/usr/bin/unshare",
            try #require(try await mounting.value) + ["sh", "-c", script, Program.path, night.matrix, night.reports]
                + more,
            environment: ["SOURCE_DATE_EPOCH": "1795226400"])
    }

    @Test func aReadOnlyFolderIsToldAndCanStillBeRead() async throws {
        let night = try Nightly(shortPrimaries: 1)
        _ = try await night.run("--format", "json")
        let list = try await Program.segue(["history", "--reports", night.reports])
        let report = try await Program.segue(["report", "--reports", night.reports])
        let script = """
            mount --bind "$2" "$2" && mount -o remount,ro,bind "$2" || exit 99
            "$0" run --classes --matrix "$1" --reports "$2"; echo "run $?"
            "$0" history --reports "$2" && "$0" report --reports "$2"
            """
        let run = try await shell(script, night)
        #expect(run.output == "run 2\n" + list.output + report.output, "\(run.errors)")
        #expect(run.errors.contains("cannot be written (Read-only file system)"), "\(run.errors)")
    }

    @Test func aFolderThatBecameReadOnlyInTheMiddleOfARunCanStillBeRead() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let night = try Nightly(shortPrimaries: 4, thenAt: origin)
        // Killed, so that the log is still beside the file.
        try #require(try await night.run(signal: SIGKILL, whileHeldBy: origin) == SIGKILL)
        try #require(FileManager.default.fileExists(atPath: night.reports + "/history.sqlite-wal"))
        let script = """
            mount --bind "$2" "$2" && mount -o remount,ro,bind "$2" || exit 99
            "$0" history --reports "$2"
            """
        let run = try await shell(script, night)
        #expect(run.exitCode == 0 && run.output.contains("not ended"), "\(run.output)\(run.errors)")
    }

    @Test func aFullDiskKeepsWhatWasDoneAndTheRunGoesOnWhenThereIsRoom() async throws {
        let whole = try Nightly(shortPrimaries: 6)
        _ = try await whole.run("--format", "json")
        let expected = try String(contentsOfFile: whole.reports + "/run-00001/run.json", encoding: .utf8)
        let script = """
            mount -t tmpfs -o size=$3k tmpfs "$2" || exit 99
            "$0" run --classes --matrix "$1" --reports "$2" --format json >"$4.out" 2>"$4.err"; echo $? >"$4.code"
            "$0" history --reports "$2" --json >"$4.list" 2>/dev/null
            mount -o remount,size=64m "$2" || exit 99
            "$0" run --resume --classes --matrix "$1" --reports "$2" --format json >/dev/null 2>"$4.resume" ||
                grep -q 'no run to resume' "$4.resume" || [ $? = 1 ]
            if [ -e "$2/run-00001/run.json" ]; then cat "$2/run-00001/run.json"
            else "$0" report 1 --reports "$2" --format json
            fi
            """
        var full = 0
        var most = 0
        for size in [200, 260, 320, 400, 520, 700] {
            let night = try Nightly(shortPrimaries: 6)
            let note = night.folder + "/note"
            let run = try await shell(script, night, "\(size)", note)
            func said(_ what: String) -> String {
                (try? String(contentsOfFile: "\(note).\(what)", encoding: .utf8)) ?? ""
            }
            #expect(!said("err").contains("internal error"), "\(said("err"))")
            if said("err").contains("no space is left") || said("err").contains("reports cannot be written") {
                full += 1
                #expect(said("code") == "2\n" || said("code") == "1\n", "\(said("code"))")
            }
            let list = try? JSONSerialization.jsonObject(with: Data(said("list").utf8)) as? [String: Any]
            let cells = (list?["runs"] as? [[String: Any]])?.first?["cells"] as? Int ?? 0
            most = max(most, cells)
            // A disk on which not even an empty history fits has nothing to go on with.
            if cells > 0 { #expect(run.output == expected, "\(size): \(said("err"))\(said("resume"))\(run.errors)") }
        }
        print("full disk: told \(full) times, \(most) cells were kept at most")
        #expect(full > 0 && most > 0)
    }
}

/// How a program gets a mount namespace of its own: as root, or as a user where the system allows it.
private let mounting = Task<[String]?, any Error> {
    for words in [["-m"], ["-rm"]] {
        let attempt = try await Program.run("/usr/bin/unshare", words + ["mount", "-t", "tmpfs", "tmpfs", "/mnt"])
        if attempt.exitCode == 0 { return words }
    }
    return nil
}

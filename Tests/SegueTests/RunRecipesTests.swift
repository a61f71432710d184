import Foundation
import HarnessTestSupport
import Testing

/// What `docs/nightly.md` tells people to write into crontabs, units and workflows, run as it stands there; only the places
/// of program and project are this machine's.
@Suite struct RunRecipesTests {
    private let blocks: [String: [String]]

    init() throws {
        let text = try String(contentsOf: repository.appending(path: "docs/nightly.md"), encoding: .utf8)
        var blocks: [String: [String]] = [:]
        for part in text.components(separatedBy: "```").enumerated().filter({ $0.offset % 2 == 1 }).map(\.element) {
            let language = part.prefix { $0 != "\n" }
            blocks[String(language), default: []].append(String(part.dropFirst(language.count + 1)))
        }
        self.blocks = blocks
    }

    /// A project whose catalogue has a wrong ad, as cron and workflows find it.
    private func project() throws -> Nightly {
        let night = try Nightly()
        try FileManager.default.moveItem(atPath: night.matrix, toPath: night.folder + "/DeviceMatrix")
        return night
    }

    private func shell(
        _ script: String, in folder: String, _ environment: [String: String] = [:]
    ) async throws -> Program.Run {
        let variables = environment.map { "\($0)='\($1)'" } + ["HOME='\(folder)'", "SEGUE_CACHE=off"]
        return try await Program.run(
            "/bin/sh",
            ["-c", "cd '\(folder)' && exec env -i \(variables.joined(separator: " ")) /bin/sh -c \"$0\"", script])
    }

    @Test func theCrontabIsSilentUnlessSomethingIsWorse() async throws {
        let night = try project()
        let entry = try #require(blocks["cron"]?.first)
        // Five fields, then the command (crontab(5)), which is run with a short PATH.
        let fields = entry.split(separator: " ", maxSplits: 5)
        try #require(fields.count == 6)
        let command = fields[5].replacing("/srv/segue", with: night.folder)
            .replacing("/usr/local/bin/segue", with: Program.path)
        // There is no lab where the tests run.
        let line = command.trimmingCharacters(in: .whitespacesAndNewlines) + " --classes"
        let red = try await shell(line, in: "/", ["PATH": "/usr/bin:/bin"])
        #expect(red.exitCode == 1 && red.output.contains("Worse than expected:"), "\(red.output)\(red.errors)")
        let update = try await shell("'\(Program.path)' expect update latest", in: night.folder)
        #expect(update.exitCode == 0, "\(update.errors)")
        let green = try await shell(line, in: "/", ["PATH": "/usr/bin:/bin"])
        #expect(green.exitCode == 0 && green.output.isEmpty && green.errors.isEmpty, "\(green.output)\(green.errors)")
    }

    @Test func theUnitsAreSound() async throws {
        let units = try #require(blocks["ini"])
        try #require(units.count == 2)
        let analyze = "/usr/bin/systemd-analyze"
        guard FileManager.default.fileExists(atPath: analyze) else {
            print("skipped: systemd-analyze is not installed")
            return
        }
        let folder = try Scratch.newFolder().path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = ["/segue-nightly.service", "/segue-nightly.timer"].map { folder + $0 }
        for (unit, file) in zip(units, files) {
            try unit.replacing("/usr/local/bin/segue", with: Program.path).write(
                toFile: file, atomically: true, encoding: .utf8)
        }
        let check = try await Program.run(analyze, ["verify", "--man=no"] + files)
        #expect(!check.errors.contains("segue-nightly."), "\(check.errors)")
        // The command of the unit, in its folder: a red night is a failed unit.
        let night = try project()
        let start = try #require(units[0].split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        let command = start.dropFirst("ExecStart=".count).replacing("/usr/local/bin/segue", with: Program.path)
        let run = try await shell(command + " --classes", in: night.folder, ["PATH": "/usr/bin:/bin"])
        #expect(run.exitCode == 1, "\(run.errors)")
    }

    @Test func theStepsOfTheWorkflowDoAsTheySay() async throws {
        let night = try project()
        let workflow = try #require(blocks["yaml"]?.last)
        let steps = workflow.split(separator: "\n").compactMap { line -> String? in
            line.firstRange(of: "run: ").map { String(line[$0.upperBound...]) }
        }
        try #require(steps.count == 2)
        let folder = URL(filePath: Program.path).deletingLastPathComponent().path(percentEncoded: false)
        let summary = night.folder + "/summary.md"
        let environment = ["PATH": folder + ":/usr/bin:/bin", "GITHUB_STEP_SUMMARY": summary]
        // Red; and what is only done always is done all the same.
        #expect(try await shell(steps[0], in: night.folder, environment).exitCode == 1)
        #expect(workflow.components(separatedBy: "if: always()").count == 5)
        #expect(try await shell(steps[1], in: night.folder, environment).exitCode == 0)
        #expect(try String(contentsOfFile: summary, encoding: .utf8).hasPrefix("## ❌ Segue run 1: "))
        // The next night finds nothing but the history of the one before.
        for name in try FileManager.default.contentsOfDirectory(atPath: night.folder + "/Reports")
        where name != "history.sqlite" { try FileManager.default.removeItem(atPath: night.folder + "/Reports/" + name) }
        let next = try await shell(steps[0], in: night.folder, environment)
        #expect(next.exitCode == 1 && next.output.contains("since run 1: "), "\(next.output)\(next.errors)")
        #expect(FileManager.default.fileExists(atPath: night.folder + "/Reports/run-00002/report.sarif"))
    }
}

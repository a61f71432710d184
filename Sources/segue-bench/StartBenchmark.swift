import ArgumentParser
import Foundation

/// The whole life of a process that does nothing, beside ffprobe's.
struct StartBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start and end: segue --help and --version beside ffprobe -version.")

    @OptionGroup var options: BenchmarkOptions

    func run() async throws {
        var walls: [String: [Double]] = [:]
        let programs = [
            ("--help", BuiltPrograms.segue, ["--help"]), ("--version", BuiltPrograms.segue, ["--version"]),
            ("ffprobe", "ffprobe", ["-version"]),
        ]
        // One start is short, so each run is ten of them.
        for _ in 0..<options.runs * 10 {
            for (name, program, arguments) in programs {
                let run = try MeasuredRun(program, arguments)
                guard run.exitCode == 0 else { throw UnexpectedExit(program: program, exitCode: run.exitCode) }
                walls[name, default: []].append(run.wall)
            }
        }
        var table = BenchmarkTable(benchmark: "start", peer: "ffprobe -version", runs: options.runs * 10)
        let peer = walls["ffprobe", default: []]
        for name in ["--help", "--version"] {
            let ours = walls[name, default: []]
            table.rows.append(
                .init("segue \(name): wall", "ms", segue: ours.median, peer: peer.median, goal: "< 25"))
            table.rows.append(
                .init("segue \(name): fastest", "ms", segue: ours.min() ?? 0, peer: peer.min()))
        }
        let (ours, theirs) = (try libraries(BuiltPrograms.segue), try libraries("ffprobe"))
        table.rows.append(
            .init("shared libraries", "count", segue: Double(ours.count), peer: Double(theirs.count)))
        let heavy = ours.filter { $0.hasPrefix("libav") && !$0.hasPrefix("libavahi") }
        table.notes.append(
            heavy.isEmpty ? "segue loads no library of FFmpeg" : "segue loads \(heavy.joined(separator: ", "))")
        try table.show(json: options.json)
    }

    /// The shared libraries that the loader would map.
    private func libraries(_ program: String) throws -> [String] {
        let path = program.contains("/") ? program : try output("/bin/sh", ["-c", "command -v \(program)"])
        return try output("ldd", [path]).split(separator: "\n").compactMap {
            $0.split(separator: " ").first.map { String($0.drop { $0 == "\t" }) }
        }
    }

    private func output(_ program: String, _ arguments: [String]) throws -> String {
        let run = try MeasuredRun(program, arguments)
        guard run.exitCode == 0 else { throw UnexpectedExit(program: program, exitCode: run.exitCode) }
        return String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

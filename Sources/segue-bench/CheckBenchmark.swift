import ArgumentParser
import Foundation

/// A whole check of the sample stream, beside what a script would do: `ffprobe -show_streams` for each media playlist,
/// which schedules, compares and judges nothing.
struct CheckBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the sample stream beside ffprobe for each of its media playlists.")

    @OptionGroup var options: BenchmarkOptions

    func run() async throws {
        let stream = BuiltPrograms.root.appending(path: ".build/sample-stream")
        let script = BuiltPrograms.root.appending(path: "Examples/SampleStream/make-stream.sh").path()
        try expect(try MeasuredRun(script, [stream.path()]), 0, of: script)
        let playlists = try FileManager.default.subpathsOfDirectory(atPath: stream.path())
            .filter { $0.hasSuffix("/index.m3u8") }.sorted().map { stream.appending(path: $0).path() }

        var ours: [MeasuredRun] = []
        var peer: [(wall: Double, processor: Double)] = []
        for _ in 0..<options.runs {
            let check = try MeasuredRun(
                BuiltPrograms.segue, ["check", stream.appending(path: "primary/main.m3u8").path(), "--json"])
            // 1: the ads of this stream were made to be found.
            try expect(check, 1, of: "segue check")
            ours.append(check)
            var sum = (wall: 0.0, processor: 0.0)
            for playlist in playlists {
                let probe = try MeasuredRun("ffprobe", ["-v", "error", "-show_streams", "-of", "json", playlist])
                try expect(probe, 0, of: "ffprobe")
                sum.wall += probe.wall
                sum.processor += probe.processor
            }
            peer.append(sum)
        }
        var table = BenchmarkTable(
            benchmark: "check", peer: "ffprobe, \(playlists.count) processes", runs: options.runs)
        table.rows.append(
            .init("sample stream: wall", "ms", segue: ours.map(\.wall).median, peer: peer.map(\.wall).median))
        table.rows.append(
            .init(
                "sample stream: processor", "ms", segue: ours.map(\.processor).median,
                peer: peer.map(\.processor).median))
        table.notes.append("the check also loads, schedules, compares and judges; ffprobe only measures")
        try table.show(json: options.json)
    }

    private func expect(_ run: MeasuredRun, _ exitCode: Int32, of program: String) throws {
        guard run.exitCode == exitCode else { throw UnexpectedExit(program: program, exitCode: run.exitCode) }
    }
}

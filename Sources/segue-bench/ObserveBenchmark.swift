import ArgumentParser
import Foundation

/// Reading a recording beside ffmpeg, which decodes it and looks at nothing.
struct ObserveBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observe", abstract: "Read a recording of a screen beside ffmpeg, which only decodes it.")

    @OptionGroup var options: BenchmarkOptions

    private static let seconds = 30.0

    func run() async throws {
        let media = BuiltPrograms.root.appending(path: ".build/bench-media")
        let script = BuiltPrograms.root.appending(path: "scripts/make-bench-recording.sh").path()
        try expect(try MeasuredRun(script, [media.path()]), of: script)
        let recording = media.appending(path: "recording.mp4").path()
        let assets = media.appending(path: "switch-assets/assets.json").path()
        var (ours, peers): ([MeasuredRun], [MeasuredRun]) = ([], [])
        for _ in 0..<options.runs {
            let run = try MeasuredRun(BuiltPrograms.segue, ["observe", recording, "--assets", assets, "--json"])
            try expect(run, of: "segue observe")
            ours.append(run)
            let peer = try MeasuredRun("ffmpeg", ["-nostdin", "-v", "error", "-i", recording, "-f", "null", "-"])
            try expect(peer, of: "ffmpeg")
            peers.append(peer)
        }
        var table = BenchmarkTable(benchmark: "observe", peer: "ffmpeg -f null", runs: options.runs)
        table.rows.append(
            .init(
                "30 s of 1080p60: recording read in a second", "s/s",
                segue: Self.seconds * 1000 / ours.map(\.wall).median,
                peer: Self.seconds * 1000 / peers.map(\.wall).median, goal: "above 1"))
        table.rows.append(
            .init("30 s of 1080p60: wall", "ms", segue: ours.map(\.wall).median, peer: peers.map(\.wall).median))
        table.rows.append(
            .init(
                "30 s of 1080p60: processor", "ms", segue: ours.map(\.processor).median,
                peer: peers.map(\.processor).median))
        table.rows.append(
            .init("memory of the largest process", "MB", segue: ours.map(\.residentMegabytes).max() ?? 0))
        table.notes.append("a fifth of the recording shows no marker, so that it is looked for in every picture")
        table.notes.append("both decode with libavcodec on all cores")
        try table.show(json: options.json)
    }

    private func expect(_ run: MeasuredRun, of program: String) throws {
        guard run.exitCode == 0 else { throw UnexpectedExit(program: program, exitCode: run.exitCode) }
    }
}

import ArgumentParser
import Foundation

/// Checking a Now Playing log of a million lines, and the timed metadata of a transport stream beside
/// `ffprobe -show_packets` of its ID3 stream.
struct AppleSideBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple-side", abstract: "Check a log of a million lines; read timed metadata beside ffprobe.")

    @OptionGroup var options: BenchmarkOptions

    /// Minutes of the transport stream, at 1.5 Mbit/s.
    private static let minutes = 10

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var table = BenchmarkTable(benchmark: "apple-side", peer: "ffprobe", runs: options.runs)
        try measureLog(in: folder, &table)
        try measureMetadata(in: folder, &table)
        table.notes.append("the log has no peer; ffprobe prints the ID3 packets without reading them")
        try table.show(json: options.json)
    }

    private func measureLog(in folder: URL, _ table: inout BenchmarkTable) throws {
        let film = folder.appending(path: "film.m3u8")
        let segments = (0..<100).map { "#EXTINF:6,\n\($0).ts\n" }.joined()
        try Data("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(segments)#EXT-X-ENDLIST\n".utf8).write(to: film)
        let log = folder.appending(path: "log.jsonl")
        try Self.writeLog(to: log)
        var runs: [MeasuredRun] = []
        for _ in 0..<options.runs {
            let run = try MeasuredRun(
                BuiltPrograms.segue, ["nowplaying", "check", log.path(), "--against", film.path(), "--quiet"])
            guard run.exitCode == 0 else { throw UnexpectedExit(program: "segue nowplaying", exitCode: run.exitCode) }
            runs.append(run)
        }
        table.rows.append(.init("log of 1 M lines: wall", "ms", segue: runs.map(\.wall).median, goal: "< 5000"))
        table.rows.append(.init("log of 1 M lines: processor", "ms", segue: runs.map(\.processor).median))
        table.rows.append(
            .init("log of 1 M lines: memory", "MB", segue: runs.map(\.residentMegabytes).median, goal: "< 200"))
    }

    /// A viewer who seeks all the time: an event, its update, and the same dictionary again.
    ///
    /// Written in pieces: a process starts with the peak of memory of the one that spawned it (getrusage(2),
    /// `ru_maxrss`), so what this one holds would count for the one that is measured.
    private static func writeLog(to file: URL) throws {
        func dictionary(_ elapsed: Int) -> String {
            #"{"MPMediaItemPropertyTitle":"A film","MPNowPlayingInfoPropertyExternalContentIdentifier":"film-1","#
                + #""MPMediaItemPropertyPlaybackDuration":600,"MPNowPlayingInfoPropertyElapsedPlaybackTime":\#(elapsed),"#
                + #""MPNowPlayingInfoPropertyPlaybackRate":1}"#
        }
        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        defer { try? output.close() }
        var text =
            #"{"time":0,"commands":{"play":{"handlers":1,"enabled":true}}}"# + "\n"
            + #"{"time":0,"event":"start","position":0,"nowPlaying":\#(dictionary(0))}"# + "\n"
        for number in 1...333_333 {
            let (time, position) = (number * 5, number % 500)
            text += #"{"time":\#(time),"event":"seek","position":\#(position)}"# + "\n"
            text += #"{"time":\#(time).1,"nowPlaying":\#(dictionary(position))}"# + "\n"
            text += #"{"time":\#(time + 3),"position":\#(position + 3),"nowPlaying":\#(dictionary(position))}"# + "\n"
            if number % 1000 == 0 || number == 333_333 {
                try output.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
    }

    private func measureMetadata(in folder: URL, _ table: inout BenchmarkTable) throws {
        func path(_ name: String) -> String { folder.appending(path: name).path() }
        try make(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=60", "-f",
                "lavfi",
                "-i", "sine=duration=60", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "1400k", "-g", "50",
                "-c:a",
                "aac", path("minute.ts"),
            ])
        try make(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-stream_loop", "\(Self.minutes - 1)", "-i", path("minute.ts"), "-c", "copy",
                path("plain.ts"),
            ])
        let script = BuiltPrograms.root.appending(path: "Tests/Fixtures/add-id3.py").path()
        try make("python3", [script, path("plain.ts"), path("film.ts")])
        let size = try FileManager.default.attributesOfItem(atPath: path("film.ts"))[.size] as? Int ?? 0
        var ours: [MeasuredRun] = []
        var peer: [MeasuredRun] = []
        for _ in 0..<options.runs {
            let run = try MeasuredRun(BuiltPrograms.segue, ["metadata", path("film.ts"), "--json"])
            guard run.exitCode == 0 else { throw UnexpectedExit(program: "segue metadata", exitCode: run.exitCode) }
            ours.append(run)
            peer.append(
                try MeasuredRun(
                    "ffprobe", ["-v", "error", "-select_streams", "d", "-show_packets", "-of", "json", path("film.ts")])
            )
        }
        let megabytes = Double(size) / 1_000_000
        table.rows.append(
            .init(
                "timed metadata of \(Int(megabytes)) MB", "MB/s", segue: megabytes / ours.map(\.wall).median * 1000,
                peer: megabytes / peer.map(\.wall).median * 1000, goal: ">= 200"))
    }

    private func make(_ program: String, _ arguments: [String]) throws {
        let run = try MeasuredRun(program, arguments)
        guard run.exitCode == 0 else { throw UnexpectedExit(program: program, exitCode: run.exitCode) }
    }
}

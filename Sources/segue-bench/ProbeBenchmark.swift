import ArgumentParser
import Foundation

/// Measuring media beside libavformat itself and beside a process of ffprobe for each asset.
struct ProbeBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe", abstract: "Measure media beside bare libavformat, and a list of assets beside ffprobe.")

    @OptionGroup var options: BenchmarkOptions

    /// A class of asset with the goal for it.
    private static let classes = [
        "small.mp4", "small-fragmented.mp4", "small.ts", "1080p.mp4", "1080p-fragmented.mp4", "1080p.ts",
        "1080p-hevc.mp4", "1080p-hevc-fragmented.mp4", "1080p-hevc.ts", "2160p.mp4", "2160p-fragmented.mp4", "2160p.ts",
    ]

    func run() async throws {
        let media = BuiltPrograms.root.appending(path: ".build/bench-media")
        let script = BuiltPrograms.root.appending(path: "scripts/make-bench-media.sh").path()
        try expect(try MeasuredRun(script, [media.path()]), 0, of: script)
        var table = BenchmarkTable(benchmark: "probe", peer: "libavformat, ffprobe", runs: options.runs)
        try measureClasses(media, in: &table)
        try measureLists(media.appending(path: "many"), in: &table)
        try measureOverHTTP(media, in: &table)
        table.notes.append("a class: processor time of the worker for one file, beside open and find_stream_info alone")
        table.notes.append("300 assets: one process of segue from start to end, beside a process of ffprobe for each")
        table.notes.append(
            "HLS: 3 variants and 1 audio rendition in fragmented MP4; the origin waits 50 ms before each answer")
        table.notes.append("headers: processor time in memory, without the process and without printing")
        try table.show(json: options.json)
    }

    private func measureClasses(_ media: URL, in table: inout BenchmarkTable) throws {
        guard FileManager.default.isExecutableFile(atPath: BuiltPrograms.bareProber) else {
            table.notes.append("no bare libavformat: scripts/install-bench-peers.sh could not build it")
            return
        }
        let worker = try WorkerProcess(BuiltPrograms.worker)
        for name in Self.classes {
            let path = media.appending(path: name).path()
            // What takes half a millisecond needs more than a few runs.
            let count = name.hasPrefix("small") ? 40 : 8
            _ = try worker.measure(path, times: 2)
            var (ours, peers): ([Double], [Double]) = ([], [])
            for _ in 0..<options.runs {
                ours.append(try worker.measure(path, times: count))
                let run = try MeasuredRun(BuiltPrograms.bareProber, ["\(count)", path])
                try expect(run, 0, of: BuiltPrograms.bareProber)
                let text = String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
                peers.append(Double(text) ?? 0)
            }
            var row = BenchmarkTable.Row(
                name, "µs", segue: ours.median, peer: peers.median, goal: "at most 1.5 of peer")
            row.ratio = ours.median / max(peers.median, 1)
            table.rows.append(row)
        }
    }

    private func measureLists(_ folder: URL, in table: inout BenchmarkTable) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
        let paths = names.filter { !$0.hasSuffix(".part") }.map { folder.appending(path: $0).path() }
        var ours: [String: [MeasuredRun]] = [:]
        var peer: (wall: [Double], processor: [Double]) = ([], [])
        let forms = [
            ("full, 1 worker", ["--workers", "1"]), ("full, 2 workers", []), ("headers", ["--tier", "headers"]),
        ]
        for _ in 0..<options.runs {
            for (form, arguments) in forms {
                let run = try MeasuredRun(BuiltPrograms.segue, ["probe", "--no-cache", "--ndjson"] + arguments + paths)
                try expect(run, 0, of: "segue probe")
                ours[form, default: []].append(run)
            }
            // One in ten stands for all: the peer's time is that of its start, again and again.
            var sum = (wall: 0.0, processor: 0.0)
            for path in stride(from: 0, to: paths.count, by: 10).map({ paths[$0] }) {
                let run = try MeasuredRun("ffprobe", ["-v", "error", "-show_streams", "-of", "json", path])
                try expect(run, 0, of: "ffprobe")
                sum.wall += run.wall * 10
                sum.processor += run.processor * 10
            }
            peer.wall.append(sum.wall)
            peer.processor.append(sum.processor)
        }
        let goals = ["full, 1 worker": "45x", "full, 2 workers": "75x"]
        for (form, _) in forms {
            let runs = ours[form] ?? []
            table.rows.append(
                .init(
                    "\(paths.count) assets, \(form): wall", "ms", segue: runs.map(\.wall).median,
                    peer: peer.wall.median, goal: goals[form]))
            table.rows.append(
                .init(
                    "\(paths.count) assets, \(form): processor", "ms", segue: runs.map(\.processor).median,
                    peer: peer.processor.median))
        }
        let list = (0..<10_000).map { paths[$0 % paths.count] + "\n" }.joined()
        let watched = try WatchedRun(BuiltPrograms.segue, ["probe", "--stdin", "--ndjson", "--no-cache"], input: list)
        guard watched.exitCode == 0, watched.lines == 10_000 else {
            throw UnexpectedExit(program: "segue probe --stdin", exitCode: watched.exitCode)
        }
        table.rows.append(
            .init(
                "10,000 assets from a list: memory of all processes", "MB", segue: Double(watched.mostMemory) / 1e6,
                goal: "under 100"))
        let headers = try HeaderReadings(paths)
        var readings: [Double] = []
        for _ in 0..<options.runs { readings.append(try headers.secondsOnce() * 1000) }
        table.rows.append(
            .init(
                "\(paths.count) assets, headers alone", "ms", segue: readings.median, peer: peer.processor.median,
                goal: "1000x"))
    }

    /// What a presentation costs over HTTP, and memory over a list of remote assets.
    private func measureOverHTTP(_ media: URL, in table: inout BenchmarkTable) throws {
        for tier in ["headers", "full"] {
            let goals: [String?] = tier == "headers" ? ["at most 3", "at most 64"] : [nil, nil]
            var (trips, kibibytes, wall): ([Double], [Double], [Double]) = ([], [], [])
            for _ in 0..<min(options.runs, 3) {
                let origin = try MediaOrigin(serving: media.appending(path: "hls"))
                let run = try MeasuredRun(
                    BuiltPrograms.segue,
                    ["probe", origin.url("delay/50/main.m3u8"), "--tier", tier, "--no-cache", "--json"])
                try expect(run, 0, of: "segue probe")
                let document = try JSONDecoder().decode(ProfileUsage.self, from: Data(run.output))
                trips.append(Double(try origin.roundTrips()))
                kibibytes.append(Double(document.assets.reduce(0) { $0 + $1.usage.bytes }) / 1024)
                wall.append(run.wall)
            }
            table.rows.append(
                .init("HLS at 50 ms, \(tier): round trips in sequence", "count", segue: trips.median, goal: goals[0]))
            table.rows.append(.init("HLS at 50 ms, \(tier): read", "KiB", segue: kibibytes.median, goal: goals[1]))
            table.rows.append(.init("HLS at 50 ms, \(tier): wall", "ms", segue: wall.median))
        }
        let folder = media.appending(path: "many")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
            .filter { !$0.hasSuffix(".part") }
        let origin = try MediaOrigin(serving: folder)
        let list = (0..<10_000).map { origin.url("files/" + names[$0 % names.count]) + "\n" }.joined()
        let watched = try WatchedRun(BuiltPrograms.segue, ["probe", "--stdin", "--ndjson", "--no-cache"], input: list)
        guard watched.exitCode == 0, watched.lines == 10_000 else {
            throw UnexpectedExit(program: "segue probe --stdin", exitCode: watched.exitCode)
        }
        table.rows.append(
            .init(
                "10,000 assets over HTTP: memory of all processes", "MB", segue: Double(watched.mostMemory) / 1e6,
                goal: "under 100"))
    }

    /// What a document of `segue probe` says of bytes.
    private struct ProfileUsage: Decodable {
        struct Asset: Decodable {
            struct Usage: Decodable { var bytes: Int }
            var usage: Usage
        }
        var assets: [Asset]
    }

    private func expect(_ run: MeasuredRun, _ exitCode: Int32, of program: String) throws {
        guard run.exitCode == exitCode else { throw UnexpectedExit(program: program, exitCode: run.exitCode) }
    }
}

import ArgumentParser
import Foundation

/// Reading media playlists beside Python's `m3u8`.
///
/// Each run is a process of its own, so that the memory of one does not hide that of the next; only the reading inside
/// it is timed.
struct ParseBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Read playlists of up to a million segments.",
        subcommands: [Measure.self, ParseOnce.self], defaultSubcommand: Measure.self)

    /// One playlist to read.
    private struct Input {
        var name: String
        var segments: Int
        var interstitials = 0
    }

    private static let inputs = [
        Input(name: "10 k segments", segments: 10_000), Input(name: "100 k segments", segments: 100_000),
        Input(name: "1 M segments", segments: 1_000_000),
        Input(name: "100 k segments, 2,000 breaks", segments: 100_000, interstitials: 2000),
    ]

    struct Measure: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Measure all playlists.", shouldDisplay: false)

        @OptionGroup var options: BenchmarkOptions

        func run() async throws {
            let hasPeer = FileManager.default.isExecutableFile(atPath: BuiltPrograms.python)
            var table = BenchmarkTable(benchmark: "parse", peer: hasPeer ? "m3u8 (Python)" : nil, runs: options.runs)
            if !hasPeer { table.notes.append("no peer: scripts/install-bench-peers.sh could not install it") }
            var perSegment: [Double] = []
            for input in ParseBenchmark.inputs {
                perSegment.append(try measure(input, hasPeer: hasPeer, in: &table))
            }
            // The same time for each segment, whatever their number, within what caches make of it.
            table.rows.append(
                .init("time a segment, 1 M against 10 k", "x", segue: perSegment[2] / perSegment[0], goal: "about 1"))
            if hasPeer { table.notes.append("the peer reads a million segments once only") }
            try table.show(json: options.json)
        }

        /// The result is the median time for one segment, in seconds.
        private func measure(_ input: Input, hasPeer: Bool, in table: inout BenchmarkTable) throws -> Double {
            let file = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString).m3u8")
            defer { try? FileManager.default.removeItem(at: file) }
            let text = GeneratedPlaylist.text(segments: input.segments, interstitials: input.interstitials)
            try Data(text).write(to: file)
            var ours: [ParseFigures] = []
            var peers: [ParseFigures] = []
            for run in 0..<options.runs {
                // What takes two milliseconds needs more than a few runs.
                for _ in 0..<max(1, 100_000 / input.segments) {
                    ours.append(try figures(BuiltPrograms.bench, ["parse", "once", file.path()], of: input))
                }
                if hasPeer, run == 0 || input.segments < 1_000_000 {
                    peers.append(try figures(BuiltPrograms.python, [BuiltPrograms.peerReader, file.path()], of: input))
                }
            }
            func row(_ measure: String, _ unit: String, goal: String? = nil, _ value: (ParseFigures) -> Double) {
                table.rows.append(
                    .init(
                        "\(input.name): \(measure)", unit, segue: ours.map(value).median,
                        peer: peers.isEmpty ? nil : peers.map(value).median, goal: goal))
            }
            let megabytes = Double(text.count) / 1_000_000
            row("parse", "MB/s", goal: ">= 150") { megabytes / $0.parseSeconds }
            row("memory a segment", "bytes") { Double($0.residentBytes) / Double(input.segments) }
            if input.interstitials > 0 {
                let milliseconds = ours.map { ($0.parseSeconds + $0.scheduleSeconds) * 1000 }.median
                table.rows.append(.init("\(input.name): parse and schedule", "ms", segue: milliseconds))
            }
            return ours.map(\.parseSeconds).median / Double(input.segments)
        }

        private func figures(_ program: String, _ arguments: [String], of input: Input) throws -> ParseFigures {
            let run = try MeasuredRun(program, arguments)
            guard run.exitCode == 0 else { throw UnexpectedExit(program: program, exitCode: run.exitCode) }
            let figures = try JSONDecoder().decode(ParseFigures.self, from: Data(run.output))
            guard figures.segments == input.segments, figures.interstitials == input.interstitials else {
                throw WrongCount(program: program, figures: figures)
            }
            return figures
        }
    }
}

/// What one process found about one playlist.
struct ParseFigures: Codable {
    /// Segments found; a reader that misses some is not fast.
    var segments: Int
    /// Date ranges found.
    var interstitials: Int
    /// Time from bytes in memory to the value.
    var parseSeconds: Double
    /// Time from the value to the schedule; 0 where nothing is scheduled.
    var scheduleSeconds: Double
    /// Growth of the process' own memory while parsing.
    var residentBytes: Int
}

/// A program that read something else than was written.
struct WrongCount: Error, CustomStringConvertible {
    var program: String
    var figures: ParseFigures
    var description: String {
        "\(program) found \(figures.segments) segments and \(figures.interstitials) breaks, not those written"
    }
}

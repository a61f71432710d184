import ArgumentParser
import DeviceMatrix
import Foundation
import Glibc
import HLSPlaylists
import HarnessReports
import HarnessTestSupport
import MatrixRuns
import MediaFormats
import TransitionRisk

/// Nights of a large lab: runs from kept measurements, the page of a run, a year of history. No other program does this,
/// so there is no peer.
struct NightlyBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nightly", abstract: "Run 40 receivers by 200 transitions, night after night.")

    @Option(help: "How many nights the history has.")
    var nights = 365

    @OptionGroup var options: BenchmarkOptions

    func validate() throws {
        guard (3...10_000).contains(nights) else { throw ValidationError("--nights must be 3 to 10000") }
    }

    func run() async throws {
        let matrix = try DeviceMatrix.load()
        let folder = FileManager.default.temporaryDirectory.appending(path: "segue-nights-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let history = try History(folder: folder, access: .writing)
        let lab = BenchmarkLab(matrix: matrix, receivers: 40)
        let clock = ContinuousClock()

        let first = try await clock.measure { _ = try await lab.night(0, history) }
        let second = try await clock.measure { _ = try await lab.night(1, history) }
        let before = try await history.size()
        for night in 2..<nights { _ = try await lab.night(night, history) }
        let (last, bytes) = (nights, try await history.size())

        let diff = try await clock.measure {
            let difference = RunDifference(from: try await history.load(last - 1), to: try await history.load(last))
            _ = try DiffReport(difference: difference, tool: .bench).json()
        }
        let name = try await history.cells(like: "break-7/enter @ receiver-3", limit: 1).first
        var points = 0
        let cell = try await clock.measure {
            if let name { points = try await history.history(of: name).points.count }
        }
        var cells = 0
        let report = try await clock.measure {
            let report = try await history.report(last)
            cells = report.entries.count
            _ = try report.text(as: .html, tool: .bench)
        }
        let large = BenchmarkLab(matrix: matrix, receivers: 50)
        let page = try await large.night(0, history).text(as: .html, tool: .bench)

        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        var table = BenchmarkTable(benchmark: "nightly", runs: 1)
        table.rows = [
            .init("cells of a night", "count", segue: Double(cells)),
            .init("first night, all verdicts worked out", "s", segue: first / .seconds(1), goal: "under 10"),
            .init("a night over unchanged inputs", "s", segue: second / .seconds(1), goal: "under 10"),
            .init("page of 10,000 cells", "KB", segue: Double(page.utf8.count) / 1000, goal: "under 5000"),
            .init("nights in the history", "count", segue: Double(last)),
            .init("history, a night", "KB", segue: Double(bytes - before) / Double(last - 2) / 1000),
            .init("difference of two nights", "s", segue: diff / .seconds(1), goal: "under 1"),
            .init("one cell over \(points) nights", "s", segue: cell / .seconds(1), goal: "under 1"),
            .init("report of the last night", "s", segue: report / .seconds(1), goal: "under 1"),
            .init("peak resident memory of it all", "MB", segue: Double(usage.ru_maxrss) / 1000, goal: "under 300"),
        ]
        table.notes.append("40 receivers by 200 transitions; one creative in twenty changes each night")
        try table.show(json: options.json)
    }
}

extension Tool {
    fileprivate static let bench = Tool(name: "segue-bench", version: "0")
}

/// A lab of made-up receivers and primaries that takes no time to read.
private struct BenchmarkLab: EntryReader {
    let matrix: DeviceMatrix
    let receivers: Int
    private var night = 0

    init(matrix: DeviceMatrix, receivers: Int) {
        self.matrix = matrix
        self.receivers = receivers
    }

    /// Primaries, each with as many breaks of two transitions.
    private static let primaries = 10
    private static let breaks = 10

    func night(_ number: Int, _ history: History) async throws -> RunReport {
        var lab = self
        lab.night = number
        let reachable = matrix.profiles.filter { $0.capabilities.airPlayVideo?.value != false }
        let columns = (0..<receivers).map { index in
            var receiver = RunReceiver(profile: reachable[index % reachable.count])
            receiver.id = "receiver-\(index)"
            receiver.title = "Receiver \(index)"
            return RunSetup.Column(receiver: receiver)
        }
        let setup = RunSetup(
            tool: "segue-bench", program: "bench", rules: "bench", costs: matrix.costs.version, inputs: "bench",
            failOn: .high, columns: columns,
            entries: (0..<Self.primaries).map { RunSetup.Entry(name: "film-\($0)", address: "/film-\($0).m3u8") },
            expectations: [])
        let run = try await history.begin(setup, at: "2026-01-01T00:00:00Z")
        let runner = MatrixRunner(
            history: history, run: run, reader: lab,
            assessor: TransitionAssessor(model: DelayModel(costs: matrix.costs)), policy: MatrixRunner.Policy(),
            isInterrupted: { false }, report: { _ in })
        _ = try await runner.perform()
        try await history.end(run.id, state: .finished, at: "2026-01-01T00:01:00Z")
        return try await history.report(run.id)
    }

    /// One break in twenty has another creative every night.
    private func creative(_ place: Int, _ index: Int) -> Int {
        (place * Self.breaks + index + night) % 20 == 0 ? 1 + night % 5 : 0
    }

    func revision(of place: Int) async -> EntryReading<EntryRevision> {
        let creatives = (0..<Self.breaks).map { "\(creative(place, $0))" }.joined(separator: " ")
        return .read(EntryRevision(name: "\(place) \(creatives)", assets: ["/ad": SHA256.name(of: [creatives])]))
    }

    func check(_ place: Int, revision: EntryRevision) async -> EntryReading<CheckedEntry> {
        let film = SampleMedia.asset("film", SampleMedia.film, duration: .seconds(3600))
        let builder = TransitionBuilder(
            primary: film, keyframes: KeyframeGrid(segmentStarts: [.zero], interval: .seconds(2)))
        let transitions = builder.transitions(
            (0..<Self.breaks).map { index in
                let creative = creative(place, index)
                let ad = SampleMedia.asset(
                    "ad",
                    SampleMedia.film { parameters in
                        parameters.video?.configurationDigest = "ad-\(place)-\(index)"
                        parameters.video?.resolution = Resolution(
                            width: 640 + 16 * (place * Self.breaks + index), height: 720)
                        if creative > 0 { parameters.video?.codec = .hevc }
                        if creative > 2 { parameters.video?.frameRate = FrameRate(25) }
                        if creative > 3 { parameters.audio?.codec = .eac3 }
                    }, duration: .seconds(15))
                return PlayedBreak(
                    id: "break-\(index)", at: .seconds(300 * (index + 1)), resume: .seconds(300 * (index + 1)),
                    assets: [PlayedAsset(profile: ad, plays: .seconds(15))], usesAssetList: false)
            })
        let spans = (0..<Self.breaks).flatMap { index in
            [
                CheckedEntry.Span(
                    title: "film", isPrimary: true, startSeconds: Double(315 * index), lengthSeconds: 300),
                CheckedEntry.Span(
                    title: "break-\(index)", isPrimary: false, startSeconds: Double(315 * index + 300),
                    lengthSeconds: 15),
            ]
        }
        return .read(
            CheckedEntry(
                transitions: transitions, spans: spans, problems: [], revision: { revision.assets[$0] ?? "film" }))
    }
}

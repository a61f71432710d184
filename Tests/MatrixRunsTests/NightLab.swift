import AirPlayReceivers
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessTestSupport
import MatrixRuns
import MediaFormats
import Synchronization
import TransitionRisk

/// A lab without a network: receivers of the shipped classes, primaries that a script gives, a history in a folder of its
/// own.
final class NightLab: Sendable {
    /// What reading a primary gives, attempt by attempt; the last one stays.
    enum Reading: Sendable {
        /// Breaks of one ad each, by id; `wrong` ones are HEVC.
        case breaks([(id: String, isWrong: Bool)], edition: String, problems: [String] = [])
        case failed(String)
        case timedOut(String)
    }

    static let matrix = try! DeviceMatrix.load()
    let folder: String
    private let state = Mutex(State())

    private struct State {
        var scripts: [String: [Reading]] = [:]
        var current: [String: Reading] = [:]
        var checks: [String] = []
        var interruptAfter: Int?
        var progress: [String] = []
        var judged = 0
    }

    init() {
        folder = Scratch.folder.appending(path: "segue-night-\(UUID().uuidString)")
            .path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Sets what reading a primary gives.
    func script(_ primary: String, _ readings: Reading...) { state.withLock { $0.scripts[primary] = readings } }

    /// Names of the primaries that were measured, in order.
    var checks: [String] { state.withLock { $0.checks } }

    /// Steps in the order they were done: the primary's name.
    var steps: [String] { state.withLock { $0.progress } }

    /// Verdicts that had to be worked out in the last night.
    var judged: Int { state.withLock { $0.judged } }

    /// Receivers: an Apple TV, a smart TV and a smart speaker, which AirPlay video does not reach.
    static func columns(tvFirmware: String = "1.0") -> [RunSetup.Column] {
        ["apple-tv/high", "smart-tv/high", "smart-speaker/high"].compactMap { id in
            guard let profile = matrix.profiles.first(where: { $0.id == id }) else { return nil }
            var receiver = RunReceiver(profile: profile)
            if id.hasPrefix("smart-tv") { receiver.firmware = tvFirmware }
            return RunSetup.Column(receiver: receiver)
        }
    }

    func setup(
        _ primaries: [String] = ["film"], columns: [RunSetup.Column] = NightLab.columns(),
        expectations: [Expectation] = [], program: String = "p1", scope: RunScope = RunScope(subject: .receivers)
    ) -> RunSetup {
        RunSetup(
            tool: "segue test", program: program, rules: "r1", costs: Self.matrix.costs.version, inputs: "i1",
            failOn: .high,
            columns: columns, entries: primaries.map { RunSetup.Entry(name: $0, address: "/\($0).m3u8") },
            expectations: expectations, scope: scope)
    }

    /// Runs a night, or the rest of one.
    ///
    /// - Parameters:
    ///   - run: A run to go on with; `nil` for a new one.
    ///   - interruptAfter: End the run after this many steps.
    @discardableResult
    func night(
        _ setup: RunSetup, resuming run: History.OpenRun? = nil, interruptAfter: Int? = nil, checksAll: Bool = false,
        batch: Int = 500
    ) async throws -> RunReport {
        let history = try History(folder: folder, access: .writing)
        state.withLock {
            $0.interruptAfter = interruptAfter
            $0.progress = []
        }
        let open: History.OpenRun
        if let run {
            try await history.resume(run.id)
            open = run
        } else {
            open = try await history.begin(setup, at: "2026-11-21T02:00:00Z")
        }
        var policy = MatrixRunner.Policy()
        policy.checksAll = checksAll
        policy.batch = batch
        policy.width = 1
        let runner = MatrixRunner(
            history: history, run: open, reader: Script(lab: self, entries: open.setup.entries.map(\.name)),
            assessor: TransitionAssessor(model: DelayModel(costs: Self.matrix.costs)), policy: policy,
            isInterrupted: { self.isInterrupted }, report: { progress in self.note(progress) })
        let isDone = try await runner.perform()
        try await history.end(open.id, state: isDone ? .finished : .interrupted, at: "2026-11-21T02:00:00Z")
        return try await history.report(open.id)
    }

    private var isInterrupted: Bool {
        state.withLock { state in state.interruptAfter.map { state.progress.count >= $0 } ?? false }
    }

    private func note(_ progress: MatrixRunner.Progress) {
        state.withLock {
            $0.progress.append(progress.last?.name ?? "")
            $0.judged = progress.judged
        }
    }

    /// What the next attempt finds.
    private func next(_ primary: String) -> Reading {
        state.withLock { state in
            let script = state.scripts[primary] ?? []
            let reading = script.first ?? .failed("no script")
            if script.count > 1 { state.scripts[primary] = Array(script.dropFirst()) }
            state.current[primary] = reading
            return reading
        }
    }

    private func current(_ primary: String) -> Reading? { state.withLock { $0.current[primary] } }

    /// The scripted side of the port.
    private struct Script: EntryReader {
        let lab: NightLab
        let entries: [String]

        func revision(of place: Int) async -> EntryReading<EntryRevision> {
            switch lab.next(entries[place]) {
            case .failed(let why): return .failed(why)
            case .timedOut(let why): return .timedOut(why)
            case .breaks(let breaks, let edition, let problems):
                let text = breaks.map { "\($0.id)\($0.isWrong)" }.joined() + edition + problems.joined()
                return .read(
                    EntryRevision(name: "\(entries[place]) \(text)", assets: ["/ad": edition, "/film": "film-1"]))
            }
        }

        func check(_ place: Int, revision: EntryRevision) async -> EntryReading<CheckedEntry> {
            guard case .breaks(let breaks, _, let problems) = lab.current(entries[place]) else {
                return .failed("no script")
            }
            lab.state.withLock { $0.checks.append(entries[place]) }
            let film = SampleMedia.asset("film", SampleMedia.film, duration: .seconds(600))
            let builder = TransitionBuilder(
                primary: film, keyframes: KeyframeGrid(segmentStarts: [.zero], interval: .seconds(2)))
            let transitions = builder.transitions(
                breaks.enumerated().map { index, item in
                    let ad = SampleMedia.asset(
                        "ad", SampleMedia.film { if item.isWrong { $0.video?.codec = .hevc } }, duration: .seconds(10))
                    return PlayedBreak(
                        id: item.id, at: .seconds(60 * (index + 1)), resume: .seconds(60 * (index + 1)),
                        assets: [PlayedAsset(profile: ad, plays: .seconds(10))], usesAssetList: false)
                })
            let spans =
                [CheckedEntry.Span(title: "film", isPrimary: true, startSeconds: 0, lengthSeconds: 60)]
                + breaks.map { CheckedEntry.Span(title: $0.id, isPrimary: false, startSeconds: 60, lengthSeconds: 10) }
            return .read(
                CheckedEntry(
                    transitions: transitions, spans: spans, problems: problems, revision: { revision.assets[$0] ?? "" })
            )
        }
    }
}

extension RunReport {
    /// The outcomes by `event/position @ receiver`.
    var outcomes: [String: CellOutcome] {
        Dictionary(
            entries.map { entry in
                let name = run.name(of: entry.cell)
                return ("\(name.transition.event)/\(name.transition.position) @ \(name.receiver)", entry.cell.outcome)
            }, uniquingKeysWith: { first, _ in first })
    }
}

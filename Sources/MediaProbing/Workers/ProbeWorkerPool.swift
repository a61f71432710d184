import Foundation
import Glibc
package import MediaFormats
import Synchronization

/// The worker processes that measure media with libavformat.
///
/// A worker that crashes or does not answer costs the one resource it was at; it is replaced, and the others go on.
/// Workers end when the pool is shut down or this program ends.
///
/// ```swift
/// let pool = ProbeWorkerPool()
/// pool.start()   // early: a worker needs up to 0.3 s before it can answer
/// ```
package final class ProbeWorkerPool: Sendable {
    private let count: Int
    private let executable: String
    private let grace: Duration
    private let queue = ProbeJobQueue()
    private let state = Mutex(State())

    private struct State {
        var isStarted = false
        var processes: Set<Int32> = []
        var running: [Task<Void, Never>] = []
    }

    /// Prepares a pool.
    ///
    /// - Parameters:
    ///   - workers: Number of processes, at least 1: one for each core.
    ///   - executable: Path of the worker; `nil` for `$SEGUE_PROBE`, else `segue-probe` beside the running program.
    ///   - grace: Time beyond a request's own deadline after which a worker counts as stuck.
    package init(workers: Int = 2, executable: String? = nil, grace: Duration = .seconds(2)) {
        count = max(1, workers)
        self.executable = executable ?? Self.defaultExecutable
        self.grace = grace
    }

    deinit { queue.close() }

    /// Starts the workers and returns at once. The first measurement does it too.
    package func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        // A write to a worker that just died would end this program.
        signal(SIGPIPE, SIG_IGN)
        for _ in 0..<count {
            let worker = ProbeWorker(executable: executable, queue: queue, grace: grace) {
                [weak self] process, isRunning in
                self?.state.withLock { state in
                    if isRunning { state.processes.insert(process) } else { state.processes.remove(process) }
                }
            }
            let running = Task.detached { await worker.run() }
            state.withLock { $0.running.append(running) }
        }
    }

    /// Takes no more measurements, and waits until the workers have ended.
    package func shutdown() async {
        queue.close()
        for worker in state.withLock({ $0.running }) { await worker.value }
    }

    /// The processes that run now.
    package var processIdentifiers: [Int32] { state.withLock { $0.processes.sorted() } }

    /// Has a resource measured.
    ///
    /// - Parameters:
    ///   - request: ``MediaFormats/ProbeRequest/file(path:limits:)`` or
    ///     ``MediaFormats/ProbeRequest/ranges(_:totalSize:limits:)``.
    ///   - payload: The bytes of the request's ranges.
    ///   - supply: Gets more bytes when the worker needs them.
    package func measure(
        _ request: ProbeRequest, payload: [UInt8] = [],
        supply: @escaping @Sendable (ResourceRange) async -> ProbeSupply = { ProbeSupply(offset: $0.offset, bytes: []) }
    ) async throws(ProbeWorkerError) -> MeasuredMedia {
        guard case .media(let media) = try await run(ProbeJob(request, payload: payload, supply: supply)) else {
            throw .failed(ProbeFailure(.badRequest, "another answer than was asked for"))
        }
        return media
    }

    /// Has the timed ID3 tags of a transport stream collected.
    ///
    /// - Parameters:
    ///   - request: ``MediaFormats/ProbeRequest/tags(path:limits:)``.
    ///   - payload: The whole resource, for a request without a path.
    package func tags(_ request: ProbeRequest, payload: [UInt8] = []) async throws(ProbeWorkerError) -> TimedTagHarvest
    {
        let job = ProbeJob(request, payload: payload) { ProbeSupply(offset: $0.offset, bytes: []) }
        guard case .tags(let harvest) = try await run(job) else {
            throw .failed(ProbeFailure(.badRequest, "another answer than was asked for"))
        }
        return harvest
    }

    private func run(_ job: ProbeJob) async throws(ProbeWorkerError) -> ProbeAnswer {
        start()
        let outcome = await withTaskCancellationHandler {
            if !queue.add(job) { job.finish(.failure(.unavailable("the pool is shut down"))) }
            return await job.outcome
        } onCancel: {
            job.finish(.failure(.cancelled))
        }
        return try outcome.get()
    }

    /// The worker that is started where none is named: `$SEGUE_PROBE`, else `segue-probe` beside the running program.
    package static var defaultExecutable: String {
        if let path = ProcessInfo.processInfo.environment["SEGUE_PROBE"], !path.isEmpty { return path }
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "segue"
        return URL(filePath: program).deletingLastPathComponent().appending(path: "segue-probe").path(
            percentEncoded: false)
    }
}

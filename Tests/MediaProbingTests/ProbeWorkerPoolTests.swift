import Foundation
import Glibc
import HLSPlaylists
import MediaFormats
import MediaProbing
import Synchronization
import Testing

/// A worker that dies or hangs costs one resource. Each test harms its own workers.
@Suite(.timeLimit(.minutes(30))) struct ProbeWorkerPoolTests {
    private let whole = ProbeRequest.file(
        path: GeneratedMedia.path("plain.mp4"), limits: ProbeLimits(deadline: patience))

    /// A conversation that comes to the point where the worker waits for bytes.
    private func measureSlowly(
        _ pool: ProbeWorkerPool, supply: @escaping @Sendable (ResourceRange) async -> ProbeSupply
    ) async throws -> MeasuredMedia {
        let head = Array(try GeneratedMedia.bytes("plain.mp4").prefix(100))
        return try await pool.measure(
            .ranges([ResourceRange(offset: 0, length: 100)], totalSize: nil, limits: ProbeLimits(deadline: patience)),
            payload: head,
            supply: supply)
    }

    @Test func aCrashCostsOneResourceAndTheWorkerIsReplaced() async throws {
        let pool = ProbeWorkerPool(workers: 1, grace: patience)
        _ = try await pool.measure(whole)
        let victim = try #require(pool.processIdentifiers.first)
        await #expect(throws: ProbeWorkerError.crashed("signal 9")) {
            try await measureSlowly(pool) { _ in
                kill(victim, SIGKILL)
                return ProbeSupply(offset: 100, bytes: [0])
            }
        }
        let next = try await pool.measure(whole)
        #expect(next.parameters.video?.codec == .avc)
        #expect(pool.processIdentifiers.count == 1)
        #expect(pool.processIdentifiers != [victim])
    }

    @Test func othersGoOnBesideACrash() async throws {
        let pool = ProbeWorkerPool(workers: 2, grace: patience)
        let killed = Mutex<[Int32]>([])
        let doomed = Task {
            try await measureSlowly(pool) { range in
                // Only one of the two waits here; the other takes what comes.
                for _ in 0..<5 { _ = try? await pool.measure(whole) }
                killed.withLock { $0 = pool.processIdentifiers }
                for process in pool.processIdentifiers { kill(process, SIGKILL) }
                return ProbeSupply(offset: range.offset, bytes: [0])
            }
        }
        await #expect(throws: ProbeWorkerError.self) { try await doomed.value }
        for process in killed.withLock({ $0 }) { try await Self.end(of: process) }
        var results = 0
        for _ in 0..<4 { results += (try? await pool.measure(whole)) == nil ? 0 : 1 }
        // The idle worker was killed too, which must not be held against the next resource.
        #expect(results == 4)
    }

    /// A signal takes its time: waits until a process is no more, or waits for its parent to notice.
    private static func end(of process: Int32) async throws {
        while let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            !status.contains(") Z "), !status.contains(") X ")
        {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// A worker is told of the next file before it is done with one, which costs that next one nothing.
    @Test func whatWaitedBehindALostOneIsMeasuredByTheNextWorker() async throws {
        let pool = ProbeWorkerPool(workers: 1, grace: .seconds(5))
        _ = try await pool.measure(whole)
        let request = ProbeRequest.file(
            path: GeneratedMedia.path("plain.mp4"), limits: ProbeLimits(deadline: .seconds(10)))
        kill(try #require(pool.processIdentifiers.first), SIGSTOP)
        let measurements = (0..<4).map { _ in Task { try await pool.measure(request) } }
        var errors: [ProbeWorkerError] = []
        for measurement in measurements {
            do {
                #expect(try await measurement.value.parameters.video?.codec == .avc)
            } catch let error as ProbeWorkerError {
                errors.append(error)
            }
        }
        #expect(errors == [.timedOut(after: .seconds(15))])
    }

    @Test func aWorkerThatHangsIsEndedAtItsDeadline() async throws {
        let pool = ProbeWorkerPool(workers: 1, grace: .milliseconds(200))
        _ = try await pool.measure(whole)
        kill(try #require(pool.processIdentifiers.first), SIGSTOP)
        let limits = ProbeLimits(deadline: .milliseconds(100))
        await #expect(throws: ProbeWorkerError.timedOut(after: .milliseconds(300))) {
            try await pool.measure(.file(path: GeneratedMedia.path("plain.mp4"), limits: limits))
        }
        #expect(try await pool.measure(whole).parameters.video?.codec == .avc)
    }

    /// A pipe holds 64 KiB as a rule: what is longer waits for a worker that does not read.
    @Test func aLongMessageToAWorkerThatHangsEndsToo() async throws {
        let pool = ProbeWorkerPool(workers: 1, grace: .milliseconds(200))
        _ = try await pool.measure(whole)
        kill(try #require(pool.processIdentifiers.first), SIGSTOP)
        let limits = ProbeLimits(deadline: .milliseconds(100))
        await #expect(throws: ProbeWorkerError.timedOut(after: .milliseconds(300))) {
            try await pool.measure(.file(path: "/" + String(repeating: "a", count: 1 << 20), limits: limits))
        }
        #expect(try await pool.measure(whole).parameters.video?.codec == .avc)
    }

    @Test func givingUpEndsTheWaitAndKeepsTheWorker() async throws {
        let pool = ProbeWorkerPool(workers: 1, grace: patience)
        _ = try await pool.measure(whole)
        let workers = pool.processIdentifiers
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await measureSlowly(pool) { range in
                asking.finish()
                for await _ in gate {}
                return ProbeSupply(offset: range.offset, bytes: [0])
            }
        }
        for await _ in asked {}
        task.cancel()
        await #expect(throws: ProbeWorkerError.cancelled) { try await task.value }
        // Only now come the bytes that the worker was waiting for.
        opener.finish()
        #expect(try await pool.measure(whole).parameters.video?.codec == .avc)
        #expect(pool.processIdentifiers == workers)
    }

    @Test func aMissingWorkerIsNamed() async throws {
        let pool = ProbeWorkerPool(workers: 1, executable: "/nonexistent/segue-probe")
        for _ in 0..<2 {
            await #expect {
                try await pool.measure(whole)
            } throws: { error in
                guard case ProbeWorkerError.unavailable(let text) = error else { return false }
                return text.contains("/nonexistent/segue-probe")
            }
        }
    }

    @Test func aProgramThatIsNoWorkerIsACrash() async throws {
        let pool = ProbeWorkerPool(workers: 1, executable: "/bin/false")
        await #expect(throws: ProbeWorkerError.crashed("exit code 1")) { try await pool.measure(whole) }
        let talker = ProbeWorkerPool(workers: 1, executable: "/usr/bin/yes")
        await #expect(throws: ProbeWorkerError.self) { try await talker.measure(whole) }
    }

    @Test func workersEndWithThePool() async throws {
        let pool = ProbeWorkerPool(workers: 2, grace: patience)
        _ = try await pool.measure(whole)
        let workers = pool.processIdentifiers
        await pool.shutdown()
        while workers.contains(where: { kill($0, 0) == 0 }) { try await Task.sleep(for: .milliseconds(20)) }
        await #expect(throws: ProbeWorkerError.unavailable("the pool is shut down")) { try await pool.measure(whole) }
    }

    @Test func manyResourcesShareFewWorkers() async throws {
        let pool = ProbeWorkerPool(workers: 2, grace: patience)
        let rates = try await withThrowingTaskGroup(of: FrameRate?.self) { group in
            for _ in 0..<40 { group.addTask { try await pool.measure(whole).parameters.video?.frameRate } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(rates == Array(repeating: FrameRate(25), count: 40))
        #expect(pool.processIdentifiers.count <= 2)
    }
}

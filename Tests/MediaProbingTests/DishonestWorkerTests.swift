import Foundation
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import MediaProbing
import Synchronization
import Testing

/// A worker that was taken over by what it reads may answer anything: it costs its resource, and is ended.
@Suite(.timeLimit(.minutes(10))) struct DishonestWorkerTests {
    /// A program in the place of the worker that gives the same answer to every message.
    private final class Impostor {
        private let reply: TemporaryFile
        let pool: ProbeWorkerPool

        init(_ answer: ProbeReply) throws {
            let frame = try ProbeFrame(answer)
            reply = try TemporaryFile(frame.head + frame.payload, named: "reply")
            let program = URL(filePath: reply.path).deletingLastPathComponent().appending(path: "worker")
            try FileManager.default.createSymbolicLink(
                at: program, withDestinationURL: Fixtures.folder.appending(path: "impostor.py"))
            pool = ProbeWorkerPool(
                workers: 1, executable: program.path(percentEncoded: false), grace: patience)
        }
    }

    private static let limits = ProbeLimits(deadline: patience)

    /// It has these as a whole.
    @Test(
        "More of what it has",
        arguments: [ProbeRequest.file(path: "/a", limits: limits), .tags(path: "/a", limits: limits)])
    func asksWithoutNeed(request: ProbeRequest) async throws {
        let impostor = try Impostor(.needsMore(ResourceRange(offset: 0, length: 1)))
        await #expect(throws: ProbeWorkerError.crashed("ended, because it asked for more of what it had whole")) {
            if case .tags = request {
                _ = try await impostor.pool.tags(request)
            } else {
                _ = try await impostor.pool.measure(request)
            }
        }
    }

    @Test func asksAgainWhenThereIsNoMore() async throws {
        let impostor = try Impostor(.needsMore(ResourceRange(offset: 100, length: 1)))
        let supplies = Mutex(0)
        await #expect(throws: ProbeWorkerError.crashed("ended, because it asked again when there was nothing more")) {
            try await impostor.pool.measure(
                .ranges([ResourceRange(offset: 0, length: 1)], totalSize: nil, limits: Self.limits), payload: [0]
            ) { range in
                let count = supplies.withLock { count in
                    count += 1
                    return count
                }
                return ProbeSupply(offset: range.offset, bytes: count < 3 ? [0] : [])
            }
        }
        #expect(supplies.withLock { $0 } == 3)
    }

    /// Bytes that always arrive where they were asked for.
    private final class Zeros: AssetSource {
        let reads = Mutex(0)

        func read(
            _ reference: AssetReference, range: ByteRange?, limit: Int
        ) async throws(AssetReadError) -> AssetBytes {
            reads.withLock { $0 += 1 }
            return AssetBytes(
                bytes: [UInt8](repeating: 0, count: min(limit, 1001 - (range?.offset ?? 0))), totalSize: 1001,
                contentType: nil, reference: reference)
        }
    }

    /// The last byte again and again: the first read, and then 64. An offset that no resource has is read never.
    @Test("For ever", arguments: [(1000, 65), (.min, 1), (.max, 1)])
    func asksForEver(offset: Int, reads: Int) async throws {
        let impostor = try Impostor(.needsMore(ResourceRange(offset: offset, length: 1)))
        let source = Zeros()
        let prober = MediaProber(source: source, pool: impostor.pool, policy: ProbePolicy(firstRange: 1000))
        let error = await #expect(throws: ProbeError.self) {
            try await prober.measure(ProbeInput(try AssetReference(argument: "http://127.0.0.1/a.mp4")))
        }
        #expect(error?.reason == .workerCrashed("ended, because it asked again when there was nothing more"))
        #expect(source.reads.withLock { $0 } == reads)
    }

    /// Counts that no instrument reaches do not add up to more than an integer holds.
    @Test func countsTooMuch() async throws {
        let impostor = try Impostor(.measured(MeasuredMedia(parameters: OperatingParameters(), bytesRead: .max)))
        let media = try await impostor.pool.measure(.file(path: "/a", limits: Self.limits))
        #expect(media.bytesRead == 1 << 48)
    }
}

package import MediaFormats
import Synchronization

/// One measurement on its way through a worker.
final class ProbeJob: Sendable {
    /// How the conversation begins.
    let request: ProbeRequest
    /// Bytes that go with the request.
    let payload: [UInt8]
    /// Gets more bytes; an empty answer says that there are no more to be had.
    let supply: @Sendable (ResourceRange) async -> ProbeSupply
    private let state = Mutex(State())

    private struct State {
        var continuation: CheckedContinuation<Result<ProbeAnswer, ProbeWorkerError>, Never>?
        var outcome: Result<ProbeAnswer, ProbeWorkerError>?
    }

    /// Describes a measurement.
    init(_ request: ProbeRequest, payload: [UInt8], supply: @escaping @Sendable (ResourceRange) async -> ProbeSupply) {
        self.request = request
        self.payload = payload
        self.supply = supply
    }

    /// The outcome, as soon as ``finish(_:)`` was called.
    var outcome: Result<ProbeAnswer, ProbeWorkerError> {
        get async {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.continuation = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        }
    }

    /// Whether there is an outcome, be it that the caller gave up.
    var isFinished: Bool { state.withLock { $0.outcome != nil } }

    /// Ends the measurement; only the first outcome counts.
    func finish(_ outcome: Result<ProbeAnswer, ProbeWorkerError>) {
        let continuation = state.withLock { state in
            guard state.outcome == nil else {
                return nil as CheckedContinuation<Result<ProbeAnswer, ProbeWorkerError>, Never>?
            }
            state.outcome = outcome
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }
}

/// What a conversation ended with.
enum ProbeAnswer: Sendable {
    /// Facts.
    case media(MeasuredMedia)
    /// Tags.
    case tags(TimedTagHarvest)
}

/// More bytes of a resource.
package struct ProbeSupply: Sendable, Hashable {
    /// Where the bytes belong, in the order of ``bytes``; empty when there are no more.
    package var ranges: [ResourceRange]
    /// The bytes of all ranges.
    package var bytes: [UInt8]

    /// Collects bytes of one range; no bytes at all say that there are no more.
    package init(offset: Int, bytes: [UInt8]) {
        ranges = bytes.isEmpty ? [] : [ResourceRange(offset: offset, length: bytes.count)]
        self.bytes = bytes
    }
}

/// Why a worker gave no facts.
package enum ProbeWorkerError: Error, Sendable, Hashable {
    /// The worker said why.
    case failed(ProbeFailure)
    /// The worker ended in the middle of it, in this way.
    case crashed(String)
    /// The worker did not answer in time and was ended.
    case timedOut(after: Duration)
    /// The worker could not be started.
    case unavailable(String)
    /// The caller gave up.
    case cancelled
}

import CCurl
import Foundation
import Synchronization

/// Runs exchanges side by side on one thread of its own, which starts with the first and ends with ``stop()``.
///
/// Connections are kept and reused. Exchanges beyond an origin's limit wait here and not in libcurl, where waiting
/// would use up their time.
final class TransferLoop: Sendable {
    private let settings: TransferSettings
    private let inbox = Mutex(Inbox())
    /// Safe to share: other threads only wake it up.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    private struct Inbox {
        var arrivals: [Arrival] = []
        var cancellations: [UInt64] = []
        /// Exchanges that were handed over and have no outcome yet.
        var open: Set<UInt64> = []
        /// Exchanges that were given up before they were handed over.
        var abandoned: Set<UInt64> = []
        var lastIdentifier: UInt64 = 0
        var isStopped = false
        /// The handle is gone.
        var isClosed = false
    }

    /// An exchange on its way to the thread.
    struct Arrival: Sendable {
        /// Names the exchange.
        var identifier: UInt64
        /// What is to be made.
        var request: TransferRequest
        /// Called exactly once.
        var deliver: @Sendable (TransferReport) -> Void
    }

    /// Starts the thread; `nil` when libcurl cannot be used.
    init?(settings: TransferSettings) {
        guard curlIsReady, let multi = curl_multi_init() else { return nil }
        segue_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64)
        self.settings = settings
        self.multi = multi
        let thread = Thread { [self] in run() }
        thread.name = "segue.transfers"
        thread.start()
    }

    /// Makes an exchange; cancelling the task ends it at once.
    func perform(_ request: TransferRequest) async -> TransferReport {
        let identifier = inbox.withLock { inbox in
            inbox.lastIdentifier += 1
            return inbox.lastIdentifier
        }
        defer { inbox.withLock { _ = $0.abandoned.remove(identifier) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(identifier, request) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            updateInbox { inbox in
                if inbox.open.contains(identifier) {
                    inbox.cancellations.append(identifier)
                } else {
                    inbox.abandoned.insert(identifier)
                }
            }
        }
    }

    /// Ends the thread and every exchange.
    func stop() { updateInbox { $0.isStopped = true } }

    private func submit(
        _ identifier: UInt64, _ request: TransferRequest, deliver: @escaping @Sendable (TransferReport) -> Void
    ) {
        let arrival = Arrival(identifier: identifier, request: request) { [self] report in
            inbox.withLock { _ = $0.open.remove(identifier) }
            deliver(report)
        }
        let isTaken = updateInbox { inbox in
            guard !inbox.isStopped, !inbox.abandoned.contains(identifier) else { return false }
            inbox.open.insert(identifier)
            inbox.arrivals.append(arrival)
            return true
        }
        if !isTaken { deliver(TransferReport(.failure(.cancelled))) }
    }

    @discardableResult
    private func updateInbox<Result: Sendable>(_ body: (inout sending Inbox) -> Result) -> Result {
        inbox.withLock { inbox in
            let result = body(&inbox)
            if !inbox.isClosed { curl_multi_wakeup(multi) }
            return result
        }
    }

    private func run() {
        let exchanges = RunningTransfers(multi: multi, settings: settings)
        while true {
            let (arrivals, cancellations, isStopped) = inbox.withLock { inbox in
                let news = (inbox.arrivals, inbox.cancellations, inbox.isStopped)
                inbox.arrivals = []
                inbox.cancellations = []
                return news
            }
            exchanges.enqueue(arrivals)
            exchanges.cancel(cancellations)
            if isStopped { break }
            exchanges.advance()
            // Wakes up for sockets, libcurl's own timers and curl_multi_wakeup.
            curl_multi_poll(multi, nil, 0, exchanges.patience, nil)
        }
        exchanges.cancelAll()
        inbox.withLock { inbox in
            inbox.isClosed = true
            curl_multi_cleanup(multi)
        }
    }
}

/// Whether libcurl could set itself up, which happens once and only when something is fetched.
private let curlIsReady = curl_global_init(segue_curl_global_default) == CURLE_OK

/// The outcome of one exchange with what it cost.
struct TransferReport: Sendable {
    /// The outcome.
    var result: Result<TransferResponse, TransferFailure>
    /// Requests sent.
    var requests = 0
    /// Bytes of the body on the wire.
    var bytesReceived = 0
    /// Time from start to end, without waiting for the origin's limit.
    var elapsed: Duration = .zero

    /// An outcome that cost nothing.
    init(_ result: Result<TransferResponse, TransferFailure>) { self.result = result }
}

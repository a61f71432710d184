import CCurl
import Foundation

/// The exchanges that run or wait, on the thread of a ``TransferLoop``.
final class RunningTransfers {
    private let multi: UnsafeMutableRawPointer
    private let settings: TransferSettings
    private var waiting: [(origin: String, arrival: TransferLoop.Arrival)] = []
    private var running: [UInt64: (transfer: Transfer, deliver: @Sendable (TransferReport) -> Void)] = [:]
    private var runningPerOrigin: [String: Int] = [:]
    private var connections: [String: ConnectionPace] = [:]

    /// Uses a handle that belongs to somebody else.
    init(multi: UnsafeMutableRawPointer, settings: TransferSettings) {
        self.multi = multi
        self.settings = settings
    }

    /// Takes up new exchanges.
    func enqueue(_ arrivals: [TransferLoop.Arrival]) {
        waiting += arrivals.map { (Self.origin(of: $0.request.url), $0) }
        startWaiting()
    }

    /// Gives up exchanges; one that is over already is left alone.
    func cancel(_ identifiers: [UInt64]) {
        for identifier in identifiers {
            if let index = waiting.firstIndex(where: { $0.arrival.identifier == identifier }) {
                waiting.remove(at: index).arrival.deliver(TransferReport(.failure(.cancelled)))
            } else if let transfer = running[identifier]?.transfer {
                finish(transfer, .failure(.cancelled))
            }
        }
        startWaiting()
    }

    /// Gives up all exchanges.
    func cancelAll() {
        let waiting = waiting
        self.waiting = []
        for entry in waiting { entry.arrival.deliver(TransferReport(.failure(.cancelled))) }
        cancel(Array(running.keys))
    }

    /// Moves data and delivers what is done.
    func advance() {
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        while let message = curl_multi_info_read(multi, &count)?.pointee {
            guard message.msg == CURLMSG_DONE, let handle = message.easy_handle else { continue }
            var context: UnsafeMutableRawPointer?
            segue_curl_get_pointer(handle, CURLINFO_PRIVATE, &context)
            guard let context else { continue }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            finish(transfer, transfer.outcome(message.data.result))
        }
        startWaiting()
    }

    private func finish(_ transfer: Transfer, _ result: Result<TransferResponse, TransferFailure>) {
        guard let entry = running.removeValue(forKey: transfer.identifier) else { return }
        var report = TransferReport(result)
        report.requests = transfer.requestCount
        report.bytesReceived = transfer.bytesOnWire
        report.elapsed = .now - transfer.started
        curl_multi_remove_handle(multi, transfer.handle)
        runningPerOrigin[transfer.origin, default: 1] -= 1
        entry.deliver(report)
    }

    /// How long to wait at most before the next ``advance()``, in milliseconds.
    var patience: Int32 {
        let isPaced = waiting.contains { runningPerOrigin[$0.origin, default: 0] < settings.transfersPerOrigin }
        return isPaced ? ConnectionPace.windowMilliseconds : 60_000
    }

    private func startWaiting() {
        var index = 0
        while index < waiting.count {
            let (origin, arrival) = waiting[index]
            let running = runningPerOrigin[origin, default: 0]
            guard running < settings.transfersPerOrigin,
                connections[origin, default: ConnectionPace()].admits(running + 1, at: .now)
            else {
                index += 1
                continue
            }
            waiting.remove(at: index)
            start(arrival, origin: origin)
        }
    }

    private func start(_ arrival: TransferLoop.Arrival, origin: String) {
        guard
            let transfer = Transfer(
                arrival.request, identifier: arrival.identifier, origin: origin, settings: settings, now: .now),
            curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
        else {
            arrival.deliver(
                TransferReport(.failure(.curl(CURLE_OUT_OF_MEMORY, "libcurl could not start a transfer", redirects: 0)))
            )
            return
        }
        runningPerOrigin[origin, default: 0] += 1
        running[arrival.identifier] = (transfer, arrival.deliver)
    }

    private static func origin(of url: String) -> String {
        guard let parts = URLComponents(string: url) else { return url }
        return "\(parts.scheme ?? "")://\(parts.host ?? ""):\(parts.port ?? (parts.scheme == "https" ? 443 : 80))"
            .lowercased()
    }
}

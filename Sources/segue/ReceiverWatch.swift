import AirPlayReceivers
import Foundation
import ReceiverDiscovery
import Synchronization

/// `segue discover --watch`: prints what appears, changes and vanishes, as it happens.
struct ReceiverWatch {
    var models: [ModelEntry]
    /// One JSON object a line instead of text.
    var json: Bool

    /// Announcements come in bursts, two services over two families each: what comes within this time is one change.
    private static let settleTime = Duration.milliseconds(300)

    /// Watches until the program is interrupted.
    ///
    /// - Throws: `DiscoveryError` when the daemon cannot be reached.
    func run() async throws {
        let start = ContinuousClock.now
        let view = LinkView()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for try await event in AvahiBrowser(refreshInterval: .seconds(10)).events() {
                    view.take(event, after: start.duration(to: .now))
                }
            }
            group.addTask {
                let classifier = ReceiverClassifier(models: models)
                var known: [Receiver] = []
                while true {
                    try await Task.sleep(for: ReceiverWatch.settleTime)
                    guard let fold = view.news() else { continue }
                    let records = fold.scan(timeout: .zero, duration: start.duration(to: .now)).records
                    let found = classifier.receivers(from: records)
                    for change in ReceiverChange.between(known, found) { try report(change) }
                    known = found
                }
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    private struct Line: Encodable {
        var event: String
        var changes: [String]?
        var receiver: Receiver
    }

    private func report(_ change: ReceiverChange) throws {
        let (mark, line): (String, Line) =
            switch change {
            case .appeared(let receiver): ("+", Line(event: "appeared", receiver: receiver))
            case .changed(let receiver, let what): ("~", Line(event: "changed", changes: what, receiver: receiver))
            case .vanished(let receiver): ("-", Line(event: "vanished", receiver: receiver))
            }
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(line), as: UTF8.self).escapedForTerminal)
        } else {
            let receiver = line.receiver
            let what = receiver.product ?? receiver.model ?? "-"
            print("\(mark) \(receiver.name) (\(receiver.receiverClass.rawValue), \(what), \(receiver.id))".neutralised)
            for change in line.changes ?? [] { print("    \(change)".neutralised) }
        }
        // A pipe is fully buffered; whoever reads it waits for this line.
        fflush(nil)
    }
}

/// What is known of the links, filled by one task and read by another.
private final class LinkView: Sendable {
    private let state = Mutex((fold: ScanFold(), isNew: false))

    func take(_ event: DiscoveryEvent, after: Duration) {
        state.withLock { state in
            state.fold.take(event, after: after)
            state.isNew = true
        }
    }

    /// The links as they are now; `nil` when nothing has happened since it was last asked.
    func news() -> ScanFold? {
        state.withLock { state in
            defer { state.isNew = false }
            return state.isNew ? state.fold : nil
        }
    }
}

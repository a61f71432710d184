package import AirPlayReceivers
import Foundation

/// Looks at the network once for a given time, and asks what it finds for `/info` as soon as its address is known.
///
/// Every announced port of every announced address is tried until one answers: some receivers announce a port that nobody
/// listens on and answer on their other one.
package struct AvahiScan: ReceiverSource {
    /// How long to look.
    package var timeout: Duration
    /// The browser to use.
    package var browser: AvahiBrowser
    /// Whether receivers are asked for `/info`, without pairing.
    package var asksForInfo: Bool
    /// Whether these records are all that is wanted, so that the look may end early; `nil` to use all the time.
    package var isEnough: (@Sendable ([ServiceRecord]) -> Bool)?
    /// Whether the user wants to end now, with what has come so far.
    package var isInterrupted: @Sendable () -> Bool

    /// Prepares a look.
    package init(
        timeout: Duration = .seconds(3), browser: AvahiBrowser = AvahiBrowser(), asksForInfo: Bool = true,
        isEnough: (@Sendable ([ServiceRecord]) -> Bool)? = nil,
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.timeout = timeout
        self.browser = browser
        self.asksForInfo = asksForInfo
        self.isEnough = isEnough
        self.isInterrupted = isInterrupted
    }

    private static let askAgain = Duration.milliseconds(20)
    /// Announcements of a receiver come in a burst; when all that is wanted is there and nothing has come for so long,
    /// its other services are there too.
    private static let quiet = Duration.milliseconds(60)
    /// Who is announced, or asked, and does not answer may hold up an early end for so long.
    private static let patience = Duration.milliseconds(400)
    /// What is on its way at the end of the look may still come for so long: a receiver that was announced and is not
    /// resolved yet, an answer to `/info`.
    private static let grace = Duration.milliseconds(1500)

    /// Collects what the browser reports until the time is up, or what has come is enough.
    ///
    /// Takes at most a second and a half longer than its time, and only while an announced receiver has not been resolved
    /// or asked.
    ///
    /// - Throws: ``DiscoveryError`` when the daemon cannot be reached; `CancellationError` when cancelled.
    package func scan() async throws -> Scan {
        let start = ContinuousClock.now
        let startDate = Date()
        let inquiry = asksForInfo ? InfoInquiry() : nil
        defer { inquiry?.cancel() }
        let fold = try await browse(from: start, inquiry)
        try Task.checkCancellation()
        let duration = start.duration(to: .now)
        let left = max(timeout + AvahiScan.grace - duration, .milliseconds(200))
        let exchanges =
            isInterrupted() ? [] : await inquiry?.finish(within: min(left, AvahiScan.grace), asksOn: false) ?? []
        try Task.checkCancellation()
        var scan = fold.scan(timeout: timeout, duration: duration)
        scan.statement?.startedAt = startDate.formatted(.iso8601)
        if inquiry != nil { scan.statement?.infoAttempts = exchanges.flatMap(\.attempts) }
        let answers = Dictionary(exchanges.map { ($0.target.place, $0) }, uniquingKeysWith: { first, _ in first })
        for index in scan.records.indices {
            guard let target = InfoExchange.Target(scan.records[index]), let exchange = answers[target.place] else {
                continue
            }
            scan.records[index].info = exchange.info
            scan.records[index].serverInfo = exchange.serverInfo
        }
        return scan
    }

    private func browse(from start: ContinuousClock.Instant, _ inquiry: InfoInquiry?) async throws -> ScanFold {
        let (timeout, browser, isEnough, isInterrupted) = (timeout, browser, isEnough, isInterrupted)
        return try await withThrowingTaskGroup(of: ScanFold?.self) { group in
            let collected = FoldBox()
            group.addTask {
                for try await event in browser.events() {
                    collected.take(event, after: start.duration(to: .now))
                    if case .resolved(_, let record) = event, let target = InfoExchange.Target(record) {
                        inquiry?.ask(target)
                    }
                }
                // The stream ends early only when this task is cancelled.
                return nil
            }
            group.addTask {
                let end = start + timeout
                var covered: ContinuousClock.Instant?
                // Asked now and then instead of at each event: classifying costs more than waiting.
                while !isInterrupted() {
                    let isOver = ContinuousClock.now >= end
                    if isOver, collected.look.fold.unresolved == 0 || ContinuousClock.now >= end + AvahiScan.grace {
                        break
                    }
                    if let isEnough {
                        let (fold, quietSince) = collected.look
                        covered = isEnough(fold.records) ? covered ?? .now : nil
                        if let covered {
                            let isSettled =
                                quietSince.duration(to: .now) >= AvahiScan.quiet && fold.unresolved == 0
                                && inquiry?.isIdle != false
                            if isSettled || covered.duration(to: .now) >= AvahiScan.patience { break }
                        }
                    }
                    let next = ContinuousClock.now + AvahiScan.askAgain
                    try await Task.sleep(until: isOver ? next : min(end, next), clock: .continuous)
                }
                return collected.look.fold
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}

extension InfoExchange.Target {
    /// The port that a record announces; `nil` when it announces none that can be asked.
    init?(_ record: ServiceRecord) {
        guard let port = record.port, port > 0, !record.addresses.isEmpty else { return nil }
        self.init(host: record.hostName, addresses: record.addresses, port: port)
    }
}

package import AirPlayReceivers
import Foundation

/// Watches the links for receivers through the Avahi daemon.
///
///     for try await event in AvahiBrowser().events() { print(event) }
package struct AvahiBrowser: Sendable {
    /// How long a receiver may take to answer for its own announcement.
    package var resolveDeadline: Duration
    /// How often every known announcement is resolved anew, so that changed TXT records are seen; `nil` for never.
    package var refreshInterval: Duration?

    /// Prepares a browser; nothing is asked yet.
    package init(resolveDeadline: Duration = .seconds(5), refreshInterval: Duration? = nil) {
        self.resolveDeadline = resolveDeadline
        self.refreshInterval = refreshInterval
    }

    /// What happens from now on, until the consumer stops. A daemon that goes away is waited for.
    ///
    /// Avahi runs on a thread of its own, since its calls block. The stream throws ``DiscoveryError`` when the daemon
    /// cannot be reached to begin with.
    package func events() -> AsyncThrowingStream<DiscoveryEvent, any Error> {
        let browser = self
        return AsyncThrowingStream { continuation in
            let stop = AvahiStop()
            continuation.onTermination = { @Sendable _ in stop.stop() }
            let thread = Thread { @Sendable in
                browser.run(stop, continuation)
            }
            thread.name = "avahi"
            thread.start()
        }
    }

    private func run(
        _ stop: AvahiStop, _ continuation: AsyncThrowingStream<DiscoveryEvent, any Error>.Continuation
    ) {
        var reached = false
        while !stop.isStopped {
            let session = AvahiSession(
                resolveDeadline: resolveDeadline, refreshInterval: refreshInterval, stop: stop
            ) { event in
                reached = true
                continuation.yield(event)
            }
            do {
                try session.run()
            } catch {
                guard reached else { return continuation.finish(throwing: error) }
                if case .daemon = error { continuation.yield(.interrupted(reason: "\(error)")) }
                stop.wait(.milliseconds(100))
            }
        }
        continuation.finish()
    }
}

/// Looks at the network once for a given time.
package struct AvahiScan: ReceiverSource {
    /// How long to look.
    package var timeout: Duration
    /// The browser to use.
    package var browser: AvahiBrowser
    /// Whether these records are all that is wanted, so that the look may end early; `nil` to use all the time.
    package var isEnough: (@Sendable ([ServiceRecord]) -> Bool)?
    /// Whether the user wants to end now, with what has come so far.
    package var isInterrupted: @Sendable () -> Bool

    /// Prepares a look.
    package init(
        timeout: Duration = .seconds(3), browser: AvahiBrowser = AvahiBrowser(),
        isEnough: (@Sendable ([ServiceRecord]) -> Bool)? = nil,
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.timeout = timeout
        self.browser = browser
        self.isEnough = isEnough
        self.isInterrupted = isInterrupted
    }

    private static let askAgain = Duration.milliseconds(25)

    /// Collects what the browser reports until the time is up, or what has come is enough.
    ///
    /// - Throws: ``DiscoveryError`` when the daemon cannot be reached; `CancellationError` when cancelled.
    package func scan() async throws -> Scan {
        let start = ContinuousClock.now
        let (timeout, browser, isEnough, isInterrupted) = (timeout, browser, isEnough, isInterrupted)
        let fold = try await withThrowingTaskGroup(of: ScanFold?.self) { group in
            let collected = FoldBox()
            group.addTask {
                for try await event in browser.events() {
                    collected.take(event, after: start.duration(to: .now))
                }
                // The stream ends early only when this task is cancelled.
                return nil
            }
            group.addTask {
                let end = start + timeout
                // Asked now and then instead of at each event: classifying costs more than waiting.
                while ContinuousClock.now < end, !isInterrupted() {
                    if let isEnough, isEnough(collected.fold.records) { break }
                    try await Task.sleep(until: min(end, .now + AvahiScan.askAgain), clock: .continuous)
                }
                return collected.fold
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
        try Task.checkCancellation()
        return fold.scan(timeout: timeout, duration: start.duration(to: .now))
    }
}

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
        let (resolveDeadline, refreshInterval, stop) = (resolveDeadline, refreshInterval, AvahiStop())
        return AvahiConversation.stream(thread: "avahi", stop, interrupted: { .interrupted(reason: $0) }) {
            emit throws(DiscoveryError) in
            try AvahiSession(
                resolveDeadline: resolveDeadline, refreshInterval: refreshInterval, stop: stop, emit: emit
            ).run()
        }
    }
}

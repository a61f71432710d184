import Synchronization

/// Publishes receivers through the Avahi daemon until it is told to stop.
///
/// Each receiver is an entry group of its own, so that one that collides does not take another with it.
package final class AvahiPublisher: Sendable {
    /// Most receivers at one time: each takes one of the 1024 objects that the daemon grants a client.
    package static let mostReceivers = 1000

    private let stop = AvahiStop()
    private let wanted: Mutex<[Publication]>
    private let interface: Int32?

    /// Prepares publications; nothing is told yet.
    ///
    /// - Parameter interface: Number of the only interface to publish on; `nil` for all.
    package init(_ publications: [Publication], interface: Int32? = nil) {
        wanted = Mutex(publications)
        self.interface = interface
    }

    /// Takes other publications in place of those so far: what is gone is withdrawn, what differs is told anew.
    package func replace(with publications: [Publication]) {
        wanted.withLock { $0 = publications }
        stop.wake()
    }

    /// Publishes from now on, until the consumer stops; everything is withdrawn then.
    ///
    /// Avahi runs on a thread of its own, since its calls block. The stream throws ``DiscoveryError`` when the daemon
    /// cannot be reached to begin with.
    package func events() -> AsyncThrowingStream<PublicationEvent, any Error> {
        AvahiConversation.stream(thread: "avahi-publisher", stop, interrupted: { .interrupted(reason: $0) }) {
            [self] emit throws(DiscoveryError) in
            try PublishingSession(
                stop: stop, interface: interface, wanted: { [self] in wanted.withLock { $0 } }, emit: emit
            ).run()
        }
    }
}

import CAvahi
import Foundation

/// What every conversation with the Avahi daemon is made of, whoever holds it. All of one conversation is on one thread.
enum AvahiConversation {
    /// Makes a poll and a client on it, has something done with them, and frees both.
    ///
    /// - Throws: ``DiscoveryError`` when the daemon cannot be reached, and what `body` throws.
    static func hold<Value>(
        _ stop: AvahiStop, _ callback: @escaping AvahiClientCallback, _ context: UnsafeMutableRawPointer?,
        _ body: (_ client: OpaquePointer, _ poll: OpaquePointer) throws(DiscoveryError) -> Value
    ) throws(DiscoveryError) -> Value {
        guard let poll = avahi_simple_poll_new() else {
            throw .daemon(doing: "setting up", code: Int32(AVAHI_ERR_NO_MEMORY), text: "out of memory")
        }
        stop.attach(poll)
        defer {
            stop.attach(nil)
            avahi_simple_poll_free(poll)
        }
        var code: Int32 = 0
        guard
            let client = avahi_client_new(
                avahi_simple_poll_get(poll), AvahiClientFlags(rawValue: 0), callback, context, &code)
        else { throw unreachable(code) }
        // Frees the browsers, resolvers and groups that are still open.
        defer { avahi_client_free(client) }
        return try body(client, poll)
    }

    /// Holds one conversation after the other on a thread of its own until it is stopped. A daemon that goes away is told as
    /// an event and waited for; one that cannot be reached to begin with ends the stream with an error.
    static func stream<Event: Sendable>(
        thread name: String, _ stop: AvahiStop, interrupted: @escaping @Sendable (String) -> Event,
        conversation: @escaping @Sendable (_ emit: @escaping (Event) -> Void) throws(DiscoveryError) -> Void
    ) -> AsyncThrowingStream<Event, any Error> {
        AsyncThrowingStream { continuation in
            continuation.onTermination = { @Sendable _ in stop.stop() }
            let thread = Thread { @Sendable in
                var reached = false
                while !stop.isStopped {
                    do throws(DiscoveryError) {
                        try conversation { event in
                            reached = true
                            continuation.yield(event)
                        }
                    } catch {
                        guard reached else { return continuation.finish(throwing: error) }
                        if case .daemon = error { continuation.yield(interrupted("\(error)")) }
                        stop.wait(.milliseconds(100))
                    }
                }
                continuation.finish()
            }
            thread.name = name
            thread.start()
        }
    }

    /// The error by which a client failed.
    static func failure(of client: OpaquePointer?, doing: String) -> DiscoveryError {
        let code = code(of: client)
        return .daemon(doing: doing, code: code, text: String(cString: avahi_strerror(code)))
    }

    /// The number of a client's last error.
    static func code(of client: OpaquePointer?) -> Int32 {
        client.map { avahi_client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE)
    }

    /// An error of Avahi's for people.
    static func reason(_ code: Int32) -> String { "\(String(cString: avahi_strerror(code))) (Avahi error \(code))" }

    /// Why there is no daemon.
    static func unreachable(_ code: Int32) -> DiscoveryError {
        let text = String(cString: avahi_strerror(code))
        return SystemBus.isReachable ? .noDaemon(code: code, text: text) : .noBus(code: code, text: text)
    }
}

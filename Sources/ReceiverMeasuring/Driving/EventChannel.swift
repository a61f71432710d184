import Foundation
import Glibc
import ReceiverDiscovery
import Synchronization

/// The reverse connection on which a receiver tells of its playback, on a thread of its own.
///
/// The events are kept as remarks only: receivers say `playing` long before any picture, and for assets that they never
/// get.
final class EventChannel: Sendable {
    /// A change of state that the receiver told.
    struct Event: Sendable, Hashable {
        /// `loading`, `playing`, `paused`, `stopped`.
        var state: String
        /// When it came.
        var arrived: ContinuousClock.Instant
    }

    private struct State {
        var events: [Event] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let wake: WakePipe?
    private static let mostEvents = 10_000

    /// Connects in the background; where that fails there are no events.
    ///
    /// - Parameter session: The session of the requests: events belong to one.
    init(address: String, port: UInt16, session: String) {
        wake = WakePipe()
        let thread = Thread { @Sendable [self] in listen(address, port, session) }
        thread.name = "segue.events"
        thread.start()
    }

    /// What was told since a moment.
    func events(since moment: ContinuousClock.Instant) -> [Event] {
        state.withLock { $0.events.filter { $0.arrived >= moment } }
    }

    /// Ends the connection.
    func close() {
        state.withLock { $0.isOver = true }
        wake?.wake()
    }

    private func listen(_ address: String, _ port: UInt16, _ session: String) {
        guard let wake, let target = NumericAddress(address, port: port) else { return }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = socket(target.family, kind, 0)
        guard socket >= 0 else { return }
        defer { Glibc.close(socket) }
        guard target.withSocketAddress({ connect(socket, $0, $1) }) == 0 || errno == EINPROGRESS else { return }
        let lines = [
            "POST /reverse HTTP/1.1", "Upgrade: PTTH/1.0", "Connection: Upgrade", "X-Apple-Purpose: event",
            "X-Apple-Session-ID: \(session)", "User-Agent: MediaControl/1.0", "Content-Length: 0", "", "",
        ]
        var unsent = Array(lines.joined(separator: "\r\n").utf8)[...]
        var reader = EventReader()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !state.withLock({ $0.isOver }) {
            var sets = [
                pollfd(fd: socket, events: Int16(unsent.isEmpty ? POLLIN : POLLOUT), revents: 0),
                pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&sets, 2, -1)
            if sets[1].revents != 0 { wake.drain() }
            guard sets[0].revents != 0 else { continue }
            if !unsent.isEmpty {
                let sent = unsent.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if sent < 0 {
                    if errno == EAGAIN { continue }
                    return
                }
                unsent = unsent.dropFirst(sent)
                continue
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return }
            let arrived = ContinuousClock.now
            for entry in reader.take(buffer[..<count]) {
                if let name = entry.state { keep(Event(state: String(name.prefix(40)), arrived: arrived)) }
                if entry.isRequest { unsent += Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8) }
            }
            guard reader.isSound else { return }
        }
    }

    private func keep(_ event: Event) {
        state.withLock { state in
            if state.events.count < Self.mostEvents { state.events.append(event) }
        }
    }
}

import AirPlayReceivers
import Foundation
import Glibc
import Synchronization

/// Answers for simulated receivers, RTSP and HTTP on the same port as real ones do, on one thread with one `poll`.
///
/// Receivers with an address of their own share one socket for each port, and the address that was asked tells them
/// apart; receivers at the machine's addresses have a port each.
final class InfoResponder: Sendable {
    /// One port of one receiver.
    struct Door: Sendable, Hashable {
        /// Whose it is, for messages.
        var name: String
        /// Its own addresses; `nil` for those of the machine.
        var addresses: [String]?
        /// The port wanted; `nil` for any that is free.
        var port: UInt16?
        /// How it answers.
        var answer: SimulatedReceiver.Answer
        /// What it answers with.
        var info: ReceiverInfo?
    }

    private struct Place: Hashable {
        /// `nil` for every address of the machine.
        var address: String?
        var port: UInt16
    }

    private struct State {
        var listeners: [UInt16: Int32] = [:]
        var doors: [Place: Door] = [:]
        /// Sockets that no door uses any more. Only the answering thread closes: a number given back while it is polled
        /// would be another's.
        var retired: [Int32] = []
        var started = false
        var stopped = false
    }

    private let state: Mutex<State>
    private let wake: WakePipe

    /// Connections at one time; more wait in the system's queue.
    private static let mostConnections = 512

    /// Prepares to answer; nothing listens yet.
    ///
    /// - Throws: ``DiscoveryError/simulation(problem:)`` when the system gives no pipe.
    init() throws(DiscoveryError) {
        guard let wake = WakePipe() else {
            throw .simulation(problem: "no pipe can be made (\(String(cString: strerror(errno))))")
        }
        self.wake = wake
        state = Mutex(State())
        InfoResponder.raiseFileLimit()
    }

    /// Opens the doors, in place of those that were open.
    ///
    /// - Returns: The port of each door, in order.
    /// - Throws: ``DiscoveryError/simulation(problem:)`` when a port is in use.
    func open(_ doors: [Door]) throws(DiscoveryError) -> [UInt16] {
        var ports: [UInt16] = []
        var places: [Place: Door] = [:]
        for door in doors {
            let port = try port(for: door)
            ports.append(port)
            for address in door.addresses.map({ $0.map(Optional.some) }) ?? [nil] {
                let place = Place(address: address, port: port)
                if let other = places[place], other.answer != door.answer || other.info != door.info {
                    throw .simulation(
                        problem:
                            "'\(door.name)' and '\(other.name)' both want port \(port) at \(address ?? "one address")"
                            + "; give one of them another port or address")
                }
                places[place] = door
            }
        }
        let used = Set(places.keys.map(\.port))
        state.withLock { state in
            state.doors = places
            for (port, socket) in state.listeners where !used.contains(port) {
                state.listeners[port] = nil
                state.retired.append(socket)
            }
        }
        wake.wake()
        return ports
    }

    /// The port of a door, with a socket that listens on it unless it is one that nobody listens on.
    private func port(for door: Door) throws(DiscoveryError) -> UInt16 {
        if let port = door.port {
            if door.answer == .refused && door.addresses == nil { return port }
            if state.withLock({ $0.listeners[port] != nil }) { return port }
        }
        let (socket, port) = try InfoResponder.listen(on: door.port ?? 0, for: door.name)
        state.withLock { $0.listeners[port] = socket }
        return port
    }

    /// Answers on a thread of its own until ``stop()``.
    func start() {
        state.withLock { $0.started = true }
        let thread = Thread { @Sendable [self] in Answering(self).run() }
        thread.name = "info-responder"
        thread.start()
    }

    /// Closes everything.
    func stop() {
        let unused = state.withLock { state -> [Int32] in
            state.stopped = true
            guard !state.started else { return [] }
            defer { state.listeners = [:] }
            return Array(state.listeners.values) + state.retired
        }
        for socket in unused { close(socket) }
        wake.wake()
    }

    private static func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func listen(on port: UInt16, for name: String) throws(DiscoveryError) -> (Int32, UInt16) {
        switch ListeningSocket.open(port: port) {
        case .success(let opened): return opened
        case .failure(let failure):
            let advice = failure.number == EADDRINUSE ? "; end that, or give the receiver another port" : ""
            throw .simulation(problem: "port \(port) of '\(name)' cannot be opened: \(failure.text)\(advice)")
        }
    }

    /// The connections. Lives on one thread.
    private final class Answering {
        private struct Connection {
            var socket: Int32
            var door: Door
            var question: [UInt8] = []
            var unsent: ArraySlice<UInt8> = []
            var ending = InfoAnswer.Ending.keepOpen
            var lastHeard = ContinuousClock.now
        }

        private let responder: InfoResponder
        private var connections: [Connection] = []
        private var buffer = [UInt8](repeating: 0, count: 4096)

        /// A question is short; who sends more is cut off.
        private static let longestQuestion = 16 << 10
        private static let patience = Duration.seconds(30)

        init(_ responder: InfoResponder) { self.responder = responder }

        func run() {
            while true {
                let (listeners, retired, stopped) = responder.state.withLock { state in
                    defer { state.retired = [] }
                    return (Array(state.listeners.values), state.retired, state.stopped)
                }
                for socket in retired { close(socket) }
                if stopped { break }
                var sets = [pollfd(fd: responder.wake.reader, events: Int16(POLLIN), revents: 0)]
                let accepts = connections.count < InfoResponder.mostConnections
                sets += listeners.map { pollfd(fd: accepts ? $0 : -1, events: Int16(POLLIN), revents: 0) }
                sets += connections.map {
                    pollfd(fd: $0.socket, events: Int16($0.unsent.isEmpty ? POLLIN : POLLOUT), revents: 0)
                }
                let drips = connections.contains { $0.ending == .drip && $0.unsent.isEmpty }
                // Woken now and then to drip, and to drop who has fallen silent.
                _ = poll(&sets, nfds_t(sets.count), drips ? 50 : connections.isEmpty ? -1 : 1000)
                if sets[0].revents != 0 { responder.wake.drain() }
                advance(sets[(1 + listeners.count)...])
                for set in sets[1..<(1 + listeners.count)] where set.revents != 0 { accept(set.fd) }
            }
            for connection in connections { close(connection.socket) }
            let listeners = responder.state.withLock { state in
                defer { state.listeners = [:] }
                return Array(state.listeners.values)
            }
            for socket in listeners { close(socket) }
        }

        private func accept(_ listener: Int32) {
            while connections.count < InfoResponder.mostConnections {
                let socket = Glibc.accept(listener, nil, nil)
                guard socket >= 0 else { return }
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                _ = fcntl(socket, F_SETFL, O_NONBLOCK)
                let place = ListeningSocket.localPlace(of: socket)
                let door = responder.state.withLock { state in
                    state.doors[Place(address: place.address, port: place.port)]
                        ?? state.doors[Place(address: nil, port: place.port)]
                }
                guard let door, door.answer != .refused else {
                    // A reset, as where nobody listens.
                    var hard = linger(l_onoff: 1, l_linger: 0)
                    setsockopt(socket, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
                    close(socket)
                    continue
                }
                connections.append(Connection(socket: socket, door: door))
            }
        }

        private func advance(_ sets: ArraySlice<pollfd>) {
            var still: [Connection] = []
            for (var connection, set) in zip(connections, sets) {
                let goesOn = set.revents == 0 ? rest(&connection) : step(&connection)
                if goesOn { still.append(connection) } else { close(connection.socket) }
            }
            connections = still
        }

        /// A connection on which nothing has happened; whether it stays open.
        private func rest(_ connection: inout Connection) -> Bool {
            if connection.ending == .drip, connection.unsent.isEmpty { connection.unsent = [0x62] }
            return connection.lastHeard.duration(to: .now) < Answering.patience
        }

        /// Moves a connection that is ready; whether it stays open.
        private func step(_ connection: inout Connection) -> Bool {
            if !connection.unsent.isEmpty {
                let sent = connection.unsent.withUnsafeBytes {
                    send(connection.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if sent < 0 { return errno == EAGAIN }
                connection.unsent = connection.unsent.dropFirst(sent)
                return !connection.unsent.isEmpty || connection.ending != .close
            }
            let count = recv(connection.socket, &buffer, buffer.count, 0)
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            if count == 0 || connection.question.count + count > Answering.longestQuestion { return false }
            connection.lastHeard = .now
            // The silent one reads and says nothing; the dripping one is past questions.
            if connection.door.answer == .silent || connection.ending == .drip { return true }
            connection.question += buffer[..<count]
            guard let end = connection.question.firstRange(of: Array("\r\n\r\n".utf8)) else { return true }
            let head = String(decoding: connection.question[..<end.lowerBound], as: UTF8.self)
            connection.question.removeSubrange(..<end.upperBound)
            let answer = InfoAnswer(to: head, answer: connection.door.answer, info: connection.door.info)
            (connection.unsent, connection.ending) = (answer.bytes[...], answer.ending)
            return true
        }
    }
}

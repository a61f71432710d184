import AirPlayReceivers
import Foundation
import Glibc
import Synchronization

/// Asks many receivers for `/info` at once, on one thread with one `poll`, within stated times.
struct InfoFetcher: Sendable {
    /// The time of one attempt.
    var attemptTimeout: Duration = .milliseconds(1500)
    /// The time of all together.
    var totalTimeout: Duration = .seconds(6)
    /// Conversations at one time.
    var mostAtOnce = 64

    /// Asks each target until it has answered or nothing is left to try; in the order of the targets.
    ///
    /// Cancelling the task ends it at once, with what has come so far.
    func fetch(_ targets: [InfoExchange.Target]) async -> [InfoExchange] {
        guard !targets.isEmpty, let wake = WakePipe() else { return targets.map { InfoExchange(target: $0) } }
        let fetcher = self
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = Thread { @Sendable in
                    continuation.resume(returning: Conversations(fetcher, targets, wake).run())
                }
                thread.name = "receiver-info"
                thread.start()
            }
        } onCancel: {
            wake.wake()
        }
    }
}

/// The sockets of the conversations. Lives on one thread.
private final class Conversations {
    private struct Connection {
        var index: Int
        var socket: Int32
        var unsent: ArraySlice<UInt8>
        var deadline: ContinuousClock.Instant
    }

    private let fetcher: InfoFetcher
    private let wake: WakePipe
    private var exchanges: [InfoExchange]
    private var waiting: ArraySlice<Int>
    private var open: [Connection] = []
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)

    init(_ fetcher: InfoFetcher, _ targets: [InfoExchange.Target], _ wake: WakePipe) {
        self.fetcher = fetcher
        self.wake = wake
        exchanges = targets.map { InfoExchange(target: $0) }
        waiting = Array(targets.indices)[...]
    }

    deinit { for connection in open { close(connection.socket) } }

    func run() -> [InfoExchange] {
        let end = ContinuousClock.now + fetcher.totalTimeout
        while true {
            while open.count < fetcher.mostAtOnce, let index = waiting.popFirst() { ask(index) }
            let now = ContinuousClock.now
            guard !open.isEmpty, now < end else { break }
            let next = min(open.map(\.deadline).min() ?? end, end)
            var sets = open.map {
                pollfd(fd: $0.socket, events: Int16($0.unsent.isEmpty ? POLLIN : POLLOUT), revents: 0)
            }
            sets.append(pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0))
            let wait = max(0, (now.duration(to: next) / .milliseconds(1)).rounded(.up))
            _ = poll(&sets, nfds_t(sets.count), Int32(min(wait, 60_000)))
            if sets[sets.count - 1].revents != 0 { break }
            advance(sets)
        }
        for connection in open { exchanges[connection.index].timedOut() }
        return exchanges
    }

    /// Opens a connection for a conversation's next question; goes on to the one after when that cannot be done.
    private func ask(_ index: Int) {
        while let question = exchanges[index].question {
            switch connect(question) {
            case .success(let socket):
                open.append(
                    Connection(
                        index: index, socket: socket, unsent: question.dialect.request(to: question.address)[...],
                        deadline: .now + fetcher.attemptTimeout))
                return
            case .failure(let failure):
                exchanges[index].refused(failure.text, isRefusal: failure.number == ECONNREFUSED)
            }
        }
    }

    private func advance(_ sets: [pollfd]) {
        var still: [Connection] = []
        var again: [Int] = []
        let now = ContinuousClock.now
        for (var connection, set) in zip(open, sets) {
            let goesOn = set.revents == 0 ? now < connection.deadline || expire(connection) : step(&connection)
            if goesOn {
                still.append(connection)
            } else {
                close(connection.socket)
                again.append(connection.index)
            }
        }
        open = still
        for index in again { ask(index) }
    }

    private func expire(_ connection: Connection) -> Bool {
        exchanges[connection.index].timedOut()
        return false
    }

    /// Moves a connection that is ready; whether it stays open.
    private func step(_ connection: inout Connection) -> Bool {
        if !connection.unsent.isEmpty {
            if let failure = pendingError(connection.socket) {
                exchanges[connection.index].refused(failure.text, isRefusal: failure.number == ECONNREFUSED)
                return false
            }
            let sent = connection.unsent.withUnsafeBytes {
                send(connection.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno != EAGAIN {
                exchanges[connection.index].closed()
                return false
            }
            connection.unsent = connection.unsent.dropFirst(max(0, sent))
            return true
        }
        let count = recv(connection.socket, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return true }
        if count <= 0 {
            exchanges[connection.index].closed()
            return false
        }
        if exchanges[connection.index].take(buffer[..<count]) { return false }
        // An answer without end may not outlive its time, however steadily it drips.
        return ContinuousClock.now < connection.deadline || expire(connection)
    }

    private struct Failure: Error {
        var number: Int32
        var text: String { String(cString: strerror(number)) }
    }

    private func pendingError(_ socket: Int32) -> Failure? {
        var (number, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size)
        return number == 0 ? nil : Failure(number: number)
    }

    /// Begins to connect to a numeric address; no name is ever looked up.
    private func connect(_ question: InfoExchange.Question) -> Result<Int32, Failure> {
        guard let address = NumericAddress(question.address, port: question.port) else {
            return .failure(Failure(number: EADDRNOTAVAIL))
        }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = socket(address.family, kind, 0)
        guard socket >= 0 else { return .failure(Failure(number: errno)) }
        if address.withSocketAddress({ Glibc.connect(socket, $0, $1) }) != 0, errno != EINPROGRESS {
            let number = errno
            close(socket)
            return .failure(Failure(number: number))
        }
        return .success(socket)
    }
}

import AirPlayReceivers
import Foundation
import Glibc

/// The sockets of the conversations. Lives on one thread.
final class InfoConversations {
    private struct Connection {
        var index: Int
        var socket: Int32
        var unsent: ArraySlice<UInt8>
        var deadline: ContinuousClock.Instant
    }

    private let limits: InfoFetcher
    private let wake: WakePipe
    private let orders: (_ settled: Int) -> InfoInquiry.Orders
    private var exchanges: [InfoExchange] = []
    private var places: [String: Int] = [:]
    /// Conversations with a question to put, those that were never slow first.
    private var fresh: [Int] = []
    private var slow: [Int] = []
    private var open: [Connection] = []
    /// Targets that each conversation that goes on stands for.
    private var pending: [Int: Int] = [:]
    private var settled = 0
    private var mayAskSlow = true
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)

    /// - Parameters:
    ///   - wake: What ends the `poll` when there are new orders.
    ///   - orders: What to do now; is told how many targets were settled since it was last asked.
    init(_ limits: InfoFetcher, _ wake: WakePipe, orders: @escaping (_ settled: Int) -> InfoInquiry.Orders) {
        self.limits = limits
        self.wake = wake
        self.orders = orders
    }

    deinit { for connection in open { close(connection.socket) } }

    /// Asks until the orders end it and nothing goes on.
    func run() -> [InfoExchange] {
        while true {
            let orders = orders(settled)
            settled = 0
            if orders.isCancelled { break }
            for target in orders.targets { take(target) }
            mayAskSlow = orders.end == nil || orders.asksOn
            if !mayAskSlow {
                for index in slow { settle(index) }
                slow = []
            }
            while open.count < limits.mostAtOnce, let index = next() { ask(index) }
            let now = ContinuousClock.now
            if let end = orders.end, open.isEmpty || now >= end { break }
            let deadlines = open.map(\.deadline) + [orders.end].compactMap { $0 }
            var sets = open.map {
                pollfd(fd: $0.socket, events: Int16($0.unsent.isEmpty ? POLLIN : POLLOUT), revents: 0)
            }
            sets.append(pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0))
            let wait = deadlines.min().map { max(0, (now.duration(to: $0) / .milliseconds(1)).rounded(.up)) }
            // What was settled must be told before sleeping.
            _ = poll(&sets, nfds_t(sets.count), settled > 0 ? 0 : wait.map { Int32(min($0, 60_000)) } ?? -1)
            if sets[sets.count - 1].revents != 0 { wake.drain() }
            advance(sets)
        }
        for connection in open { exchanges[connection.index].timedOut() }
        return exchanges
    }

    private func take(_ target: InfoExchange.Target) {
        if let index = places[target.place] {
            let wasOver = exchanges[index].question == nil
            exchanges[index].add(target.addresses)
            pending[index, default: 0] += 1
            guard wasOver else { return }
            if exchanges[index].question == nil { settle(index) } else { queue(index) }
        } else {
            let index = exchanges.count
            places[target.place] = index
            exchanges.append(InfoExchange(target: target))
            pending[index] = 1
            queue(index)
        }
    }

    private func queue(_ index: Int) {
        if exchanges[index].isSlow { slow.append(index) } else { fresh.append(index) }
    }

    private func next() -> Int? {
        if !fresh.isEmpty { return fresh.removeFirst() }
        return slow.isEmpty ? nil : slow.removeFirst()
    }

    private func settle(_ index: Int) { settled += pending.removeValue(forKey: index) ?? 0 }

    /// Opens a connection for a conversation's next question; goes on to the one after when that cannot be done.
    private func ask(_ index: Int) {
        while let question = exchanges[index].question {
            switch connect(question) {
            case .success(let socket):
                open.append(
                    Connection(
                        index: index, socket: socket, unsent: question.dialect.request(to: question.address)[...],
                        deadline: .now + limits.attemptTimeout))
                return
            case .failure(let failure):
                exchanges[index].refused(failure.text, isRefusal: failure.number == ECONNREFUSED)
            }
        }
        settle(index)
    }

    private func advance(_ sets: [pollfd]) {
        var still: [Connection] = []
        let now = ContinuousClock.now
        for (var connection, set) in zip(open, sets) {
            let goesOn = set.revents == 0 ? now < connection.deadline || expire(connection) : step(&connection)
            if goesOn {
                still.append(connection)
            } else {
                close(connection.socket)
                let index = connection.index
                if exchanges[index].question == nil { settle(index) } else { queue(index) }
            }
        }
        open = still
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

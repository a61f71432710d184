import Foundation
import Glibc

/// The connections of a ``MediaOrigin``. Lives on one thread.
final class OriginConnections {
    private struct Connection {
        var socket: Int32
        var question: [UInt8] = []
        /// What of the answer's head has not been sent.
        var head: ArraySlice<UInt8> = []
        /// The file of the answer's body; -1 for none.
        var file: Int32 = -1
        var rest: Range<Int> = 0..<0
        /// The answer's number in the log.
        var number: Int?
        var staysOpen = true
        var lastMoved = ContinuousClock.now

        var isIdle: Bool { head.isEmpty && rest.isEmpty }
    }

    private let origin: MediaOrigin
    private var connections: [Connection] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    private static let mostConnections = 128
    private static let longestQuestion = 16 << 10
    private static let patience = Duration.seconds(60)
    /// What one connection may send before the others have their turn.
    private static let turn = 512 << 10

    init(_ origin: MediaOrigin) { self.origin = origin }

    func run() {
        while !origin.isOver {
            let accepts = connections.count < Self.mostConnections
            var sets = [
                pollfd(fd: origin.wake.reader, events: Int16(POLLIN), revents: 0),
                pollfd(fd: accepts ? origin.listener : -1, events: Int16(POLLIN), revents: 0),
            ]
            sets += connections.map {
                pollfd(fd: $0.socket, events: Int16($0.isIdle ? POLLIN : POLLOUT), revents: 0)
            }
            _ = poll(&sets, nfds_t(sets.count), connections.isEmpty ? -1 : 5000)
            if sets[0].revents != 0 { origin.wake.drain() }
            advance(sets[2...])
            if sets[1].revents != 0 { accept() }
        }
        for connection in connections { end(connection) }
        close(origin.listener)
    }

    private func end(_ connection: Connection) {
        close(connection.socket)
        if connection.file >= 0 { close(connection.file) }
    }

    private func accept() {
        while connections.count < Self.mostConnections {
            let socket = Glibc.accept(origin.listener, nil, nil)
            guard socket >= 0 else { return }
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            _ = fcntl(socket, F_SETFL, O_NONBLOCK)
            var on: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            connections.append(Connection(socket: socket))
        }
    }

    private func advance(_ sets: ArraySlice<pollfd>) {
        var still: [Connection] = []
        for (var connection, set) in zip(connections, sets) {
            let goesOn =
                set.revents == 0
                ? connection.lastMoved.duration(to: .now) < Self.patience
                : connection.isIdle ? listen(&connection) : speak(&connection)
            if goesOn { still.append(connection) } else { end(connection) }
        }
        connections = still
    }

    /// Reads a question, and answers it when it is whole; whether the connection stays open.
    private func listen(_ connection: inout Connection) -> Bool {
        let count = recv(connection.socket, &buffer, buffer.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        guard count > 0, connection.question.count + count <= Self.longestQuestion else { return false }
        connection.lastMoved = .now
        connection.question += buffer[..<count]
        return answerNext(&connection)
    }

    /// Answers the next question that is whole; whether the connection stays open.
    private func answerNext(_ connection: inout Connection) -> Bool {
        let ends = ["\r\n\r\n", "\n\n"].compactMap { connection.question.firstRange(of: Array($0.utf8)) }
        guard let end = ends.min(by: { $0.lowerBound < $1.lowerBound }) else { return true }
        let head = String(decoding: connection.question[..<end.lowerBound], as: UTF8.self)
        connection.question.removeSubrange(..<end.upperBound)
        answer(OriginQuestion(head), &connection)
        return speak(&connection)
    }

    private func answer(_ question: OriginQuestion?, _ connection: inout Connection) {
        let parts = (question?.path ?? "").split(separator: "/")
        let name = parts.dropFirst().joined(separator: "/")
        var entry = MediaOrigin.Entry(
            visit: parts.first.flatMap { Int($0) }, file: name, method: question?.method ?? "", status: 400,
            arrived: .now, sent: 0, isMedia: !name.hasSuffix(".m3u8"))
        var lines = ["Content-Length: 0"]
        connection.staysOpen = question?.staysOpen ?? false
        if let question, !["GET", "HEAD"].contains(question.method) {
            entry.status = 405
        } else if let question {
            entry.status = 404
            if let (file, size) = open(name) {
                let type = "Content-Type: \(Self.type(of: name))"
                if let range = question.bytes(of: size) {
                    entry.status = question.part == .whole ? 200 : 206
                    lines = ["Accept-Ranges: bytes", type, "Content-Length: \(range.count)"]
                    if entry.status == 206 {
                        lines.append("Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
                    }
                    if question.method == "GET" { (connection.file, connection.rest) = (file, range) }
                } else {
                    entry.status = 416
                    lines.append("Content-Range: bytes */\(size)")
                }
                if connection.file != file { close(file) }
            }
        }
        let reasons = [200: "OK", 206: "Partial Content", 404: "Not Found", 405: "Method Not Allowed"]
        if !connection.staysOpen { lines.append("Connection: close") }
        let status = "HTTP/1.1 \(entry.status) \(reasons[entry.status] ?? "Not Satisfied")"
        connection.head = Array(([status] + lines + ["", ""]).joined(separator: "\r\n").utf8)[...]
        connection.number = origin.note(entry)
    }

    /// Opens a file of the folder; `nil` for anything else.
    private func open(_ name: String) -> (file: Int32, size: Int)? {
        let parts = name.split(separator: "/")
        guard !parts.isEmpty, parts.allSatisfy({ !$0.hasPrefix(".") && !$0.contains("\0") }) else { return nil }
        guard let resolved = realpath("\(origin.folder)/\(name)", nil) else { return nil }
        defer { free(resolved) }
        let root = origin.folder.hasSuffix("/") ? origin.folder : origin.folder + "/"
        guard String(cString: resolved).hasPrefix(root) else { return nil }
        let file = Glibc.open(resolved, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        return (file, Int(facts.st_size))
    }

    /// Sends what it can; whether the connection stays open.
    private func speak(_ connection: inout Connection) -> Bool {
        while !connection.head.isEmpty {
            let sent = connection.head.withUnsafeBytes {
                let more = connection.rest.isEmpty ? 0 : Int32(MSG_MORE)
                return send(connection.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | more)
            }
            guard sent > 0 else { return errno == EAGAIN || errno == EINTR }
            connection.head = connection.head.dropFirst(sent)
            connection.lastMoved = .now
        }
        var left = Self.turn
        while !connection.rest.isEmpty, left > 0 {
            let wanted = min(buffer.count, connection.rest.count)
            let count = pread(connection.file, &buffer, wanted, connection.rest.lowerBound)
            // The file shrank: what was promised cannot be sent.
            guard count > 0 else { return false }
            let sent = send(connection.socket, &buffer, count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return errno == EAGAIN || errno == EINTR }
            if let number = connection.number { origin.note(sent, sentOf: number) }
            connection.rest = (connection.rest.lowerBound + sent)..<connection.rest.upperBound
            connection.lastMoved = .now
            left -= sent
        }
        guard connection.rest.isEmpty else { return true }
        if connection.file >= 0 {
            close(connection.file)
            connection.file = -1
        }
        guard connection.staysOpen else { return false }
        // A question that came behind the one just answered.
        return connection.question.isEmpty || answerNext(&connection)
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last.map(String.init) {
        case "mp4", "m4v": "video/mp4"
        case "m4s": "video/iso.segment"
        case "m3u8": "application/vnd.apple.mpegurl"
        case "ts": "video/mp2t"
        default: "application/octet-stream"
        }
    }
}

import AirPlayReceivers
import Foundation
import Synchronization
import Testing

@testable import ReceiverDiscovery

/// A receiver on the loopback that behaves badly in one way. Serves every connection on a thread of its own.
private final class BadReceiver: Sendable {
    let port: UInt16
    private let listener: Int32
    private let questionLines = Mutex<[String]>([])

    init(_ serve: @escaping @Sendable (_ socket: Int32, _ question: String) -> Void) throws {
        let (socket, port) = try boundSocket()
        try #require(listen(socket, 64) == 0)
        (listener, self.port) = (socket, port)
        Thread.detachNewThread { @Sendable [weak self] in
            while true {
                let connection = accept(socket, nil, nil)
                // Only here is the listener closed: a number given back while it is still used would be another's.
                guard connection >= 0 else { return _ = close(socket) }
                Thread.detachNewThread { @Sendable [weak self] in
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    let count = recv(connection, &buffer, buffer.count, 0)
                    let question = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
                    self?.questionLines.withLock { $0.append(String(question.prefix { $0 != "\r\n" })) }
                    serve(connection, question)
                    close(connection)
                }
            }
        }
    }

    var target: InfoExchange.Target { .init(addresses: ["127.0.0.1"], port: port) }

    var questions: [String] { questionLines.withLock { $0 } }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// A socket with a port of the loopback that nobody listens on.
private func boundSocket() throws -> (socket: Int32, port: UInt16) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
        }
    }
    try #require(isBound)
    return (socket, UInt16(bigEndian: address.sin_port))
}

private func say(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
    send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}

@Suite(.timeLimit(.minutes(30))) struct InfoFetcherTests {
    private func outcomes(
        _ fetcher: InfoFetcher, _ targets: InfoExchange.Target...
    ) async -> [[ScanStatement.InfoAttempt.Outcome]] {
        await fetcher.fetch(targets).map { $0.attempts.map(\.outcome) }
    }

    /// Long enough for every answer that comes at all.
    private let fetcher = InfoFetcher(attemptTimeout: .seconds(300), totalTimeout: .seconds(900))

    @Test func anAnswerOverRTSPEndsTheConversation() async throws {
        let receiver = try BadReceiver { socket, _ in
            _ = say(
                socket, Array("RTSP/1.0 200 OK\r\nContent-Length: \(uxPlayAnswer.count)\r\n\r\n".utf8) + uxPlayAnswer)
            Thread.sleep(forTimeInterval: 1)
        }
        let exchange = try #require(await fetcher.fetch([receiver.target]).first)
        #expect(exchange.info?.model == "AppleTV3,2")
        #expect(exchange.attempts.map(\.outcome) == [.answered])
        #expect(receiver.questions == ["GET /info RTSP/1.0"])
    }

    @Test func anHTTPOnlyReceiverIsAskedAgainInHTTP() async throws {
        let receiver = try BadReceiver { socket, question in
            if question.contains("RTSP/1.0") {
                return _ = say(socket, Array("HTTP/1.1 501 Not Implemented\n\r\n".utf8))
            }
            _ = say(
                socket,
                Array("HTTP/1.1 200 OK\r\n\r\n<plist><dict><key>model</key><string>Kodi,1</string></dict></plist>".utf8)
            )
        }
        let exchange = try #require(await fetcher.fetch([receiver.target]).first)
        #expect(exchange.attempts.map(\.outcome) == [.notOffered, .answered])
        #expect(exchange.info?.model == "Kodi,1")
    }

    @Test func whatIsShutIsNotAllowedAndNotAbsent() async throws {
        let password = try BadReceiver { socket, _ in _ = say(socket, Array("RTSP/1.0 401 Unauthorized\r\n\r\n".utf8)) }
        let pairing = try BadReceiver { socket, _ in
            _ = say(socket, Array("RTSP/1.0 470 Connection Authorization Required\r\n\r\n".utf8))
        }
        let empty = try BadReceiver { socket, _ in
            _ = say(socket, Array("RTSP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        #expect(
            await outcomes(fetcher, password.target, pairing.target, empty.target) == [
                [.notAllowed, .notAllowed, .notAllowed], [.notAllowed, .notAllowed, .notAllowed],
                [.notOffered, .notOffered, .notOffered],
            ])
    }

    @Test func aReceiverThatNeverAnswersOrDripsForEverCostsItsTimeOnly() async throws {
        // Long enough for the good one on a machine that does nothing else for some seconds.
        let fetcher = InfoFetcher(attemptTimeout: .seconds(15), totalTimeout: .seconds(300))
        let silent = try BadReceiver { _, _ in Thread.sleep(forTimeInterval: 7200) }
        let dripping = try BadReceiver { socket, _ in
            while say(socket, [UInt8(ascii: "H")]) { Thread.sleep(forTimeInterval: 0.05) }
        }
        let good = try BadReceiver { socket, _ in
            _ = say(
                socket, Array("RTSP/1.0 200 OK\r\nContent-Length: \(uxPlayAnswer.count)\r\n\r\n".utf8) + uxPlayAnswer)
        }
        #expect(
            await outcomes(fetcher, silent.target, dripping.target, good.target) == [
                [.timedOut, .timedOut], [.timedOut, .timedOut], [.answered],
            ])
    }

    @Test func aConnectionClosedInMidBodyIsNoAnswer() async throws {
        let receiver = try BadReceiver { socket, _ in
            _ = say(socket, Array("RTSP/1.0 200 OK\r\nContent-Length: 5000\r\n\r\nbplist00".utf8))
        }
        #expect(await outcomes(fetcher, receiver.target) == [[.closed, .closed]])
    }

    @Test func aPortThatNobodyListensOnIsRefusedOnceAnAddress() async throws {
        // Taken for as long as the test runs, so that nobody else begins to listen on it.
        let (socket, port) = try boundSocket()
        defer { close(socket) }
        #expect(await outcomes(fetcher, .init(addresses: ["127.0.0.1"], port: port)) == [[.refused]])
    }

    @Test func addressesThatAreNoneAreNeverLookedUp() async {
        #expect(
            await outcomes(fetcher, .init(addresses: ["localhost", "receiver.example"], port: 7000)) == [
                [.closed, .closed]
            ])
    }

    @Test func cancellingEndsAtOnce() async throws {
        // Silent for longer than the time limit.
        let silent = try BadReceiver { _, _ in Thread.sleep(forTimeInterval: 7200) }
        let target = silent.target
        let fetcher = InfoFetcher(attemptTimeout: .seconds(7200), totalTimeout: .seconds(7200))
        let task = Task { await fetcher.fetch([target]) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await task.value.allSatisfy { $0.info == nil })
    }
}

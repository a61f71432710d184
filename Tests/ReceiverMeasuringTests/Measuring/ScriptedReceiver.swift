import Foundation
import Glibc
import ReceiverDiscovery
import Synchronization

/// A receiver that misbehaves as a script says, on a real port of the loopback. Only for what no real receiver at hand can
/// be made to do.
final class ScriptedReceiver: Sendable {
    /// A request that came.
    struct Question: Sendable {
        var method: String
        var path: String
        var headers: [String: String]
        /// Seconds since the last play command; `nil` before the first and after a stop.
        var played: Double?
        /// How far it was moved since.
        var moved: Double
        /// Play commands so far.
        var commands: Int
    }

    /// What is answered.
    enum Answer: Sendable {
        /// A status with headers and a body.
        case status(Int, [String] = [], String = "")
        /// Nothing, and the connection stays open.
        case silence
        /// The connection is closed.
        case end

        /// A state of playback as Kodi writes it.
        static func playing(at place: Double, of length: Double = 12, rate: Double = 1) -> Answer {
            .status(
                200, [],
                "<plist><dict><key>duration</key><real>\(length)</real><key>position</key><real>\(place)</real>"
                    + "<key>rate</key><real>\(rate)</real><key>readyToPlay</key><true/></dict></plist>")
        }

        /// Nothing is loaded.
        static let idle = Answer.status(200, [], "<plist><dict><key>readyToPlay</key><false/></dict></plist>")
    }

    let port: UInt16
    private let listener: Int32
    private let script: @Sendable (Question) -> Answer
    private struct State {
        var played: ContinuousClock.Instant?
        var commands = 0
        var moved = 0.0
        var paths: [String] = []
    }
    private let state = Mutex(State())

    /// Every request's method and path so far.
    var asked: [String] { state.withLock { $0.paths } }

    /// Listens from now on.
    init(_ script: @escaping @Sendable (Question) -> Answer) throws {
        let opened = ListeningSocket.open(port: 0)
        let found = try opened.get()
        (listener, port) = found
        self.script = script
        _ = fcntl(listener, F_SETFL, 0)
        Thread.detachNewThread { @Sendable [self] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { return }
                Thread.detachNewThread { @Sendable [self] in serve(socket) }
            }
        }
    }

    /// Takes no more connections.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ socket: Int32) {
        defer { close(socket) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            while let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    if parts.count == 2 {
                        headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                    }
                }
                let length = Int(headers["content-length"] ?? "") ?? 0
                guard bytes.count >= end.upperBound + length else { break }
                bytes.removeSubrange(..<(end.upperBound + length))
                let words = lines[0].split(separator: " ").map(String.init)
                switch script(question(words[0], words[1], headers)) {
                case .silence: continue
                case .end: return
                case .status(let status, let extra, let body):
                    if words[1] == "/play", status == 200 { state.withLock { $0.played = .now } }
                    let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + extra + ["", ""]
                    let answer = Array((head.joined(separator: "\r\n") + body).utf8)
                    guard send(socket, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { return }
                }
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            bytes += buffer[..<count]
        }
    }

    private func question(_ method: String, _ path: String, _ headers: [String: String]) -> Question {
        state.withLock { state in
            state.paths.append("\(method) \(path)")
            let played = state.played.map { $0.duration(to: .now) / .seconds(1) }
            if path == "/play" { (state.commands, state.moved) = (state.commands + 1, 0) }
            if path == "/stop" { state.played = nil }
            if let place = path.split(separator: "=").last.flatMap({ Double($0) }), path.hasPrefix("/scrub?") {
                state.moved = place - (played ?? 0)
            }
            return Question(
                method: method, path: path, headers: headers,
                played: path == "/stop" ? nil : played, moved: state.moved, commands: state.commands)
        }
    }
}

package import Foundation
import Glibc
import ReceiverDiscovery
import Synchronization

/// A small HTTP server for the test assets, on one thread of its own, which writes down when each request came and when its
/// first byte of media left. Each switch has addresses of its own, `/7/hevc.mp4`, so that every request belongs to one and no
/// cache answers in the origin's place.
package final class MediaOrigin: Sendable {
    /// A request and what came of it.
    package struct Entry: Sendable, Hashable {
        /// The switch to which its address belongs; `nil` for an address that was never given out.
        package var visit: Int?
        /// The path within the folder.
        package var file: String
        /// The verb.
        package var method: String
        /// The status of the answer.
        package var status: Int
        /// When the request was whole.
        package var arrived: ContinuousClock.Instant
        /// When the first byte of the body was handed to the system; `nil` before that, and for answers without one.
        package var firstByte: ContinuousClock.Instant?
        /// Bytes of the body that were handed to the system.
        package var sent: Int
        /// Whether it is a media file and no playlist.
        package var isMedia: Bool
    }

    private struct State {
        var entries: [Entry] = []
        var isOver = false
    }

    /// The port it listens on.
    package let port: UInt16
    let folder: String
    let listener: Int32
    let wake: WakePipe
    private let state = Mutex(State())
    private static let mostEntries = 200_000

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - folder: What is served; nothing outside of it is.
    ///   - port: 0 for any that is free.
    /// - Throws: ``MeasuringError`` when the port cannot be had.
    package init(folder: URL, port: UInt16) throws(MeasuringError) {
        let opened = ListeningSocket.open(port: port)
        guard case .success(let found) = opened, let wake = WakePipe() else {
            var why = "the system gives no pipe"
            if case .failure(let failure) = opened { why = failure.text }
            throw MeasuringError(
                subject: "port \(port)",
                message: "the assets cannot be served there: \(why); give another --origin-port")
        }
        (listener, self.port) = found
        self.wake = wake
        self.folder = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        let thread = Thread { @Sendable [self] in OriginConnections(self).run() }
        thread.name = "segue.origin"
        thread.start()
    }

    /// The address of a file for one switch, as a receiver is told it.
    ///
    /// - Parameter host: This machine's address as the receiver reaches it.
    package func address(of file: String, visit: Int, host: String) -> String {
        let host = host.contains(":") ? "[\(host)]" : host
        let path = file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file
        return "http://\(host):\(port)/\(visit)/\(path)"
    }

    /// The requests for addresses of a switch, in the order in which they came.
    package func entries(of visit: Int) -> [Entry] { state.withLock { $0.entries.filter { $0.visit == visit } } }

    /// Closes everything.
    package func stop() {
        state.withLock { $0.isOver = true }
        wake.wake()
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Writes a request down; its number.
    func note(_ entry: Entry) -> Int? {
        state.withLock { state in
            guard state.entries.count < Self.mostEntries else { return nil }
            state.entries.append(entry)
            return state.entries.count - 1
        }
    }

    /// Writes down that bytes of an answer's body were sent.
    func note(_ count: Int, sentOf number: Int) {
        state.withLock { state in
            if state.entries[number].firstByte == nil { state.entries[number].firstByte = .now }
            state.entries[number].sent += count
        }
    }
}

import ReceiverDiscovery

/// The events of a reverse connection (`PTTH/1.0`), read as they come: the receiver is the one that sends requests. A pure
/// state machine: bytes in, states out.
struct EventReader: Sendable, Hashable {
    private var bytes: [UInt8] = []

    /// More than this for one event is none.
    private static let longestEvent = 64 << 10

    /// Whether the other side keeps to the bounds.
    private(set) var isSound = true

    /// Takes bytes that have arrived.
    ///
    /// - Returns: One entry for each request or answer that is whole: the `state` of an event, `nil` for anything else.
    mutating func take(_ more: some Collection<UInt8>) -> [Entry] {
        bytes.append(contentsOf: more)
        var found: [Entry] = []
        while isSound, let entry = next() { found.append(entry) }
        if bytes.count > Self.longestEvent { isSound = false }
        return found
    }

    /// A whole request or answer.
    struct Entry: Sendable, Hashable {
        /// Whether it is a request, which wants an answer.
        var isRequest: Bool
        /// `loading`, `playing`, `paused`, `stopped`; `nil` when it says none.
        var state: String?
    }

    private mutating func next() -> Entry? {
        var lines: [Substring] = []
        var start = 0
        var length = 0
        while true {
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            var line = bytes[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            start = end + 1
            if !line.isEmpty {
                lines.append(Substring(decoding: line, as: UTF8.self))
            } else if !lines.isEmpty {
                break
            }
        }
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            guard let number = Int(parts[1].filter { $0 != " " }), (0...Self.longestEvent).contains(number) else {
                isSound = false
                return nil
            }
            length = number
        }
        guard bytes.count - start >= length else { return nil }
        let body = Array(bytes[start..<(start + length)])
        bytes.removeSubrange(..<(start + length))
        let isRequest = !(lines[0].hasPrefix("HTTP/") || lines[0].hasPrefix("RTSP/"))
        return Entry(isRequest: isRequest, state: (try? InfoPropertyList.read(body))?["state"]?.text)
    }
}

/// A reply to `GET /info`, read as it comes. A pure state machine: bytes in, what to do next out.
///
/// Receivers mix bare LF with CRLF, answer HTTP/1.1 to RTSP/1.0, leave out the length and send chunks; all of that is
/// read.
struct InfoReply: Sendable, Hashable {
    /// What to do next.
    enum Progress: Sendable, Hashable {
        /// Read on.
        case needsMore
        /// The reply is whole.
        case complete(status: Int, line: String, body: [UInt8])
        /// The reply breaks the bounds or is no reply at all.
        case malformed(String)
    }

    /// Most bytes of the status line and headers.
    static let longestHead = 16 << 10
    /// Most bytes of a body; real ones have under 8 KiB.
    static let longestBody = 256 << 10

    private var bytes: [UInt8] = []
    private var head: Head?
    /// The body where it comes in chunks; `nil` otherwise.
    private var chunks: ChunkedBody?

    private struct Head: Hashable {
        var status: Int
        var line: String
        var bodyStart: Int
        var length: Int?
        var isChunked = false
    }

    /// Takes bytes that have arrived.
    mutating func take(_ more: some Collection<UInt8>) -> Progress {
        if let head, chunks != nil { return take(chunk: more, head) }
        bytes.append(contentsOf: more)
        if head == nil {
            switch readHead() {
            case .success(let found): head = found
            case .failure(let problem): return .malformed(problem.text)
            }
            if let head, head.isChunked {
                chunks = ChunkedBody()
                return take(chunk: Array(bytes[head.bodyStart...]), head)
            }
        }
        guard let head else {
            return bytes.count > InfoReply.longestHead ? .malformed("headers of more than 16 KiB") : .needsMore
        }
        let body = bytes.count - head.bodyStart
        if let length = head.length {
            if length > InfoReply.longestBody { return .malformed("a body of \(length) bytes") }
            return body >= length ? complete(head, length) : .needsMore
        }
        return body > InfoReply.longestBody ? .malformed("a body of more than 256 KiB") : .needsMore
    }

    private mutating func take(chunk more: some Collection<UInt8>, _ head: Head) -> Progress {
        if let problem = chunks?.take(more) { return .malformed(problem) }
        guard let chunks, chunks.isWhole else { return .needsMore }
        return .complete(status: head.status, line: head.line, body: chunks.bytes)
    }

    /// The other side has closed the connection, or will send no more: a body without a stated length ends here.
    func end() -> Progress {
        guard let head else {
            return .malformed(bytes.isEmpty ? "closed without an answer" : "closed within the headers")
        }
        guard head.length == nil, !head.isChunked else { return .malformed("closed within the body") }
        return complete(head, bytes.count - head.bodyStart)
    }

    /// Whether the headers are there and state no length, so that silence may be the end.
    var mayBeWhole: Bool { head.map { $0.length == nil && !$0.isChunked } ?? false }

    private func complete(_ head: Head, _ length: Int) -> Progress {
        .complete(status: head.status, line: head.line, body: Array(bytes[head.bodyStart..<(head.bodyStart + length)]))
    }

    private struct Problem: Error {
        var text: String
    }

    /// The headers; `nil` while they are not all there.
    private func readHead() -> Result<Head?, Problem> {
        var lines: [String] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            var line = bytes[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            start = end + 1
            if line.isEmpty {
                if lines.isEmpty { continue }
                return parse(lines, bodyStart: start)
            }
            lines.append(String(decoding: line, as: UTF8.self))
            if start > InfoReply.longestHead { return .failure(Problem(text: "headers of more than 16 KiB")) }
        }
        return .success(nil)
    }

    private func parse(_ lines: [String], bodyStart: Int) -> Result<Head?, Problem> {
        let line = String(lines[0].prefix(80))
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("RTSP/") || words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3,
            let status = Int(words[1])
        else { return .failure(Problem(text: "no status line: \(line)")) }
        var length: Int?
        var isChunked = false
        for header in lines.dropFirst() {
            let parts = header.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (parts[0].lowercased(), parts[1].drop { $0 == " " || $0 == "\t" })
            if name == "content-length" {
                guard value.utf8.count <= 9, let number = Int(value), number >= 0 else {
                    return .failure(Problem(text: "a length of \(value.prefix(20))"))
                }
                length = number
            } else if name == "transfer-encoding", value.lowercased() == "chunked" {
                isChunked = true
            } else if name == "transfer-encoding", value.lowercased() != "identity" {
                return .failure(Problem(text: "a transfer encoding of \(value.prefix(20))"))
            }
        }
        // Chunks go before a length (RFC 9112 section 6.3).
        if isChunked { length = nil }
        // An error or an RTSP reply without a length has no body to wait for (RFC 2326 section 12.14).
        if !isChunked, length == nil, status != 200 || words[0].hasPrefix("RTSP/") { length = 0 }
        return .success(Head(status: status, line: line, bodyStart: bodyStart, length: length, isChunked: isChunked))
    }
}

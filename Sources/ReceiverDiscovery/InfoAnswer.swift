import AirPlayReceivers

/// What a simulated receiver says to one question, as bytes, and what it does afterwards.
struct InfoAnswer: Sendable, Hashable {
    /// What happens after the bytes.
    enum Ending: Sendable, Hashable {
        /// The connection stays open for the next question.
        case keepOpen
        /// It is closed.
        case close
        /// Bytes drip without end.
        case drip
    }

    var bytes: [UInt8]
    var ending: Ending

    /// The answer to a question.
    ///
    /// - Parameters:
    ///   - head: The question's first lines, up to the empty one.
    ///   - answer: How the port answers.
    ///   - info: What it answers with; `nil` for nothing.
    init(to head: String, answer: SimulatedReceiver.Answer, info: ReceiverInfo?) {
        let lines = head.split(whereSeparator: \.isNewline)
        let words = (lines.first ?? "").split(separator: " ")
        let isRTSP = words.last?.hasPrefix("RTSP/") == true
        let path = words.count > 1 ? words[1].prefix { $0 != "?" } : ""
        func reply(_ status: String, type: String? = nil, _ body: [UInt8] = [], length: Int? = nil) -> [UInt8] {
            var text = "\(isRTSP ? "RTSP/1.0" : "HTTP/1.1") \(status)\r\n"
            // RTSP wants the question's number back (RFC 2326 section 12.17).
            if let number = lines.first(where: { $0.lowercased().hasPrefix("cseq:") }) { text += "\(number)\r\n" }
            if let type { text += "Content-Type: \(type)\r\n" }
            return Array("\(text)Content-Length: \(length ?? body.count)\r\n\r\n".utf8) + body
        }
        let notFound = reply("404 Not Found")
        ending = .keepOpen
        switch answer {
        case .info where path == "/info":
            bytes = reply(
                "200 OK", type: "application/x-apple-binary-plist",
                PropertyListWriter.binary(info ?? ReceiverInfo(values: [:])))
        case .serverInfo where path == "/server-info":
            bytes = reply(
                "200 OK", type: "text/x-apple-plist+xml", PropertyListWriter.xml(info ?? ReceiverInfo(values: [:])))
        case .info, .serverInfo, .notFound: bytes = notFound
        case .notAllowed: bytes = reply("470 Connection Authorization Required")
        case .refused:
            bytes = []
            ending = .close
        // The silent one is never asked what it says.
        case .silent: bytes = []
        case .endless:
            bytes = reply("200 OK", length: 200_000)
            ending = .drip
        case .cut:
            bytes = reply("200 OK", length: 5000) + Array("bplist00".utf8)
            ending = .close
        }
    }
}

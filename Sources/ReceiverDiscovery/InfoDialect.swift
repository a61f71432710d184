/// The two ways to ask for `/info`: AirPlay speaks RTSP and HTTP on one port, and not every receiver speaks both.
enum InfoDialect: String, Sendable, Hashable, CaseIterable {
    case rtsp, http

    /// The bytes of the question to this address.
    ///
    /// The user agent is that of an AirPlay sender: receivers answer to what they know.
    func request(to host: String) -> [UInt8] {
        let lines =
            switch self {
            case .rtsp: ["GET /info RTSP/1.0", "CSeq: 1", "User-Agent: AirPlay/550.10", "", ""]
            case .http:
                ["GET /info HTTP/1.1", "Host: \(host)", "User-Agent: AirPlay/550.10", "Connection: close", "", ""]
            }
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}

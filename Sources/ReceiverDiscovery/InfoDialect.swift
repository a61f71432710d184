/// The ways to ask a receiver what it is: AirPlay speaks RTSP and HTTP on one port, and not every receiver speaks both;
/// receivers of AirPlay 1 have `/server-info` in place of `/info`.
enum InfoDialect: Sendable, Hashable {
    case rtsp, http, serverInfo

    /// The protocol: `rtsp` or `http`.
    var name: String { self == .rtsp ? "rtsp" : "http" }

    /// What is asked for.
    var path: String { self == .serverInfo ? "/server-info" : "/info" }

    /// The bytes of the question to this address.
    ///
    /// The user agent is that of an AirPlay sender: receivers answer to what they know.
    func request(to host: String) -> [UInt8] {
        let lines =
            switch self {
            case .rtsp: ["GET \(path) RTSP/1.0", "CSeq: 1", "User-Agent: AirPlay/550.10", "", ""]
            case .http, .serverInfo:
                [
                    "GET \(path) HTTP/1.1", "Host: \(host.contains(":") ? "[\(host)]" : host)",
                    "User-Agent: AirPlay/550.10", "Connection: close", "", "",
                ]
            }
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}

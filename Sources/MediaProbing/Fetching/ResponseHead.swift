import Foundation

/// The part of an HTTP answer's head that matters for reading media.
struct ResponseHead: Sendable, Hashable {
    /// The status code; 0 before the first line.
    private(set) var status = 0
    /// The `Content-Type` without parameters.
    private(set) var contentType: String?
    /// First byte that a 206 says it carries.
    private(set) var rangeStart: Int?
    private var rangeTotal: Int?
    private var contentLength: Int?
    private var isEncoded = false

    /// Adds a line as it came; a status line begins anew, as after a redirect.
    mutating func add(_ line: String) {
        if line.hasPrefix("HTTP/") {
            self = ResponseHead()
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return
        }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
        switch line[..<colon].lowercased() {
        case "content-type":
            contentType = value.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        case "content-length": contentLength = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        case "content-encoding": isEncoded = !["", "identity"].contains(value.lowercased())
        case "content-range": readRange(value)
        default: break
        }
    }

    /// Size of the whole resource, if the origin said.
    var totalSize: Int? {
        status == 206 || status == 416 ? rangeTotal : isEncoded ? nil : contentLength
    }

    /// `bytes 0-499/1234`, `bytes */1234`, with `*` for an unknown size (RFC 9110 section 14.4).
    private mutating func readRange(_ value: String) {
        guard value.lowercased().hasPrefix("bytes ") else { return }
        let parts = value.dropFirst(6).split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return }
        rangeStart = parts[0].split(separator: "-").first.flatMap { Int($0) }
        rangeTotal = Int(parts[1].trimmingCharacters(in: .whitespaces)).flatMap { $0 >= 0 ? $0 : nil }
    }
}

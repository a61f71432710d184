import CCurl
import Foundation

/// The part of an HTTP answer's head that matters for reading media.
struct ResponseHead: Sendable, Hashable {
    /// The status code; 0 before the first line.
    private(set) var status = 0
    /// The `Content-Type` without parameters.
    private(set) var contentType: String?
    /// First byte that a 206 says it carries.
    private(set) var rangeStart: Int?
    /// How long the origin asks to wait before the next attempt, in seconds; `nil` when it does not say so in seconds.
    private(set) var retryAfter: Int?
    private var entityTag: String?
    private var lastModified: String?
    private var date: String?
    private var mayBeStored = true
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
        case "retry-after": retryAfter = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        case "etag": entityTag = value
        case "last-modified": lastModified = value
        case "date": date = value
        case "cache-control": mayBeStored = mayBeStored && !value.lowercased().contains("no-store")
        case "vary": mayBeStored = mayBeStored && value != "*"
        default: break
        }
    }

    /// Size of the whole resource, if the origin said.
    var totalSize: Int? {
        status == 206 || status == 416 ? rangeTotal : isEncoded ? nil : contentLength
    }

    /// The state of the resource, where the origin tells it for certain: a strong entity tag, or a time of change that lies a
    /// minute back, so that no second change can share it (RFC 9110 section 8.8.2.2).
    var revision: ContentRevision? {
        guard mayBeStored else { return nil }
        if let entityTag, entityTag.hasPrefix("\""), entityTag.count > 2 {
            return .remote(entityTag: entityTag, lastModified: nil)
        }
        guard let lastModified, let then = Self.seconds(lastModified), let now = date.flatMap(Self.seconds),
            now - then >= 60
        else { return nil }
        return .remote(entityTag: nil, lastModified: lastModified)
    }

    private static func seconds(_ date: String) -> Int? {
        let time = curl_getdate(date, nil)
        return time < 0 ? nil : Int(time)
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

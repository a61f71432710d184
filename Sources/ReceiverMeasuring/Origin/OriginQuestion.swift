import Foundation

/// A request to the origin, read from its head.
struct OriginQuestion: Sendable, Hashable {
    /// A part of a file.
    enum Part: Sendable, Hashable {
        /// All of it.
        case whole
        /// From a byte on, to one (inclusive) or to the end.
        case from(Int, to: Int?)
        /// So many bytes at the end.
        case last(Int)
    }

    /// The verb, as sent.
    var method: String
    /// The path without its query, with percent signs resolved; empty when it cannot be.
    var path: String
    /// What is wanted of the file (RFC 9110 section 14.2); several ranges count as none, which is allowed.
    var part: Part
    /// Whether the connection stays open afterwards.
    var staysOpen: Bool

    /// Reads a head without its empty line; `nil` for what is no request.
    init?(_ head: String) {
        let lines = head.split(whereSeparator: \.isNewline)
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        method = String(words[0])
        path = String(words[1].prefix { $0 != "?" }).removingPercentEncoding ?? ""
        part = .whole
        staysOpen = words[2] != "HTTP/1.0"
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].drop { $0 == " " }
            switch parts[0].lowercased() {
            case "range": part = Self.part(value) ?? .whole
            case "connection":
                if value.lowercased() == "close" { staysOpen = false }
                if value.lowercased() == "keep-alive" { staysOpen = true }
            default: break
            }
        }
    }

    private static func part(_ value: Substring) -> Part? {
        guard value.hasPrefix("bytes="), !value.contains(",") else { return nil }
        let ends = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        func number(_ text: Substring) -> Int? {
            text.count <= 18 && text.allSatisfy(\.isNumber) ? Int(text) : nil
        }
        if ends[0].isEmpty { return number(ends[1]).map { .last($0) } }
        guard let first = number(ends[0]) else { return nil }
        if ends[1].isEmpty { return .from(first, to: nil) }
        guard let last = number(ends[1]), last >= first else { return nil }
        return .from(first, to: last)
    }

    /// The bytes of a file of this size that are wanted; `nil` when there are none such.
    func bytes(of size: Int) -> Range<Int>? {
        switch part {
        case .whole: return 0..<size
        case .from(let first, let last):
            guard first < size else { return nil }
            return first..<min(size, last.map { $0 + 1 } ?? size)
        case .last(let count):
            guard count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
    }
}

/// Decides whether bytes can be a playlist at all, and says in one sentence what they are instead.
enum PlaylistGate {
    /// The range of the text, or `nil` after noting why it is none.
    static func check(_ bytes: [UInt8], _ log: inout DiagnosticLog) -> Range<Int>? {
        guard !bytes.isEmpty else {
            log.add(.error, "playlist-empty", "the document is empty", clause: "4.1")
            return nil
        }
        guard bytes.count <= PlaylistParser.mostBytes else {
            log.add(.error, "playlist-too-large", "more than \(PlaylistParser.mostBytes) bytes")
            return nil
        }
        var start = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            log.add(.error, "playlist-bom", "begins with a byte order mark", line: SourceLine(1), clause: "4")
            start = 3
        }
        if let other = otherFormat(bytes[start...].prefix(1024)) {
            log.add(.error, "playlist-not-a-playlist", other, line: SourceLine(1), clause: "4.1")
            return nil
        }
        guard isText(bytes, &log) else { return nil }
        return start..<bytes.count
    }

    private static func otherFormat(_ head: ArraySlice<UInt8>) -> String? {
        if head.starts(with: [0x1F, 0x8B]) {
            return
                "this is compressed with gzip and not said to be: serve it with Content-Encoding: gzip, or unpack the file"
        }
        let trimmed = head.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard let first = trimmed.first else { return "the document holds nothing but blanks" }
        if first == UInt8(ascii: "<") {
            let lower = String(decoding: trimmed, as: UTF8.self).lowercased()
            if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") || lower.contains("<head") {
                return "this is an HTML page (an error page or a login?), not a playlist"
            }
            if lower.contains("<mpd") { return "this is a DASH manifest, not a playlist" }
            return "this is XML, not a playlist"
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return "this is JSON, not a playlist" }
        if let container = MediaSniffer.container(of: Array(head)) {
            return "this is \(container) media, not a playlist"
        }
        return nil
    }

    /// Whether the bytes are UTF-8 without NUL.
    private static func isText(_ bytes: [UInt8], _ log: inout DiagnosticLog) -> Bool {
        var union: UInt8 = 0
        // A tab separates IDs in EXT-X-SKIP, and packagers put one behind EXTINF.
        var controls = 0
        var zeros = 0
        for byte in bytes {
            union |= byte
            controls &+= byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 || byte == 0x7F ? 1 : 0
            zeros &+= byte == 0 ? 1 : 0
        }
        if zeros > 0 {
            let message =
                bytes.starts(with: "#EXTM3U".utf8)
                ? "contains NUL bytes" : "this is binary data of no kind that is known, not a playlist"
            log.add(.error, "playlist-nul", message, line: line(in: bytes) { $0 == 0 }, clause: "4")
            return false
        }
        if union >= 0x80, String(validating: bytes, as: UTF8.self) == nil {
            log.add(.error, "playlist-not-utf8", "is not valid UTF-8", line: invalidLine(in: bytes), clause: "4")
            return false
        }
        if controls > 0 {
            log.add(
                .error, "playlist-control-character", "contains control characters",
                line: line(in: bytes) { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 || $0 == 0x7F }, clause: "4"
            )
        }
        return true
    }

    private static func line(in bytes: [UInt8], where isFault: (UInt8) -> Bool) -> SourceLine {
        let place = bytes.firstIndex(where: isFault) ?? 0
        return SourceLine(1 + bytes[..<place].count { $0 == 0x0A })
    }

    private static func invalidLine(in bytes: [UInt8]) -> SourceLine {
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where String(validating: line, as: UTF8.self) == nil {
            return SourceLine(number + 1)
        }
        return SourceLine(1)
    }
}

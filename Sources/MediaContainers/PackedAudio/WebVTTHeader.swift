import MediaFormats

/// The head of a WebVTT segment, with the map of its times (rfc8216bis 3.1.4).
enum WebVTTHeader {
    /// Whether bytes begin as WebVTT, with or without a byte order mark.
    static func recognises(_ head: ByteReader) -> Bool {
        let bytes = head.rest.starts(with: [0xEF, 0xBB, 0xBF]) ? head.rest.dropFirst(3) : head.rest
        return bytes.starts(with: "WEBVTT".utf8)
    }

    /// Lines that are looked at.
    private static let lineLimit = 100_000

    /// Reads the map and the times of the cues.
    static func read(_ window: MediaWindow, into reading: inout HeaderReading) {
        let bytes = window.reader(from: 0)
        var facts = TrackFacts(kind: .subtitle, identifier: 1)
        facts.subtitles = [SubtitleParameters(format: "webvtt")]
        facts.provenance.note(.subtitleTracks, .box("WEBVTT"))
        var shift = Duration.zero
        var (first, last): (Duration?, Duration?)
        var lines = 0
        for line in bytes.rest.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            lines += 1
            guard lines <= lineLimit else { break }
            guard line.count >= 9, line.contains(0x2D) || line.starts(with: "X-TIMESTAMP-MAP=".utf8) else { continue }
            let text = String(decoding: line.prefix(256), as: UTF8.self)
            if text.hasPrefix("X-TIMESTAMP-MAP=") {
                shift = timestampMap(text.dropFirst("X-TIMESTAMP-MAP=".count)) ?? .zero
            } else if let arrow = text.firstRange(of: "-->"), let begin = time(text[..<arrow.lowerBound]) {
                facts.timing.samplesExamined += 1
                first = min(first ?? begin, begin)
                // Settings of the cue may stand behind its end.
                let words = text[arrow.upperBound...].split(whereSeparator: { $0 == " " || $0 == "\t" })
                if let end = words.first.flatMap(time) { last = max(last ?? end, end) }
            }
        }
        facts.timing.start = first.map { $0 + shift }
        if window.ends(at: bytes.count), lines <= lineLimit { facts.timing.end = last.map { $0 + shift } }
        reading.container = .webVTT
        reading.evidence = "WEBVTT"
        reading.trackList = "WEBVTT"
        reading.listsAllTracks = true
        reading.tracks = [facts]
    }

    /// How far the media's clock is ahead of the cues': `MPEGTS` of 90 kHz minus `LOCAL`.
    private static func timestampMap(_ text: Substring) -> Duration? {
        var media: Duration?
        var local: Duration?
        for part in text.split(separator: ",") {
            let pair = part.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { continue }
            if pair[0] == "MPEGTS" { media = Int(pair[1]).flatMap { Duration(ticks: $0, timescale: 90_000) } }
            if pair[0] == "LOCAL" { local = time(pair[1]) }
        }
        guard let media, let local else { return nil }
        return media - local
    }

    /// `[hours:]minutes:seconds.thousandths`.
    private static func time(_ text: Substring) -> Duration? {
        let parts = text.filter { $0 != " " && $0 != "\t" }.split(separator: ":")
        guard (2...3).contains(parts.count) else { return nil }
        let end = parts[parts.count - 1].split(separator: ".")
        guard end.count == 2, end[1].utf8.count == 3 else { return nil }
        let numbers = (parts.dropLast() + [end[0], end[1]]).map { Int($0) }
        guard numbers.allSatisfy({ $0.map { (0...999_999).contains($0) } ?? false }) else { return nil }
        let known = numbers.compactMap(\.self)
        let hours = known.count == 4 ? known[0] : 0
        let rest = known.suffix(3)
        return .milliseconds(
            ((hours * 60 + rest[rest.startIndex]) * 60 + rest[rest.startIndex + 1]) * 1000 + rest[rest.startIndex + 2])
    }
}

/// Walks over the lines of a playlist and builds both kinds at once until the tags have decided.
struct PlaylistReader {
    let bytes: [UInt8]
    var log: DiagnosticLog
    var variables = VariableTable()
    let imports: [String: String]
    let query: [String: String]

    var media = MediaPlaylist()
    var multivariant = MultivariantPlaylist()
    var pending = PendingSegment()
    var pendingVariant: PendingVariant = .none
    var line = SourceLine(1)

    /// Line of the first tag that only a media playlist has.
    var firstMediaTag: SourceLine?
    /// Line of the first tag that only a multivariant playlist has.
    var firstMultivariantTag: SourceLine?
    /// Tags that may stand only once, with their line.
    var seenOnce: [String: SourceLine] = [:]
    var definitions: [VariableDefinition] = []
    var unknownTags: [UnknownTag] = []

    /// What a URI line after EXT-X-STREAM-INF belongs to.
    enum PendingVariant {
        case none
        case variant(Variant)
        /// An ignored tag takes its URI line with it.
        case ignored
    }

    init(bytes: [UInt8], log: DiagnosticLog, imports: [String: String], query: [String: String]) {
        self.bytes = bytes
        self.log = log
        self.imports = imports
        self.query = query
    }

    mutating func read(_ text: Range<Int>) -> PlaylistDocument {
        let bytes = bytes
        var start = text.lowerBound
        var number = 1
        var sawHeader = false
        while start < text.upperBound {
            var end = start
            var hasBrace = false
            while end < text.upperBound, bytes[end] != 0x0A {
                hasBrace = hasBrace || bytes[end] == UInt8(ascii: "{")
                end += 1
            }
            var stop = end
            if stop > start, bytes[stop - 1] == 0x0D { stop -= 1 }
            line = SourceLine(number)
            if !sawHeader {
                sawHeader = true
                checkHeader(start..<stop)
            }
            if stop - start > PlaylistParser.longestLine {
                log.add(
                    .error, "playlist-line-too-long", "a line of \(stop - start) bytes is not read", line: line)
            } else if stop > start {
                readLine(start..<stop, hasBrace: hasBrace)
            }
            number += 1
            start = end + 1
        }
        return finish(endsWithNewline: bytes[text.upperBound - 1] == 0x0A)
    }

    private mutating func checkHeader(_ range: Range<Int>) {
        let header = Array("#EXTM3U".utf8)
        guard bytes[range].starts(with: header), bytes[range].dropFirst(header.count).allSatisfy({ $0 <= 0x20 }) else {
            log.add(.error, "playlist-no-header", "the first line is not #EXTM3U", line: line, clause: "4.4.1.1")
            return
        }
    }

    private mutating func readLine(_ range: Range<Int>, hasBrace: Bool) {
        if bytes[range.lowerBound] == UInt8(ascii: "#") {
            if matches("#EXT", range) { readTag(range) }
        } else {
            readURI(range, hasBrace: hasBrace)
        }
    }

    private mutating func readURI(_ range: Range<Int>, hasBrace: Bool) {
        var range = range
        while let last = bytes[range].last, last == 0x20 || last == 0x09 {
            range = range.lowerBound..<range.upperBound - 1
        }
        guard !range.isEmpty else { return }
        var expanded: String?
        if hasBrace {
            do throws(VariableError) {
                let uri = try variables.substitute(in: text(range))
                guard let first = uri.utf8.first, first != UInt8(ascii: "#"), uri.utf8.last ?? 0x20 > 0x20 else {
                    throw VariableError.notAURI(uri)
                }
                expanded = uri
            } catch {
                log.add(.error, error.code, "in a URI: \(error)", line: line, clause: "4.3")
            }
        }
        switch pendingVariant {
        case .ignored: pendingVariant = .none
        case .variant(var variant):
            variant.uri = expanded ?? text(range)
            multivariant.variants.append(variant)
            pendingVariant = .none
        case .none: readSegmentURI(range, expanded: expanded)
        }
    }

    private mutating func readTag(_ range: Range<Int>) {
        // The three tags that can stand at every segment, before anything costs an allocation.
        if matches("#EXTINF:", range) { return readDuration(range.dropFirst(8)) }
        if matches("#EXT-X-BYTERANGE:", range) { return readByteRange(range.dropFirst(17)) }
        if matches("#EXT-X-PROGRAM-DATE-TIME:", range) { return readProgramDate(range.dropFirst(25)) }
        var colon = range.lowerBound
        while colon < range.upperBound, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
        let name = text(range.lowerBound + 1..<colon)
        let value = colon < range.upperBound ? colon + 1..<range.upperBound : range.upperBound..<range.upperBound
        if readSegmentTag(name, value) || readMediaTag(name, value) || readMultivariantTag(name, value)
            || readSharedTag(name, value)
        {
            return
        }
        guard unknownTags.count < 100_000 else { return }
        unknownTags.append(
            UnknownTag(
                name: name, value: colon < range.upperBound ? text(value) : nil, segmentIndex: media.segments.count,
                line: line))
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func matches(_ prefix: StaticString, _ range: Range<Int>) -> Bool {
        let count = prefix.utf8CodeUnitCount
        guard range.count >= count else { return false }
        return prefix.withUTF8Buffer { buffer in
            for index in 0..<count where buffer[index] != bytes[range.lowerBound + index] { return false }
            return true
        }
    }
}

extension Range<Int> {
    /// The range without its first elements.
    func dropFirst(_ count: Int) -> Range<Int> { Swift.min(lowerBound + count, upperBound)..<upperBound }
}

/// What was read for the segment whose URI has not come yet, and what stays in force for later ones.
struct PendingSegment {
    var duration: Duration?
    var durationLine: SourceLine?
    var title: String?
    var byteRange: (length: Int, offset: Int?)?
    var date: ProgramDate?
    var isDiscontinuous = false
    var isGap = false
    var parts: [PartialSegment] = []

    /// In force until changed.
    var bitrate: Int32 = -1
    var map: Int32 = -1
    var keys: [EncryptionKey] = []
    var keySet: Int32 = -1
    /// Where the last byte range ended, and of which resource.
    var rangeEnd = 0
    var rangeURI: Range<Int>?
    var partRangeEnd = 0
    var partRangeURI = ""
}

extension PlaylistReader {
    mutating func readDuration(_ value: Range<Int>) {
        if firstMediaTag == nil { firstMediaTag = line }
        if pending.duration != nil {
            log.add(
                .error, "playlist-extinf-without-uri", "EXTINF has no segment URI",
                line: pending.durationLine, clause: "4.4.4.1")
        }
        var comma = value.lowerBound
        while comma < value.upperBound, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
        pending.durationLine = line
        pending.title = comma + 1 < value.upperBound ? text(comma + 1..<value.upperBound) : nil
        if let duration = Duration(decimal: bytes, value.lowerBound..<comma) {
            pending.duration = duration
            if comma == value.upperBound {
                log.add(.lint, "playlist-extinf-comma", "EXTINF has no comma", line: line, clause: "4.4.4.1")
            }
        } else {
            log.add(
                .error, "playlist-extinf-value", "'\(text((value.lowerBound..<comma).prefixed(40)))' is no duration",
                line: line, clause: "4.4.4.1")
            pending.duration = .zero
        }
    }

    mutating func readSegmentURI(_ range: Range<Int>, expanded: String?) {
        guard let duration = pending.duration else {
            log.add(
                .error, "playlist-uri-without-extinf", "'\(text(range.prefixed(60)))' is not preceded by EXTINF",
                line: line, clause: "4.4.4.1")
            return
        }
        if media.segments.isEmpty {
            // One allocation each for most playlists; what is not written to takes no memory.
            media.segments.text.reserveCapacity(bytes.count)
            media.segments.rows.reserveCapacity(bytes.count / 48)
        }
        let start = UInt32(truncatingIfNeeded: media.segments.text.count)
        if let expanded {
            media.segments.text.append(contentsOf: expanded.utf8)
        } else {
            media.segments.text.append(contentsOf: bytes[range])
        }
        let length = UInt32(truncatingIfNeeded: media.segments.text.count) - start
        var row = SegmentList.Row(duration: duration, uriStart: start, uriLength: length, line: line)
        row.isDiscontinuous = pending.isDiscontinuous
        row.isGap = pending.isGap
        row.map = pending.map
        row.keys = pending.keySet
        row.bitrate = pending.byteRange == nil ? pending.bitrate : -1
        placeByteRange(range, in: &row)
        if let date = pending.date {
            row.date = Int32(truncatingIfNeeded: media.segments.dates.count)
            media.segments.dates.append(date)
        }
        if pending.title != nil || !pending.parts.isEmpty {
            row.rare = Int32(truncatingIfNeeded: media.segments.rare.count)
            media.segments.rare.append(SegmentList.Rare(title: pending.title, parts: pending.parts))
            pending.parts = []
            pending.title = nil
        }
        media.segments.rows.append(row)
        media.segments.totalDuration += duration
        pending.duration = nil
        pending.byteRange = nil
        pending.date = nil
        pending.isDiscontinuous = false
        pending.isGap = false
    }

    /// A range without an offset begins where that of the segment before ended, in the same resource.
    private mutating func placeByteRange(_ uri: Range<Int>, in row: inout SegmentList.Row) {
        guard let (length, offset) = pending.byteRange else {
            pending.rangeURI = nil
            return
        }
        let continues = pending.rangeURI.map { bytes[$0] == bytes[uri] } ?? false
        if offset == nil, !continues {
            log.add(
                .error, "playlist-byterange-offset", "the byte range has no offset and continues no other", line: line,
                clause: "4.4.4.2")
        }
        let begin = offset ?? (continues ? pending.rangeEnd : 0)
        let (end, overflow) = begin.addingReportingOverflow(length)
        pending.rangeURI = overflow ? nil : uri
        pending.rangeEnd = overflow ? 0 : end
        row.byteRange = Int32(truncatingIfNeeded: media.segments.byteRanges.count)
        media.segments.byteRanges.append(ByteRange(offset: begin, length: length))
    }

    /// Tags that belong to segments (rfc8216bis 4.4.4).
    mutating func readSegmentTag(_ name: String, _ value: Range<Int>) -> Bool {
        switch name {
        case "EXT-X-BYTERANGE": readByteRange(value)
        case "EXT-X-DISCONTINUITY": pending.isDiscontinuous = true
        case "EXT-X-GAP": pending.isGap = true
        case "EXT-X-BITRATE":
            if let rate = integer(name, value, "4.4.4.8") { pending.bitrate = Int32(clamping: rate) }
        case "EXT-X-PROGRAM-DATE-TIME": readProgramDate(value)
        case "EXT-X-KEY": readKey(value)
        case "EXT-X-MAP": readMap(value)
        case "EXT-X-PART": readPart(value)
        default: return false
        }
        if firstMediaTag == nil { firstMediaTag = line }
        return true
    }

    mutating func readProgramDate(_ value: Range<Int>) {
        if firstMediaTag == nil { firstMediaTag = line }
        guard let date = ProgramDate(iso8601: bytes, value) else {
            log.add(
                .error, "playlist-date", "'\(text(value.prefixed(80)))' is no ISO 8601 date and time", line: line,
                clause: "4.4.4.6")
            return
        }
        if !ProgramDate.statesZone(bytes[value]) {
            log.add(
                .lint, "playlist-date-zone", "'\(text(value))' states no zone; UTC is taken", line: line,
                clause: "4.4.4.6")
        }
        if pending.date != nil {
            log.add(.error, "playlist-date-repeated", "two dates for one segment", line: line, clause: "4.4.4.6")
        }
        pending.date = date
    }

    mutating func readByteRange(_ value: Range<Int>) {
        if firstMediaTag == nil { firstMediaTag = line }
        pending.byteRange = byteRange(bytes, value)
        if pending.byteRange == nil {
            log.add(
                .error, "playlist-byterange", "'\(text(value.prefixed(40)))' is no byte range", line: line,
                clause: "4.4.4.2")
        }
    }

    private mutating func readKey(_ value: Range<Int>) {
        var reader = attributes("EXT-X-KEY", value, "4.4.4.4")
        guard let key = encryptionKey(&reader) else {
            if reader.attributes["METHOD"]?.value == "NONE" { setKeys([]) }
            return
        }
        // A new key replaces the one of its format, and all keys from before the last segment.
        var keys = pending.keys.filter { $0.keyFormat != key.keyFormat }
        guard keys.count < 16 else {
            log.add(.warning, "playlist-key-limit", "more than 16 key formats at once", line: line)
            return
        }
        keys.append(key)
        setKeys(keys)
    }

    private mutating func setKeys(_ keys: [EncryptionKey]) {
        pending.keys = keys
        if keys.isEmpty {
            pending.keySet = -1
        } else {
            pending.keySet = Int32(truncatingIfNeeded: media.segments.keySets.count)
            media.segments.keySets.append(keys)
        }
    }

    /// A key, or `nil` for METHOD=NONE and for tags that are ignored.
    mutating func encryptionKey(_ reader: inout AttributeReader) -> EncryptionKey? {
        if reader.attributes["METHOD"] == nil { reader.reject("playlist-attribute-missing", "METHOD is missing") }
        let method = reader.enumeration("METHOD", ["NONE", "AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR"])
        let uri = reader.string("URI")
        let format = reader.string("KEYFORMAT") ?? "identity"
        if let method, method != "NONE", uri == nil {
            reader.reject("playlist-attribute-missing", "URI is missing")
        }
        reader.report(to: &log)
        guard let method, method != "NONE", !reader.isIllegal else { return nil }
        return EncryptionKey(
            method: method, uri: uri, keyFormat: format, attributes: reader.attributes, line: line)
    }

    private mutating func readMap(_ value: Range<Int>) {
        var reader = attributes("EXT-X-MAP", value, "4.4.4.5")
        let uri = reader.requiredString("URI")
        let range = mapRange(&reader)
        reader.report(to: &log)
        guard let uri, !reader.isIllegal else { return }
        pending.map = Int32(truncatingIfNeeded: media.segments.maps.count)
        media.segments.maps.append(
            InitializationSection(uri: uri, byteRange: range, keys: pending.keys, line: line))
    }

    private func mapRange(_ reader: inout AttributeReader) -> ByteRange? {
        guard let text = reader.string("BYTERANGE") else { return nil }
        guard let (length, offset) = byteRange(text) else {
            reader.reject("playlist-byterange", "'\(text.prefix(40))' is no byte range")
            return nil
        }
        return ByteRange(offset: offset ?? 0, length: length)
    }

    private mutating func readPart(_ value: Range<Int>) {
        var reader = attributes("EXT-X-PART", value, "4.4.4.9")
        let uri = reader.requiredString("URI")
        if reader.attributes["DURATION"] == nil { reader.reject("playlist-attribute-missing", "DURATION is missing") }
        let duration = reader.seconds("DURATION")
        let isIndependent = reader.flag("INDEPENDENT")
        let isGap = reader.flag("GAP")
        var range: ByteRange?
        if let text = reader.string("BYTERANGE") {
            if let (length, offset) = byteRange(text) {
                let continues = pending.partRangeURI == uri
                let begin = offset ?? (continues ? pending.partRangeEnd : 0)
                range = ByteRange(offset: begin, length: length)
                pending.partRangeURI = uri ?? ""
                pending.partRangeEnd = begin.addingReportingOverflow(length).partialValue
            } else {
                reader.reject("playlist-byterange", "'\(text.prefix(40))' is no byte range")
            }
        }
        reader.report(to: &log)
        guard let uri, let duration, !reader.isIllegal else { return }
        pending.parts.append(
            PartialSegment(
                uri: uri, duration: duration, isIndependent: isIndependent, byteRange: range, isGap: isGap, line: line))
    }

    func byteRange(_ text: String) -> (length: Int, offset: Int?)? {
        let bytes = Array(text.utf8)
        return byteRange(bytes, 0..<bytes.count)
    }

    /// `n[@o]`, both decimal integers, `n` at least 1 and the end in range.
    private func byteRange(_ bytes: [UInt8], _ range: Range<Int>) -> (length: Int, offset: Int?)? {
        var index = range.lowerBound
        guard let length = Self.integer(bytes, &index, range.upperBound), length > 0 else { return nil }
        guard index < range.upperBound else { return (length, nil) }
        guard bytes[index] == UInt8(ascii: "@") else { return nil }
        index += 1
        guard let offset = Self.integer(bytes, &index, range.upperBound), index == range.upperBound,
            !offset.addingReportingOverflow(length).overflow
        else { return nil }
        return (length, offset)
    }

    private static func integer(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> Int? {
        let start = index
        var value = 0
        while index < end, case let digit = bytes[index] &- 48, digit < 10 {
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = product.addingReportingOverflow(Int(digit))
            guard !tooLarge, !overflow else { return nil }
            value = sum
            index += 1
        }
        return index > start ? value : nil
    }
}

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
            if firstMultivariantTag != nil, firstMediaTag == nil {
                log.add(
                    .error, "playlist-uri-without-stream-inf",
                    "'\(text(range.prefixed(60)))' is not preceded by EXT-X-STREAM-INF", line: line, clause: "4.4.6.2")
                return
            }
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
}

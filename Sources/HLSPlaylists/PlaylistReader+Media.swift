extension PlaylistReader {
    /// Tags of media playlists that belong to no segment (rfc8216bis 4.4.3 and 4.4.5).
    mutating func readMediaTag(_ name: String, _ value: Range<Int>) -> Bool {
        switch name {
        case "EXT-X-TARGETDURATION":
            guard once(name, "4.4.3.1") else { break }
            media.targetDuration = integer(name, value, "4.4.3.1").map {
                Swift.min(.seconds(Int64(clamping: $0)), .longestStated)
            }
        case "EXT-X-MEDIA-SEQUENCE":
            guard once(name, "4.4.3.2"), beforeSegments(name, "4.4.3.2") else { break }
            media.mediaSequence = integer(name, value, "4.4.3.2") ?? 0
        case "EXT-X-DISCONTINUITY-SEQUENCE":
            guard once(name, "4.4.3.3"), beforeSegments(name, "4.4.3.3") else { break }
            media.discontinuitySequence = integer(name, value, "4.4.3.3") ?? 0
        case "EXT-X-ENDLIST": media.hasEndList = true
        case "EXT-X-PLAYLIST-TYPE":
            guard once(name, "4.4.3.5") else { break }
            media.playlistType = MediaPlaylist.PlaylistType(rawValue: text(value))
            if media.playlistType == nil {
                log.add(
                    .warning, "playlist-tag-value", "EXT-X-PLAYLIST-TYPE:\(text(value.prefixed(40))) is not known",
                    line: line, clause: "4.4.3.5")
            }
        case "EXT-X-I-FRAMES-ONLY": media.isIFramesOnly = true
        case "EXT-X-PART-INF":
            var reader = attributes(name, value, "4.4.3.7")
            media.partTarget = reader.seconds("PART-TARGET")
            if reader.attributes["PART-TARGET"] == nil {
                reader.reject("playlist-attribute-missing", "PART-TARGET is missing")
            }
            reader.report(to: &log)
        case "EXT-X-SERVER-CONTROL": readServerControl(value)
        case "EXT-X-SKIP": readSkip(value)
        case "EXT-X-PRELOAD-HINT": readPreloadHint(value)
        case "EXT-X-RENDITION-REPORT": readRenditionReport(value)
        case "EXT-X-DATERANGE": readDateRange(value)
        default: return false
        }
        if firstMediaTag == nil { firstMediaTag = line }
        return true
    }

    private mutating func beforeSegments(_ name: String, _ clause: String) -> Bool {
        if media.segments.isEmpty { return true }
        log.add(
            .error, "playlist-tag-order", "\(name) must stand before the first segment", line: line, clause: clause)
        return false
    }

    private mutating func readServerControl(_ value: Range<Int>) {
        var reader = attributes("EXT-X-SERVER-CONTROL", value, "4.4.3.8")
        var control = ServerControl()
        control.canSkipUntil = reader.seconds("CAN-SKIP-UNTIL")
        control.canSkipDateRanges = reader.flag("CAN-SKIP-DATERANGES")
        control.holdBack = reader.seconds("HOLD-BACK")
        control.partHoldBack = reader.seconds("PART-HOLD-BACK")
        control.canBlockReload = reader.flag("CAN-BLOCK-RELOAD")
        reader.report(to: &log)
        if !reader.isIllegal { media.serverControl = control }
    }

    private mutating func readSkip(_ value: Range<Int>) {
        var reader = attributes("EXT-X-SKIP", value, "4.4.5.2")
        if reader.attributes["SKIPPED-SEGMENTS"] == nil {
            reader.reject("playlist-attribute-missing", "SKIPPED-SEGMENTS is missing")
        }
        let count = reader.integer("SKIPPED-SEGMENTS")
        let removed = reader.string("RECENTLY-REMOVED-DATERANGES", allowsEmpty: true)
        reader.report(to: &log)
        guard let count, !reader.isIllegal else { return }
        media.skip = SkippedSegments(
            count: count, removedDateRanges: removed?.split(separator: "\t").map(String.init) ?? [], line: line)
    }

    private mutating func readPreloadHint(_ value: Range<Int>) {
        var reader = attributes("EXT-X-PRELOAD-HINT", value, "4.4.5.3")
        let type = reader.enumeration("TYPE", ["PART", "MAP"])
        let uri = reader.requiredString("URI")
        let offset = reader.integer("BYTERANGE-START") ?? 0
        let length = reader.integer("BYTERANGE-LENGTH")
        reader.report(to: &log)
        guard let type, let uri, !reader.isIllegal else { return }
        media.preloadHints.append(PreloadHint(type: type, uri: uri, offset: offset, length: length, line: line))
    }

    private mutating func readRenditionReport(_ value: Range<Int>) {
        var reader = attributes("EXT-X-RENDITION-REPORT", value, "4.4.5.4")
        let uri = reader.requiredString("URI")
        let last = reader.integer("LAST-MSN")
        let part = reader.integer("LAST-PART")
        reader.report(to: &log)
        guard let uri, !reader.isIllegal else { return }
        media.renditionReports.append(
            RenditionReport(uri: uri, lastMediaSequence: last, lastPart: part, line: line))
    }

    private mutating func readDateRange(_ value: Range<Int>) {
        guard media.dateRangeTags.count < DateRangeMerger.mostTags else {
            if seenOnce["date ranges beyond the bound"] == nil {
                seenOnce["date ranges beyond the bound"] = line
                log.add(
                    .error, "playlist-date-range-limit",
                    "more than \(DateRangeMerger.mostTags) date ranges; the rest is not read", line: line)
            }
            return
        }
        var parser = AttributeListParser(bytes: bytes, range: value)
        let list = parser.parse(&variables)
        for problem in parser.problems where problem.code.hasPrefix("playlist-variable") {
            log.add(.error, problem.code, "EXT-X-DATERANGE: \(problem.message)", line: line, clause: "4.3")
        }
        media.dateRangeTags.append(
            DateRangeTag(
                attributes: list, problems: parser.problems, text: parser.problems.isEmpty ? nil : text(value),
                line: line))
    }
}

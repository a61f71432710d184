extension Playlist {
    /// The playlist as text. Reading it again gives an equal value (in the same place, with the same imports).
    public var text: String {
        switch self {
        case .media(let playlist): playlist.text
        case .multivariant(let playlist): playlist.text
        }
    }
}

extension MultivariantPlaylist {
    /// The playlist as text: general tags first, then renditions, variants and the rest, each kind in its order.
    public var text: String {
        var printer = TagPrinter()
        printer.general(version, variables, hasIndependentSegments, start)
        if let steering = contentSteering { printer.tag("EXT-X-CONTENT-STEERING", steering.attributes) }
        for data in sessionData { printer.tag("EXT-X-SESSION-DATA", data.attributes) }
        for key in sessionKeys { printer.tag("EXT-X-SESSION-KEY", key.attributes) }
        for rendition in renditions { printer.tag("EXT-X-MEDIA", rendition.attributes) }
        for variant in variants {
            printer.tag("EXT-X-STREAM-INF", variant.attributes)
            printer.line(variant.uri)
        }
        for variant in iFrameVariants { printer.tag("EXT-X-I-FRAME-STREAM-INF", variant.attributes) }
        for tag in unknownTags { printer.unknown(tag) }
        return printer.text
    }
}

extension MediaPlaylist {
    /// The playlist as text: general tags first, then segments, then parts, hints, reports and date ranges.
    public var text: String {
        var printer = TagPrinter()
        printer.general(version, variables, hasIndependentSegments, start)
        if let targetDuration { printer.tag("EXT-X-TARGETDURATION", targetDuration.decimalSeconds) }
        if let control = serverControl { printer.serverControl(control) }
        if let partTarget { printer.tag("EXT-X-PART-INF", "PART-TARGET=" + partTarget.decimalSeconds) }
        if mediaSequence != 0 { printer.tag("EXT-X-MEDIA-SEQUENCE", "\(mediaSequence)") }
        if discontinuitySequence != 0 { printer.tag("EXT-X-DISCONTINUITY-SEQUENCE", "\(discontinuitySequence)") }
        if let playlistType { printer.tag("EXT-X-PLAYLIST-TYPE", playlistType.rawValue) }
        if isIFramesOnly { printer.line("#EXT-X-I-FRAMES-ONLY") }
        if let skip { printer.skip(skip) }
        var unknown = unknownTags[...]
        for (index, segment) in segments.enumerated() {
            while let tag = unknown.first, tag.segmentIndex <= index { printer.unknown(unknown.removeFirst()) }
            printer.segment(segment)
        }
        for tag in unknown { printer.unknown(tag) }
        for part in trailingParts { printer.part(part) }
        for hint in preloadHints { printer.hint(hint) }
        for report in renditionReports { printer.report(report) }
        for tag in dateRangeTags { printer.tag("EXT-X-DATERANGE", tag.text ?? tag.attributes.description) }
        if hasEndList { printer.line("#EXT-X-ENDLIST") }
        return printer.text
    }
}

/// Writes tags and remembers what is in force, so that only changes are written.
struct TagPrinter {
    private(set) var text = "#EXTM3U\n"
    private var keys: [EncryptionKey] = []
    private var map: InitializationSection?
    private var bitrate: Int?

    mutating func line(_ line: String) { text += line + "\n" }

    mutating func tag(_ name: String, _ value: String) { line("#\(name):\(value)") }

    mutating func tag(_ name: String, _ attributes: AttributeList) { tag(name, attributes.description) }

    mutating func unknown(_ tag: UnknownTag) { line("#" + tag.name + (tag.value.map { ":" + $0 } ?? "")) }

    mutating func general(
        _ version: Int?, _ variables: [VariableDefinition], _ isIndependent: Bool, _ start: StartPoint?
    ) {
        if let version { tag("EXT-X-VERSION", "\(version)") }
        for variable in variables {
            switch variable {
            case .value(let name, let value): tag("EXT-X-DEFINE", "NAME=\"\(name)\",VALUE=\"\(value)\"")
            case .imported(let name): tag("EXT-X-DEFINE", "IMPORT=\"\(name)\"")
            case .queryParameter(let name): tag("EXT-X-DEFINE", "QUERYPARAM=\"\(name)\"")
            }
        }
        if isIndependent { line("#EXT-X-INDEPENDENT-SEGMENTS") }
        if let start {
            tag("EXT-X-START", "TIME-OFFSET=\(start.offset.decimalSeconds)" + (start.isPrecise ? ",PRECISE=YES" : ""))
        }
    }

    mutating func serverControl(_ control: ServerControl) {
        var words: [String] = []
        if let until = control.canSkipUntil { words.append("CAN-SKIP-UNTIL=" + until.decimalSeconds) }
        if control.canSkipDateRanges { words.append("CAN-SKIP-DATERANGES=YES") }
        if let back = control.holdBack { words.append("HOLD-BACK=" + back.decimalSeconds) }
        if let back = control.partHoldBack { words.append("PART-HOLD-BACK=" + back.decimalSeconds) }
        if control.canBlockReload { words.append("CAN-BLOCK-RELOAD=YES") }
        tag("EXT-X-SERVER-CONTROL", words.joined(separator: ","))
    }

    mutating func skip(_ skip: SkippedSegments) {
        let removed = skip.removedDateRanges.joined(separator: "\t")
        tag(
            "EXT-X-SKIP",
            "SKIPPED-SEGMENTS=\(skip.count)" + (removed.isEmpty ? "" : ",RECENTLY-REMOVED-DATERANGES=\"\(removed)\""))
    }

    mutating func segment(_ segment: MediaSegment) {
        if segment.isDiscontinuous { line("#EXT-X-DISCONTINUITY") }
        if let next = segment.map, next != map {
            switchKeys(to: next.keys)
            tag("EXT-X-MAP", "URI=\"\(next.uri)\"" + (next.byteRange.map { ",BYTERANGE=\"\(Self.range($0))\"" } ?? ""))
            map = next
        }
        switchKeys(to: segment.keys)
        if let rate = segment.bitrate, rate != bitrate {
            tag("EXT-X-BITRATE", "\(rate)")
            bitrate = rate
        }
        for part in segment.parts { self.part(part) }
        if let date = segment.programDate { tag("EXT-X-PROGRAM-DATE-TIME", "\(date)") }
        if segment.isGap { line("#EXT-X-GAP") }
        tag("EXTINF", segment.duration.decimalSeconds + "," + (segment.title ?? ""))
        if let range = segment.byteRange { tag("EXT-X-BYTERANGE", Self.range(range)) }
        line(segment.uri)
    }

    /// Writes the tags that turn the keys in force into others: a key replaces only the one of its own format, so one
    /// that goes away takes all with it.
    private mutating func switchKeys(to next: [EncryptionKey]) {
        guard next != keys else { return }
        let kept = keys.filter(next.contains)
        let isContinued =
            next.starts(with: kept) && keys.allSatisfy { key in next.contains { $0.keyFormat == key.keyFormat } }
        if !isContinued { tag("EXT-X-KEY", "METHOD=NONE") }
        for key in isContinued ? Array(next.dropFirst(kept.count)) : next { tag("EXT-X-KEY", key.attributes) }
        keys = next
    }

    mutating func part(_ part: PartialSegment) {
        tag(
            "EXT-X-PART",
            "DURATION=\(part.duration.decimalSeconds),URI=\"\(part.uri)\""
                + (part.isIndependent ? ",INDEPENDENT=YES" : "")
                + (part.byteRange.map { ",BYTERANGE=\"\(Self.range($0))\"" } ?? "") + (part.isGap ? ",GAP=YES" : ""))
    }

    mutating func hint(_ hint: PreloadHint) {
        tag(
            "EXT-X-PRELOAD-HINT",
            "TYPE=\(hint.type),URI=\"\(hint.uri)\"" + (hint.offset == 0 ? "" : ",BYTERANGE-START=\(hint.offset)")
                + (hint.length.map { ",BYTERANGE-LENGTH=\($0)" } ?? ""))
    }

    mutating func report(_ report: RenditionReport) {
        tag(
            "EXT-X-RENDITION-REPORT",
            "URI=\"\(report.uri)\"" + (report.lastMediaSequence.map { ",LAST-MSN=\($0)" } ?? "")
                + (report.lastPart.map { ",LAST-PART=\($0)" } ?? ""))
    }

    private static func range(_ range: ByteRange) -> String { "\(range.length)@\(range.offset)" }
}

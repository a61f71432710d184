extension InterstitialEvent {
    /// The class of date ranges that are breaks, compared byte by byte.
    public static let rangeClass = "com.apple.hls.interstitial"

    /// Reads the breaks among date ranges the way a conforming client does.
    ///
    /// - Parameters:
    ///   - ranges: The date ranges of a playlist.
    ///   - base: The playlist, for relative URIs and for diagnostics.
    /// - Returns: The events in the order of the ranges, and what was found about illegal ones.
    public static func events(
        in ranges: [DateRange], base: AssetReference?
    ) -> (events: [InterstitialEvent], diagnostics: [Diagnostic]) {
        var log = DiagnosticLog(uri: base?.description)
        let events = ranges.compactMap { InterstitialEvent($0, base: base, &log) }
        return (events, log.entries)
    }

    init?(_ range: DateRange, base: AssetReference?, _ log: inout DiagnosticLog) {
        guard range.rangeClass == Self.rangeClass else { return nil }
        var reader = AttributeReader(
            tag: "interstitial '\(range.id)'", range.attributes, line: range.line, clause: "D.2", severity: .warning)
        let asset = reader.string("X-ASSET-URI")
        let list = reader.string("X-ASSET-LIST")
        guard let content = Self.content(asset, list, &reader) else {
            reader.report(to: &log)
            return nil
        }
        self.init(id: range.id, placement: .date(range.startDate), content: content)
        self.base = base
        line = range.line
        cue = range.cue
        duration = range.knownDuration
        plannedDuration = range.plannedDuration
        if let offset = reader.seconds("X-RESUME-OFFSET", signed: true) { resumption = .offset(offset) }
        playoutLimit = reader.lenient("X-PLAYOUT-LIMIT") { $0.seconds($1) }
        snap = Snap(reader.knownWords("X-SNAP", ["OUT", "IN"]))
        restrictions = Restrictions(reader.knownWords("X-RESTRICT", ["SKIP", "JUMP"]))
        contentMayVary = reader.knownString("X-CONTENT-MAY-VARY", ["YES", "NO"]) != "NO"
        timelineOccupies =
            reader.knownString("X-TIMELINE-OCCUPIES", ["POINT", "RANGE"]).flatMap(TimelineOccupancy.init) ?? .point
        timelineStyle =
            reader.knownString("X-TIMELINE-STYLE", ["HIGHLIGHT", "PRIMARY"]).flatMap(TimelineStyle.init) ?? .highlight
        skipControl = Self.skipControl(&reader)
        customAttributes = range.attributes.attributes.filter {
            $0.name.hasPrefix("X-") && !Self.knownAttributes.contains($0.name)
        }
        reader.report(to: &log)
        if reader.isIllegal { return nil }
    }

    private static let knownAttributes: Set<String> = [
        "X-ASSET-URI", "X-ASSET-LIST", "X-RESUME-OFFSET", "X-PLAYOUT-LIMIT", "X-SNAP", "X-RESTRICT",
        "X-CONTENT-MAY-VARY", "X-TIMELINE-OCCUPIES", "X-TIMELINE-STYLE", "X-SKIP-CONTROL-OFFSET",
        "X-SKIP-CONTROL-DURATION", "X-SKIP-CONTROL-LABEL-ID",
    ]

    private static func content(_ asset: String?, _ list: String?, _ reader: inout AttributeReader) -> Content? {
        switch (asset, list) {
        case (let asset?, nil):
            if !isAbsolute(asset) {
                reader.note(
                    .warning, "interstitial-relative-asset",
                    "X-ASSET-URI '\(asset.withoutQuery)' is relative; only X-ASSET-LIST may be, and players differ")
            }
            return .asset(asset)
        case (nil, let list?): return .list(list)
        case (nil, nil):
            reader.reject("interstitial-no-asset", "has neither X-ASSET-URI nor X-ASSET-LIST; it is ignored")
        case (_?, _?):
            reader.reject("interstitial-two-assets", "has both X-ASSET-URI and X-ASSET-LIST; it is ignored")
        }
        return nil
    }

    /// Whether a URI begins with a scheme.
    static func isAbsolute(_ uri: String) -> Bool {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")), colon != uri.startIndex else { return false }
        return uri.utf8[..<colon].allSatisfy {
            $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    private static func skipControl(_ reader: inout AttributeReader) -> SkipControl? {
        guard let offset = reader.lenient("X-SKIP-CONTROL-OFFSET", { $0.seconds($1) }) else { return nil }
        let length = reader.lenient("X-SKIP-CONTROL-DURATION") { $0.seconds($1) }
        for (name, value) in [("OFFSET", offset), ("DURATION", length ?? .zero)] where value.components.attoseconds != 0
        {
            reader.note(
                .lint, "interstitial-skip-control-fraction",
                "X-SKIP-CONTROL-\(name) should be a whole number of seconds")
        }
        var label = reader.lenient("X-SKIP-CONTROL-LABEL-ID") { $0.string($1) }
        if let text = label,
            !text.utf8.allSatisfy({ $0 | 0x20 &- 97 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
        {
            reader.note(
                .warning, "interstitial-skip-control-label", "X-SKIP-CONTROL-LABEL-ID '\(text.prefix(40))' is no label")
            label = nil
        }
        return SkipControl(offset: offset, duration: length, labelID: label)
    }
}

extension AttributeReader {
    /// Reads a value whose breakage leaves the tag in force: the attribute then counts as absent.
    mutating func lenient<Value>(_ name: String, _ read: (inout AttributeReader, String) -> Value?) -> Value? {
        guard attributes[name] != nil else { return nil }
        var attempt = AttributeReader(tag: tag, attributes, line: line, clause: clause, severity: .warning)
        let value = read(&attempt, name)
        for finding in attempt.findings {
            note(.warning, finding.code, String(finding.message.dropFirst(tag.count + 2)))
        }
        return value
    }

    /// The members of an enumerated-string-list that are known; others are noted and left out.
    mutating func knownWords(_ name: String, _ known: [String]) -> [String] {
        let words = lenient(name) { $0.list($1) } ?? []
        for word in words where !known.contains(word) {
            note(.warning, "interstitial-unknown-value", "\(name) lists '\(word.prefix(40))', which is not known")
        }
        return words.filter(known.contains)
    }

    /// A quoted-string that is one of the known ones; others count as absent.
    mutating func knownString(_ name: String, _ known: [String]) -> String? {
        guard let value = lenient(name, { $0.string($1) }) else { return nil }
        guard known.contains(value) else {
            note(
                .warning, "interstitial-unknown-value",
                "\(name)=\"\(value.prefix(40))\" is not known; the default counts")
            return nil
        }
        return value
    }
}

extension Snap {
    init(_ words: [String]) {
        self = []
        if words.contains("OUT") { insert(.out) }
        if words.contains("IN") { insert(.in) }
    }
}

extension Restrictions {
    init(_ words: [String]) {
        self = []
        if words.contains("SKIP") { insert(.skip) }
        if words.contains("JUMP") { insert(.jump) }
    }
}

extension String {
    /// A relative URI for people: at most 80 characters, and nothing of a query or fragment, which may hold a secret.
    var withoutQuery: String {
        let path = prefix { $0 != "?" && $0 != "#" }
        return path.prefix(80) + (path.endIndex == endIndex ? "" : "?…")
    }
}

extension PlaylistReader {
    /// Tags that both kinds of playlist have (rfc8216bis 4.4.1 and 4.4.2).
    mutating func readSharedTag(_ name: String, _ value: Range<Int>) -> Bool {
        switch name {
        case "EXTM3U": return true
        case "EXT-X-VERSION":
            if once(name, "4.4.1.2") {
                let version = integer(name, value, "4.4.1.2")
                media.version = version
                multivariant.version = version
            }
        case "EXT-X-INDEPENDENT-SEGMENTS":
            media.hasIndependentSegments = true
            multivariant.hasIndependentSegments = true
        case "EXT-X-START":
            guard once(name, "4.4.2.2") else { return true }
            var reader = attributes(name, value, "4.4.2.2")
            if reader.attributes["TIME-OFFSET"] == nil {
                reader.reject("playlist-attribute-missing", "TIME-OFFSET is missing")
            }
            let offset = reader.seconds("TIME-OFFSET", signed: true)
            let isPrecise = reader.flag("PRECISE")
            reader.report(to: &log)
            if let offset, !reader.isIllegal {
                media.start = StartPoint(offset: offset, isPrecise: isPrecise)
                multivariant.start = media.start
            }
        case "EXT-X-DEFINE": define(value)
        default: return false
        }
        return true
    }

    private mutating func define(_ value: Range<Int>) {
        let clause = "4.4.2.3"
        var reader = attributes("EXT-X-DEFINE", value, clause)
        let kinds = ["NAME", "IMPORT", "QUERYPARAM"].filter { reader.attributes[$0] != nil }
        do {
            if kinds.count != 1 {
                reader.reject("playlist-define", "needs exactly one of NAME, IMPORT and QUERYPARAM")
            } else if let name = reader.string("NAME") {
                if let text = reader.string("VALUE", allowsEmpty: true) {
                    try variables.define(name, as: text)
                    definitions.append(.value(name: name, value: text))
                } else {
                    reader.reject("playlist-attribute-missing", "VALUE is missing")
                }
            } else if let name = reader.string("IMPORT") {
                if let text = imports[name] {
                    try variables.define(name, as: text)
                    definitions.append(.imported(name))
                } else {
                    reader.reject("playlist-variable-import", "the multivariant playlist defines no '\(name)'")
                }
            } else if let name = reader.string("QUERYPARAM") {
                if let text = query[name], !text.isEmpty {
                    try variables.define(name, as: text)
                    definitions.append(.queryParameter(name))
                } else {
                    reader.reject("playlist-variable-query", "the playlist's URI has no query parameter '\(name)'")
                }
            }
        } catch {
            reader.reject(error.code, "\(error)")
        }
        reader.report(to: &log)
    }

    /// Notes a repeated tag; only the first counts.
    mutating func once(_ name: String, _ clause: String) -> Bool {
        guard let first = seenOnce[name] else {
            seenOnce[name] = line
            return true
        }
        log.add(
            .error, "playlist-tag-repeated", "\(name) stands already on line \(first.number)", line: line,
            clause: clause)
        return false
    }

    mutating func attributes(
        _ name: String, _ value: Range<Int>, _ clause: String, severity: Diagnostic.Severity = .error
    ) -> AttributeReader {
        var parser = AttributeListParser(bytes: bytes, range: value)
        let list = parser.parse(&variables)
        for problem in parser.problems {
            log.add(severity, problem.code, "\(name): \(problem.message)", line: line, clause: "4.2")
        }
        return AttributeReader(tag: name, list, line: line, clause: clause, severity: severity)
    }

    /// A decimal-integer as the whole value of a tag.
    mutating func integer(_ name: String, _ value: Range<Int>, _ clause: String) -> Int? {
        let digits = bytes[value]
        if !digits.isEmpty, digits.count <= 20, digits.allSatisfy({ $0 &- 48 < 10 }), let number = Int(text(value)) {
            return number
        }
        log.add(
            .error, "playlist-tag-value", "\(name) has no decimal integer but '\(text(value.prefixed(40)))'",
            line: line, clause: clause)
        return nil
    }
}

extension Range<Int> {
    /// The first elements of the range.
    func prefixed(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(lowerBound + count, upperBound) }
}

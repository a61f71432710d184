/// Turns EXT-X-DATERANGE tags into date ranges the way a conforming client does: illegal tags are ignored, tags of one
/// ID become one range (rfc8216bis 4.4.5.1).
struct DateRangeMerger {
    /// Most tags that are read of one playlist.
    static let mostTags = 250_000

    private var ranges: [DateRange] = []
    private var indexByID: [String: Int] = [:]
    private let clause = "4.4.5.1"

    mutating func add(_ tag: DateRangeTag, _ log: inout DiagnosticLog) {
        if let problem = tag.problems.first {
            // A broken variable is an error of the playlist and was told as such.
            if problem.code.hasPrefix("playlist-variable") { return }
            log.add(
                .warning, problem.code, "EXT-X-DATERANGE: \(problem.message); the tag is ignored", line: tag.line,
                clause: "4.2")
            return
        }
        if let requirement = tag.attributes.attributes.first(where: { $0.name.hasPrefix("REQ-") }) {
            log.add(
                .warning, "playlist-requirement",
                "EXT-X-DATERANGE: \(requirement.name.prefix(40)) is not known; the tag is ignored", line: tag.line,
                clause: "6.3.1")
            return
        }
        var reader = AttributeReader(
            tag: "EXT-X-DATERANGE", tag.attributes, line: tag.line, clause: clause, severity: .warning)
        let range = read(&reader)
        reader.report(to: &log)
        guard let range, !reader.isIllegal else { return }
        if let index = indexByID[range.id] {
            ranges[index] = range
        } else {
            indexByID[range.id] = ranges.count
            ranges.append(range)
        }
    }

    /// The ranges in order of first appearance.
    consuming func finish() -> [DateRange] {
        var result = ranges
        let startsByClass = Dictionary(grouping: ranges.filter { $0.rangeClass != nil }) { $0.rangeClass ?? "" }
            .mapValues { $0.map(\.startDate).sorted() }
        for index in result.indices where result[index].endsOnNext {
            let start = result[index].startDate
            let starts = startsByClass[result[index].rangeClass ?? ""] ?? []
            result[index].nextStartDate = starts.firstAfter(start)
        }
        return result
    }

    /// The range after this tag: its attributes joined with those of earlier tags of the ID.
    private func read(_ reader: inout AttributeReader) -> DateRange? {
        guard let id = reader.requiredString("ID") else { return nil }
        guard let earlier = indexByID[id].map({ ranges[$0] }) else { return typed(id, &reader) }
        var merged = earlier.attributes
        var names = Set(merged.attributes.map(\.name))
        for attribute in reader.attributes.attributes {
            if names.insert(attribute.name).inserted {
                guard merged.attributes.count < AttributeList.mostAttributes else { continue }
                merged.attributes.append(attribute)
            } else if let stated = merged[attribute.name], !stated.agrees(with: attribute) {
                reader.reject(
                    "playlist-date-range-conflict",
                    "\(attribute.name) of '\(id)' differs from that of an earlier tag; the tag is ignored")
                return nil
            }
        }
        var whole = AttributeReader(
            tag: reader.tag, merged, line: earlier.line, clause: clause, severity: .warning)
        let range = typed(id, &whole)
        if whole.isIllegal {
            for finding in whole.findings { reader.reject(finding.code, String(finding.message.dropFirst(17))) }
            return nil
        }
        return range
    }

    private func typed(_ id: String, _ reader: inout AttributeReader) -> DateRange? {
        guard let start = date("START-DATE", &reader) else {
            if reader.attributes["START-DATE"] == nil {
                reader.reject("playlist-attribute-missing", "'\(id)' has no START-DATE; the tag is ignored")
            }
            return nil
        }
        var range = DateRange(id: id, startDate: start, attributes: reader.attributes, line: reader.line)
        range.rangeClass = reader.string("CLASS")
        range.endDate = date("END-DATE", &reader)
        range.duration = reader.seconds("DURATION")
        range.plannedDuration = reader.seconds("PLANNED-DURATION")
        range.endsOnNext = reader.enumeration("END-ON-NEXT", ["YES"]) != nil
        range.cue = Cue(words: reader.list("CUE") ?? [])
        if let end = range.endDate {
            if end < start {
                reader.reject("playlist-date-range-end", "'\(id)' ends before it starts; the tag is ignored")
            } else if let duration = range.duration, start + duration != end {
                reader.reject(
                    "playlist-date-range-end", "END-DATE of '\(id)' is not START-DATE plus DURATION; the tag is ignored"
                )
            }
        }
        if range.endsOnNext, range.rangeClass == nil || range.endDate != nil || range.duration != nil {
            reader.reject(
                "playlist-date-range-end-on-next",
                "END-ON-NEXT of '\(id)' needs CLASS and neither DURATION nor END-DATE; the tag is ignored")
        }
        if range.cue.isSuperset(of: [.pre, .post]) {
            reader.reject("playlist-date-range-cue", "CUE of '\(id)' has both PRE and POST; the tag is ignored")
        }
        return range
    }

    private func date(_ name: String, _ reader: inout AttributeReader) -> ProgramDate? {
        guard let text = reader.string(name) else { return nil }
        guard let date = ProgramDate(iso8601: text) else {
            reader.reject("playlist-date", "\(name)=\"\(text.prefix(80))\" is no ISO 8601 date and time")
            return nil
        }
        return date
    }
}

extension AttributeList.Attribute {
    /// Whether two statements of an attribute mean the same: equal text, or equal dates or numbers.
    func agrees(with other: AttributeList.Attribute) -> Bool {
        if value == other.value { return isQuoted == other.isQuoted }
        if let a = ProgramDate(iso8601: value), let b = ProgramDate(iso8601: other.value) { return a == b }
        if !isQuoted, !other.isQuoted, let a = Duration(decimalSeconds: value, signed: true),
            let b = Duration(decimalSeconds: other.value, signed: true)
        {
            return a == b
        }
        return false
    }
}

extension [ProgramDate] {
    /// In a sorted array, the first date after another.
    func firstAfter(_ date: ProgramDate) -> ProgramDate? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= date { low = middle + 1 } else { high = middle }
        }
        return low < count ? self[low] : nil
    }
}

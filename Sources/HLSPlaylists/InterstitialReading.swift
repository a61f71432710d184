/// What one player makes of the date ranges of a playlist.
public struct InterstitialReading: Sendable, Hashable {
    /// The breaks it sees.
    public var events: [InterstitialEvent]
    /// What was found about tags.
    public var diagnostics: [Diagnostic]
    /// Why the player would refuse the whole playlist; `nil` when it would not.
    public var refusal: String?
}

extension MediaPlaylist {
    /// The breaks as one player reads them: conforming clients ignore illegal tags, others accept some of them.
    public func interstitials(as behaviour: PlayerBehaviour, base: AssetReference? = nil) -> InterstitialReading {
        guard let leniency = TagLeniency(behaviour) else {
            let (events, diagnostics) = InterstitialEvent.events(in: dateRanges, base: base)
            return InterstitialReading(events: events, diagnostics: diagnostics)
        }
        var merged: [DateRangeTag] = []
        var indexByID: [String: Int] = [:]
        var dropped: Set<String> = []
        for tag in dateRangeTags {
            let tag = leniency.corrected(tag)
            guard let id = tag.attributes["ID"]?.value else {
                if leniency.missingID == .refusesPlaylist {
                    return InterstitialReading(
                        events: [], diagnostics: [], refusal: "line \(tag.line.number): a date range without ID")
                }
                continue
            }
            guard let index = indexByID[id] else {
                indexByID[id] = merged.count
                merged.append(tag)
                continue
            }
            for attribute in tag.attributes.attributes {
                guard let stated = merged[index].attributes[attribute.name] else {
                    merged[index].attributes.attributes.append(attribute)
                    continue
                }
                guard !stated.agrees(with: attribute) else { continue }
                switch leniency.conflict {
                case .refusesPlaylist:
                    return InterstitialReading(
                        events: [], diagnostics: [],
                        refusal: "line \(tag.line.number): \(attribute.name) of '\(id)' differs from an earlier tag")
                case .dropsRange: dropped.insert(id)
                case .firstWins:
                    if attribute.name == "X-PLAYOUT-LIMIT" { merged[index].attributes.replace(attribute) }
                }
            }
        }
        var log = DiagnosticLog(uri: base?.description)
        var merger = DateRangeMerger()
        for tag in merged where !dropped.contains(tag.attributes["ID"]?.value ?? "") { merger.add(tag, &log) }
        let (events, diagnostics) = InterstitialEvent.events(in: merger.finish(), base: base)
        return InterstitialReading(events: events, diagnostics: log.entries + diagnostics)
    }
}

extension AttributeList {
    mutating func replace(_ attribute: Attribute) {
        guard let index = attributes.firstIndex(where: { $0.name == attribute.name }) else { return }
        attributes[index] = attribute
    }
}

/// How a player reads tags that a conforming client would ignore.
private struct TagLeniency {
    enum Conflict { case refusesPlaylist, dropsRange, firstWins }
    enum MissingID { case ignoresTag, refusesPlaylist }

    var conflict: Conflict
    var missingID = MissingID.ignoresTag
    var prefersURIOverList = false
    var readsXCue = false
    var readsUnquotedWords = false
    var ignoresEndOnNextRules = false

    /// `nil` for players that read by the specification.
    init?(_ behaviour: PlayerBehaviour) {
        switch behaviour {
        case .draft, .avfoundation: return nil
        case .hlsjs:
            conflict = .dropsRange
            prefersURIOverList = true
            readsXCue = true
            readsUnquotedWords = true
        case .shaka:
            conflict = .firstWins
            prefersURIOverList = true
        case .media3:
            conflict = .refusesPlaylist
            missingID = .refusesPlaylist
            readsXCue = true
            readsUnquotedWords = true
            ignoresEndOnNextRules = true
        }
    }

    private static let words: Set<String> = [
        "X-TIMELINE-OCCUPIES", "X-TIMELINE-STYLE", "X-CONTENT-MAY-VARY", "X-SNAP", "X-RESTRICT", "CUE",
    ]

    /// The tag as the player sees it.
    func corrected(_ tag: DateRangeTag) -> DateRangeTag {
        var tag = tag
        tag.problems = []
        var list = tag.attributes
        if readsXCue, list["CUE"] == nil, let index = list.attributes.firstIndex(where: { $0.name == "X-CUE" }) {
            list.attributes[index].name = "CUE"
        }
        if readsUnquotedWords {
            for index in list.attributes.indices where Self.words.contains(list.attributes[index].name) {
                list.attributes[index].isQuoted = true
            }
        }
        if prefersURIOverList, list["X-ASSET-URI"] != nil {
            list.attributes.removeAll { $0.name == "X-ASSET-LIST" }
        }
        if ignoresEndOnNextRules, list["DURATION"] != nil || list["END-DATE"] != nil {
            list.attributes.removeAll { $0.name == "END-ON-NEXT" }
        }
        tag.attributes = list
        return tag
    }
}

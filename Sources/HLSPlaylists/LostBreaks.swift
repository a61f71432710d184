extension PresentationBuilder {
    /// Tags that were meant as breaks and are none, each once however many playlists carry it.
    ///
    /// A client ignores an illegal tag (rfc8216bis 4.4.5.1, 6.3.1), and then plays the programme as if nobody had wanted a break
    /// there. What its viewers should have seen was not looked at, which nothing else tells.
    static func lostBreaks(_ playlists: [LoadedMediaPlaylist], found: Set<String>) -> [Diagnostic] {
        var told: Set<String> = []
        var lost: [Diagnostic] = []
        for media in playlists {
            for tag in media.playlist.dateRangeTags {
                guard let intention = tag.intention else { continue }
                let id = tag.attributes["ID"]?.value
                if let id, found.contains(id) { continue }
                guard told.insert(id ?? "line \(tag.line.number)").inserted else { continue }
                lost.append(intention.diagnostic(id, media, tag.line))
            }
        }
        return lost
    }
}

/// What the author of a date range seems to have wanted.
private enum Intention {
    /// A break: it has the class of interstitials.
    case interstitial
    /// Perhaps a break: it has what only breaks have, or nearly their class.
    case perhaps

    func diagnostic(_ id: String?, _ media: LoadedMediaPlaylist, _ line: SourceLine) -> Diagnostic {
        let name = id.map { "'\($0.prefix(80))'" } ?? "without an ID"
        let uri = media.reference.description
        switch self {
        case .interstitial:
            return Diagnostic(
                .error, code: "interstitial-ignored",
                message: "break \(name) is lost: clients ignore its tag, for the reason told of this line, though some "
                    + "play it; what their viewers see was not looked at",
                uri: uri, line: line.number, clause: "rfc8216bis 4.4.5.1")
        case .perhaps:
            return Diagnostic(
                .warning, code: "interstitial-class",
                message: "date range \(name) looks like a break and is none: its CLASS is not "
                    + "\"\(InterstitialEvent.rangeClass)\", byte by byte",
                uri: uri, line: line.number, clause: "rfc8216bis D.2")
        }
    }
}

extension DateRangeTag {
    /// What the tag was meant to be, as far as breaks go; `nil` when it has nothing of one.
    fileprivate var intention: Intention? {
        let breakClass = InterstitialEvent.rangeClass
        guard let stated = attributes["CLASS"]?.value else {
            // What stands behind a quote that is missing was not read.
            if !problems.isEmpty, text?.contains(breakClass) == true { return .interstitial }
            return attributes["X-ASSET-URI"] == nil && attributes["X-ASSET-LIST"] == nil ? nil : .perhaps
        }
        // Word processors make other quotes of the plain ones.
        let name = stated.drop { "“”„″".contains($0) }.prefix { !"“”„″".contains($0) }
        if name == breakClass { return .interstitial }
        return name.lowercased().hasPrefix(breakClass) ? .perhaps : nil
    }
}

extension PresentationBuilder {
    /// The date ranges of playlists that should all carry the same: the first statement of an ID counts.
    static func merge(
        _ playlists: [LoadedMediaPlaylist]
    ) -> (ranges: [DateRange], events: [InterstitialEvent], diagnostics: [Diagnostic]) {
        var ranges: [DateRange] = []
        var owners: [AssetReference] = []
        var indexByID: [String: Int] = [:]
        var diagnostics: [Diagnostic] = []
        for media in playlists {
            for range in media.playlist.dateRanges {
                guard let index = indexByID[range.id] else {
                    indexByID[range.id] = ranges.count
                    ranges.append(range)
                    owners.append(media.reference)
                    continue
                }
                if let name = ranges[index].firstDifference(from: range) {
                    diagnostics.append(
                        differing(
                            "\(name) of date range '\(range.id)' differs from that in \(owners[index])", media,
                            line: range.line))
                }
            }
        }
        var events: [InterstitialEvent] = []
        for (range, owner) in zip(ranges, owners) {
            let (found, problems) = InterstitialEvent.events(in: [range], base: owner)
            events += found
            diagnostics += problems
        }
        return (ranges, events, diagnostics + lostBreaks(playlists, found: Set(events.map(\.id))))
    }

    /// Playlists that lack date ranges which others have: one that has some must have all, and of what plays together one
    /// must have them (rfc8216bis 6.2.4). A live playlist that was loaded a moment later may differ.
    static func missingRanges(_ variants: [PresentationVariant], _ playlists: [LoadedMediaPlaylist]) -> [Diagnostic] {
        let bearers = playlists.filter { !$0.playlist.dateRanges.isEmpty }
        guard let bearer = bearers.first else { return [] }
        var owners: [String: AssetReference] = [:]
        var all: [String] = []
        for media in bearers {
            for range in media.playlist.dateRanges where owners[range.id] == nil {
                owners[range.id] = media.reference
                all.append(range.id)
            }
        }
        var found: [Diagnostic] = []
        for media in bearers where !media.playlist.isLive && media.playlist.dateRanges.count < all.count {
            let own = Set(media.playlist.dateRanges.map(\.id))
            let missing = all.filter { !own.contains($0) }
            guard let first = missing.first, let owner = owners[first] else { continue }
            let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
            found.append(differing("has no date range '\(first)'\(more), as \(owner) has", media))
        }
        var told: Set<AssetReference> = []
        for variant in variants {
            guard let media = variant.media, media.playlist.dateRanges.isEmpty else { continue }
            let sounds = variant.audio.filter { $0.reference != nil }
            let bare = sounds.first { $0.media?.playlist.dateRanges.isEmpty == true }
            guard sounds.isEmpty || bare != nil, told.insert(media.reference).inserted else { continue }
            let sound = bare.map { ", nor in that of the sound '\($0.name)'" } ?? ""
            found.append(
                differing(
                    "the date ranges of \(bearer.reference) do not stand in this playlist\(sound): who gets this variant sees "
                        + "none of its breaks", media))
        }
        return found
    }

    private static func differing(
        _ message: String, _ media: LoadedMediaPlaylist, line: SourceLine? = nil
    ) -> Diagnostic {
        Diagnostic(
            .warning, code: "presentation-date-ranges-differ", message: message, uri: media.reference.description,
            line: line?.number, clause: "rfc8216bis 6.2.4")
    }
}

extension DateRange {
    /// The name of an attribute, in alphabetical order, that another statement of this range does not have or has with
    /// another value; `nil` when they say the same.
    fileprivate func firstDifference(from other: DateRange) -> String? {
        func values(_ range: DateRange) -> [String: String] {
            Dictionary(range.attributes.attributes.map { ($0.name, $0.value) }) { first, _ in first }
        }
        let (own, its) = (values(self), values(other))
        return own == its ? nil : Set(own.keys).union(its.keys).sorted().first { own[$0] != its[$0] }
    }
}

import HLSPlaylists

extension PresentationReport {
    /// The breaks in force with all their attributes.
    func eventLines(_ drawing: TimelineDrawing, _ style: TerminalStyle) -> [String] {
        let source =
            switch eventSource {
            case .playlist: "from the playlist"
            case .plan(let name): "under service plan \(name.printable)"
            case .client: "set by the client"
            }
        let items = Dictionary(schedule.items.compactMap(\.interstitial).map { ($0.event.id, $0) }) { first, _ in first
        }
        let dropped = Dictionary(schedule.notScheduled.map { ($0.event.id, $0.reason) }) { first, _ in first }
        let title = "Breaks: \(breaks.isEmpty ? "none" : "\(breaks.count)"), \(source)"
        var lines = tree(
            title,
            breaks.map { entry in
                let id = entry.event.id
                return rows(entry, drawing.marks[id], items[id], dropped[id])
            }, style)
        if !replacedEvents.isEmpty {
            let names = replacedEvents.map(\.printable).joined(separator: ", ")
            lines += wrapped("Not in force, though the playlist has them: \(names)", width: 98)
        }
        return lines
    }

    private func rows(
        _ entry: ResolvedInterstitial, _ mark: Character?, _ item: ScheduledInterstitial?,
        _ reason: UnscheduledInterstitial.Reason?
    ) -> [String] {
        let event = entry.event
        var head = [mark.map { "\($0)  \(event.id)" } ?? event.id]
        if !event.cue.isEmpty { head.append("CUE \(event.cue.words.joined(separator: ","))") }
        if let item { head.append("at \(item.at.shown)") }
        if case .date(let date) = event.placement { head.append(date.description) }
        if event.line.number > 0 { head.append("line \(event.line.number)") }
        return [head.joined(separator: "  ")] + [fate(entry, item, reason)] + assetRows(entry) + [attributes(entry)]
    }

    private func fate(
        _ entry: ResolvedInterstitial, _ item: ScheduledInterstitial?, _ reason: UnscheduledInterstitial.Reason?
    ) -> String {
        guard let item else { return "never plays: \(reason?.description ?? "not scheduled")" }
        switch item.outcome {
        case .cancelled(let why): return "does not play: \(why)"
        case .empty: return "its list is empty; the primary resumes at \(item.resume?.shown ?? "its end")"
        case .plays: break
        }
        let offset =
            switch entry.event.resumption {
            case .offset(let offset): "X-RESUME-OFFSET \(offset.shown)"
            case .afterPlayedDuration: "no X-RESUME-OFFSET: as far on as it plays"
            case .afterWallClock: "as far on as time passed"
            }
        var length = item.plays.map { "plays \($0.shown) s" } ?? "plays for an unknown time"
        if item.elapsed > .zero { length += ", its first \(item.elapsed.shown) s are over where playback starts" }
        let moved = item.at == item.scheduledAt ? "" : ", snapped from \(item.scheduledAt.shown)"
        return "\(length)\(moved); \(item.resume.map { "resumes at \($0.shown)" } ?? "after the end") (\(offset))"
    }

    private func assetRows(_ entry: ResolvedInterstitial) -> [String] {
        var rows: [String] = []
        if case .list(let uri) = entry.event.content { rows.append("list \(entry.event.shown(uri))") }
        guard case .assets(let assets) = entry.content else { return rows + entry.event.namedAssets }
        rows += assets.map { asset in
            let name = asset.reference?.description ?? asset.uri.withoutQuery
            if let failure = asset.failure { return "\(name)  failed: \(failure)" }
            return name + (asset.duration.map { "  \($0.shown) s" } ?? "  of unknown length")
        }
        return rows
    }

    private func attributes(_ entry: ResolvedInterstitial) -> String {
        let event = entry.event
        var words: [String] = []
        if !event.restrictions.isEmpty { words.append("restrict \(event.restrictions.words.joined(separator: ","))") }
        if !event.snap.isEmpty { words.append("snap \(event.snap.words.joined(separator: ","))") }
        if let limit = event.playoutLimit { words.append("limit \(limit.shown) s") }
        if let stated = event.duration { words.append("stated \(stated.shown) s") }
        if let planned = event.plannedDuration { words.append("planned \(planned.shown) s") }
        if event.timelineOccupies == .range { words.append("occupies RANGE") }
        if event.timelineStyle == .primary { words.append("style PRIMARY") }
        if !event.contentMayVary { words.append("the same for all viewers") }
        if let skip = entry.skipControl { words.append("skip button after \(skip.offset.shown) s") }
        words += event.customAttributes.map { "\($0.name)=\($0.value)" }
        return words.joined(separator: " · ")
    }
}

import HLSPlaylists

extension PresentationReport {
    /// The timeline, drawn, and a row for each stretch.
    func timelineLines(_ drawing: TimelineDrawing, _ style: TerminalStyle) -> [String] {
        let rows = schedule.timelineRows
        guard !rows.isEmpty else { return [] }
        let length =
            schedule.playoutDuration.map { "\($0.shown) s of playback" }
            ?? (presentation.isLive == true ? "without end" : "of unknown length")
        let integrated = schedule.playoutDuration == nil ? nil : schedule.integratedDuration
        var lines = [
            style.bold("Timeline: \(length)" + (integrated.map { ", \($0.shown) s as viewers see it" } ?? ""))
        ]
        lines += drawing.lines(width: 98)
        lines += [
            "", style.dim("".column(3) + "on air".column(24) + "of the primary".column(24) + "what plays"),
        ]
        for row in rows.prefix(Self.mostRows) {
            let air = "\(row.playoutStart.shown) – \(row.playoutEnd?.shown ?? "…")"
            switch schedule.items[row.index] {
            case .primary(let span):
                lines.append(
                    (span.end == nil ? "╌" : "─").column(3) + air.column(23) + " "
                        + "\(span.start.shown) – \(span.end?.shown ?? "…")".column(23) + " programme")
            case .interstitial(let entry):
                let mark = drawing.marks[entry.event.id].map(String.init) ?? ""
                let place = "\(entry.at.shown) → \(entry.resume?.shown ?? "end")"
                lines.append(
                    mark.column(3) + air.column(23) + " " + place.column(23) + " "
                        + what(entry).printable.shortened(to: 49))
            }
        }
        return lines + more(rows.count)
    }

    private func what(_ entry: ScheduledInterstitial) -> String {
        switch entry.outcome {
        case .plays: entry.event.id + (entry.plays == nil ? ", length unknown" : "")
        case .empty: "\(entry.event.id): its list is empty"
        case .cancelled(let why): "\(entry.event.id) does not play: \(why)"
        }
    }

    /// What a viewer may do in each stretch.
    func navigationLines(_ drawing: TimelineDrawing, _ style: TerminalStyle) -> [String] {
        let spans = schedule.navigation
        guard spans.contains(where: { $0.eventID != nil }) else { return [] }
        var lines = [
            style.bold("Navigation"),
            style.dim(
                "".column(3) + "on air".column(24) + "pause".column(7) + "back".column(6) + "forward".column(9)
                    + "fast".column(6) + "button".column(8) + "a jump ahead plays first"),
        ]
        for span in spans.prefix(Self.mostRows) {
            let may = span.permissions
            func word(_ allowed: Bool) -> String { allowed ? "yes" : "no" }
            let mark = span.eventID.map { drawing.marks[$0].map(String.init) ?? "" } ?? "─"
            let guarded = may.guardedBreaks.map(\.printable).joined(separator: ", ")
            lines.append(
                mark.column(3) + "\(span.start.shown) – \(span.end?.shown ?? "…")".column(23) + " "
                    + word(may.pause).column(7) + word(may.seekBackward).column(6) + word(may.seekForward).column(9)
                    + word(may.fastForward).column(6) + (may.skipButton ? "yes" : "–").column(8)
                    + (guarded.isEmpty ? "–" : guarded).shortened(to: 36))
        }
        return lines + more(spans.count)
    }

    /// What breaks do to the distance from the edge of a live presentation.
    func delayLines(_ style: TerminalStyle) -> [String] {
        let delays = schedule.delayChanges
        guard presentation.isLive == true, !delays.isEmpty else { return [] }
        let rows = delays.prefix(Self.mostRows).map { delay in
            let sign = delay.change > .zero ? "+" : ""
            return "\(delay.eventID.printable.shortened(to: 50)): \(sign)\(delay.change.shown) s, "
                + "\(delay.total.shown) s in all"
        }
        return [style.bold("Distance from the live edge")] + rows + more(delays.count)
    }

    /// Where texts or players differ.
    func choiceLines(_ style: TerminalStyle) -> [String] {
        guard !schedule.choices.isEmpty else { return [] }
        var lines = [style.bold("Where the draft is open, or players differ")]
        for choice in schedule.choices.prefix(Self.mostRows) {
            let text = "\(choice.eventID) [\(choice.topic)]: \(choice.chosen)"
            lines += wrapped(text.printable, width: 98)
            for other in choice.alternatives { lines += wrapped(other.printable, width: 91).map { "    or \($0)" } }
        }
        return lines + more(schedule.choices.count)
    }

    /// What was found, the worst first, each with its place.
    func findingLines(_ style: TerminalStyle) -> [String] {
        var rows: [(rank: Int, text: String)] = (diagnostics + audit).map { ($0.severity.rank, $0.description) }
        rows += findings.map { located in
            let finding = located.finding
            let place = [located.uri, finding.line.map(String.init)].compactMap(\.self).joined(separator: ":")
            return (
                finding.severity.asDiagnostic.rank,
                "\(place.isEmpty ? "" : place + ": ")\(finding.severity.rawValue): \(finding.subject): "
                    + "\(finding.message) [\(finding.rule), \(finding.source)]"
            )
        }
        guard !rows.isEmpty else { return [] }
        // `sorted` keeps the order of equal elements.
        let worstFirst = rows.sorted { $0.rank > $1.rank }
        var lines = [style.bold("Findings")]
        for row in worstFirst.prefix(Self.mostRows) {
            let parts = wrapped(row.text.printable, width: 96)
            lines += parts.enumerated().map { index, part in
                index == 0 ? style.paint(part, row.rank == 2 ? .high : row.rank == 1 ? .medium : .low) : "  " + part
            }
        }
        return lines + more(rows.count)
    }

    private func more(_ count: Int) -> [String] {
        count > Self.mostRows ? ["… and \(count - Self.mostRows) more; --json lists all"] : []
    }
}

import HLSPlaylists

extension PresentationReport {
    /// The report as text of at most 100 columns: a tree, the timeline, what a viewer may do, what was found.
    package func text(style: TerminalStyle) -> String {
        let drawing = TimelineDrawing(schedule)
        var sections = [header, variantLines(style), renditionLines(style), eventLines(drawing, style)]
        sections.append(timelineLines(drawing, style))
        sections.append(navigationLines(drawing, style))
        sections.append(seekLines(style))
        sections.append(delayLines(style))
        sections.append(choiceLines(style))
        sections.append(findingLines(style))
        let conclusion = [style.bold(conclusion)]
        let lines = (sections.filter { !$0.isEmpty } + [conclusion]).joined(separator: [""])
        return lines.map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// The most rows of one table; `--json` has all.
    static let mostRows = 40

    private var header: [String] {
        let kind =
            switch presentation.kind {
            case .multivariant: "multivariant playlist"
            case .media: "media playlist"
            case .file(let container): "\(container.rawValue) file, not opened"
            }
        let ending = presentation.isLive.map { $0 ? "live" : "VOD" }
        let length = presentation.duration.map { "\($0.shown) s" + (presentation.isLive == true ? " listed" : "") }
        let start = schedule.timeline.startPosition
        let from = start > .zero ? "playback starts at \(start.shown)" : nil
        let words = [kind, ending, length, from, "read as \(schedule.behaviour.rawValue)"].compactMap(\.self)
        return wrapped(presentation.reference.description.printable, width: 98)
            + wrapped(words.joined(separator: " · "), width: 98)
    }

    private func variantLines(_ style: TerminalStyle) -> [String] {
        guard case .multivariant = presentation.kind else { return [] }
        let rows = presentation.variants.map { variant -> [String] in
            let tag = variant.variant
            let facts: [String?] = [
                tag?.codecs.map(\.raw).joined(separator: ","), tag?.frameRate.map { "\($0) fps" }, tag?.videoRange,
                tag?.spatialLayout.map { "layout \($0)" },
                tag?.audioGroup.map { "audio '\($0)'" }, tag?.subtitlesGroup.map { "subtitles '\($0)'" },
                variant.media.map { "\($0.playlist.segments.count) segments" } ?? "not read",
            ]
            return [variant.label] + [facts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")]
        }
        return tree("Variants", rows, style)
    }

    private func renditionLines(_ style: TerminalStyle) -> [String] {
        guard case .multivariant(let playlist) = presentation.kind, !playlist.renditions.isEmpty else { return [] }
        let rows = playlist.renditions.map { rendition -> [String] in
            let flags = [
                rendition.isDefault ? "default" : nil, rendition.isAutoselect ? "autoselect" : nil,
                rendition.isForced ? "forced" : nil,
            ]
            let facts: [String?] = [
                rendition.language, rendition.channels.map { "\($0) channels" },
                rendition.uri == nil ? "in the variant" : nil,
            ]
            return [
                "\(rendition.type.rawValue) '\(rendition.groupID)': \(rendition.name)",
                (facts + flags).compactMap(\.self).joined(separator: " · "),
            ]
        }
        return tree("Renditions", rows, style)
    }

    /// A heading and a branch for each row: its first line bold, the others below it.
    func tree(_ title: String, _ rows: [[String]], _ style: TerminalStyle) -> [String] {
        var lines = [style.bold(title)]
        let shown = rows.prefix(Self.mostRows)
        for (index, row) in shown.enumerated() {
            let isLast = index == rows.count - 1
            for (place, text) in row.enumerated() where !text.isEmpty {
                let printable = text.printable
                let parts = place == 0 ? [printable.shortened(to: 96)] : wrapped(printable, width: 92)
                for part in parts {
                    let branch = place == 0 ? (isLast ? "└─ " : "├─ ") : (isLast ? "     " : "│    ")
                    lines.append(branch + (place == 0 ? style.bold(part) : part))
                }
            }
        }
        if rows.count > shown.count { lines.append("└─ … and \(rows.count - shown.count) more; --json lists all") }
        return lines
    }

    private var conclusion: String {
        let errors = count(.error)
        let counts = [(errors, "error"), (count(.warning), "warning"), (count(.lint), "hint")]
            .filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
        let verdict =
            switch outcome {
            case .clean: "nothing at or above --fail-on \(failOn.rawValue)"
            case .findings: "findings at or above --fail-on \(failOn.rawValue)"
            case .incomplete: "something could not be read"
            }
        let cost = "\(usage.requests > 0 ? "\(usage.requests) requests, " : "")\(usage.bytes / 1024) KiB read"
        return "\(verdict): \(counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")); \(cost)"
    }

    private func count(_ severity: Diagnostic.Severity) -> Int {
        (diagnostics + audit).count { $0.severity == severity }
            + findings.count { $0.finding.severity.asDiagnostic == severity }
    }
}

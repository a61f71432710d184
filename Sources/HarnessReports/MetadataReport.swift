package import HLSPlaylists
package import NowPlaying
package import TransitionRisk

/// The timed metadata of a file or presentation, ready to be written: `segue.metadata/1`.
package struct MetadataReport: Sendable {
    /// The program that made it.
    package var tool: Tool
    /// The asset, printable.
    package var uri: String
    /// The cues, track by track.
    package var tracks: [MetadataTrack]
    /// SCTE-35 date ranges of the primary.
    package var markers: [MetadataMarker]
    /// What plays when; `nil` for a file.
    package var schedule: Schedule?
    /// What is wrong.
    package var review: MetadataReview
    /// What could not be read.
    package var diagnostics: [Diagnostic]
    /// Severity from which a finding counts.
    package var failOn: Diagnostic.Severity
    /// What a team makes of the rules.
    package var policies: [Policy] = []

    /// Collects a report.
    package init(
        tool: Tool, uri: String, tracks: [MetadataTrack], markers: [MetadataMarker], schedule: Schedule?,
        diagnostics: [Diagnostic], failOn: Diagnostic.Severity
    ) {
        self.tool = tool
        self.uri = uri
        self.tracks = tracks
        self.markers = markers
        self.schedule = schedule
        review = MetadataReview(tracks, schedule: schedule)
        self.diagnostics = diagnostics
        self.failOn = failOn
    }

    /// What is wrong, as the policies want it.
    var findings: [AppleSideFinding] { policies.applied(to: review.findings) }

    /// How often rules were broken.
    var counts: [String: Int] { policies.applied(to: review.counts) }

    /// How it ended.
    package var outcome: PresentationReport.Outcome {
        findings.outcome(
            failOn: failOn, isIncomplete: !diagnostics.isEmpty || tracks.contains { !$0.isComplete })
    }

    /// The document as UTF-8 text with a final line feed.
    package func json() throws -> String { try encoded(MetadataDocument(self)) }

    /// When a time of the primary is on air; `nil` when it never is.
    func playout(of time: Duration?) -> Duration? {
        guard let schedule, let time else { return nil }
        for row in schedule.timelineRows {
            guard let span = schedule.items[row.index].primary, time >= span.start,
                span.end.map({ time < $0 }) ?? true
            else { continue }
            return row.playoutStart + (time - span.start)
        }
        return nil
    }

    /// The marker's nearest cue of the first track.
    func nearestCue(to marker: MetadataMarker) -> Duration? {
        guard let time = marker.time else { return nil }
        return tracks.first?.cues.compactMap(\.time).min { distance($0, time) < distance($1, time) }
    }

    private func distance(_ a: Duration, _ b: Duration) -> Duration { a < b ? b - a : a - b }

    /// The report as one HTML file, with the cues of each track up to ``mostRows``.
    package func html() throws -> String {
        let cues = tracks.map { track in
            let more = track.cues.count - Self.mostRows
            return AppleSidePage.Table(
                "\(track.name): \(track.cues.count) cues\(more > 0 ? ", of which the first \(Self.mostRows)" : "")",
                heads: ["Time", "On air", "Content"],
                rows: track.cues.prefix(Self.mostRows).map { cue in
                    [
                        cue.time.map { "\($0.shown) s" } ?? "no time",
                        track.role == .primary ? playout(of: cue.time).map { "\($0.shown) s" } ?? "never" : "",
                        cue.summary,
                    ]
                })
        }
        return try AppleSidePage(
            title: "Timed metadata", subject: uri, tool: tool, outcome: outcome, failOn: failOn, facts: [],
            findings: findings, omissions: findings.omissions(of: counts), unread: diagnostics, tables: cues
        ).html()
    }

    /// The report as text of at most 100 columns.
    package func text(style: TerminalStyle) -> String {
        var lines = wrapped(uri.printable, width: 98)
        for track in tracks { lines += [""] + trackLines(track, style) }
        if !markers.isEmpty {
            lines += ["", style.bold("SCTE-35 date ranges")]
            lines += markers.prefix(Self.mostRows).map { marker in
                let time = (marker.time.map { "\($0.shown) s" } ?? "no time").column(14)
                let length = marker.duration.map { ", \($0.shown) s" } ?? ""
                let cue = nearestCue(to: marker).map { ", nearest cue at \($0.shown) s" } ?? ""
                let words = marker.attributes.keys.sorted().joined(separator: ", ")
                return "  \(time) \("\(marker.id): \(words)\(length)\(cue)".printable.shortened(to: 82))"
            }
        }
        if !findings.isEmpty { lines += ["", style.bold("Findings")] + findings.lines(style) }
        lines += findings.omissions(of: counts)
        lines += diagnostics.flatMap { wrapped($0.description.printable, width: 96) }
        let cues = tracks.reduce(0) { $0 + $1.cues.count }
        let bytes = tracks.reduce(0) { $0 + $1.bytesRead }
        lines += [
            "",
            style.bold(
                "\(outcome.verdict(failOn: failOn)): \(findings.tally); \(counted(cues, "cue")) in "
                    + "\(counted(tracks.count, "track")), \(bytes / 1024) KiB read"),
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static let mostRows = 40

    private func trackLines(_ track: MetadataTrack, _ style: TerminalStyle) -> [String] {
        let facts = [
            track.role.rawValue, counted(track.cues.count, "cue"), track.cadence.map { "every \($0.shown) s" },
            track.gaps.isEmpty ? nil : counted(track.gaps.count, "gap"), track.isComplete ? nil : "not read to the end",
        ]
        var lines = [
            style.bold(track.name.printable.shortened(to: 98)),
            "  " + facts.compactMap(\.self).joined(separator: " · "),
        ]
        lines += track.cues.prefix(Self.mostRows).map { cue in
            let time = (cue.time.map { "\($0.shown) s" } ?? "no time").column(14)
            let air = playout(of: cue.time).map { "on air \($0.shown) s" } ?? ""
            let showsAir = schedule != nil && track.role != .interstitial
            return
                "  \(time) \(showsAir ? air.column(18) : "")\(cue.summary.printable.shortened(to: showsAir ? 62 : 80))"
        }
        if track.cues.count > Self.mostRows {
            lines.append("  … and \(track.cues.count - Self.mostRows) more; --json lists all")
        }
        return lines
    }
}

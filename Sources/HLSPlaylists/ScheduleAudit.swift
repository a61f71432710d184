extension Schedule {
    /// What in a schedule contradicts what its author probably meant, with the seconds concerned.
    ///
    /// Codes begin with `navigation-` where a viewer can do more or less than the tags suggest, and with
    /// `interstitial-` where programme or breaks are lost.
    public func audit() -> [Diagnostic] {
        var log = DiagnosticLog(uri: nil)
        var before: ScheduledInterstitial?
        for item in items.compactMap(\.interstitial) {
            auditRestrictions(item, &log)
            auditResumption(item, after: before, &log)
            auditLengths(item, &log)
            before = item
        }
        auditGroups(&log)
        for event in notScheduled {
            log.add(
                event.reason.isExpectedLive && timeline.duration == nil ? .lint : .warning,
                "interstitial-not-scheduled",
                "'\(event.event.id)' never plays: \(event.reason)",
                line: event.event.line)
        }
        return log.entries
    }

    private func auditRestrictions(_ item: ScheduledInterstitial, _ log: inout DiagnosticLog) {
        let event = item.event
        let isMidRoll = event.cue.isDisjoint(with: [.pre, .post])
        if event.restrictions.contains(.skip), !event.restrictions.contains(.jump), isMidRoll {
            log.add(
                .warning, "navigation-skip-without-jump",
                "'\(event.id)' cannot be skipped while it plays, but a viewer can seek over it: it has SKIP without JUMP",
                line: event.line, clause: "D.2")
        }
        if event.restrictions.contains(.jump), !event.restrictions.contains(.skip) {
            log.add(
                .lint, "navigation-jump-without-skip",
                "'\(event.id)' cannot be jumped over, but a viewer can seek to its end once it plays: it has JUMP "
                    + "without SKIP", line: event.line, clause: "D.2")
        }
        if event.restrictions.contains(.jump), event.cue.contains(.once) {
            log.add(
                .lint, "navigation-jump-and-once",
                "'\(event.id)' must play at every jump over it (JUMP) and at most once (ONCE); players choose",
                line: event.line, clause: "D.2")
        }
        if event.restrictions.contains(.skip), item.parts.count > 1 {
            log.add(
                .lint, "navigation-restriction-covers-whole-break",
                "the restrictions of '\(event.id)' hold for all of its \(item.parts.count) assets, none can be freed alone: "
                    + "use a skip control that opens later, or an event for each asset", line: event.line, clause: "D.2"
            )
        }
        if item.skipControl != nil, item.outcome == .plays, item.skipWindow == nil {
            log.add(
                .warning, "navigation-skip-control-never-shown",
                "the skip button of '\(event.id)' would come after its end", line: event.line, clause: "D.3")
        }
    }

    private func auditResumption(
        _ item: ScheduledInterstitial, after before: ScheduledInterstitial?, _ log: inout DiagnosticLog
    ) {
        let event = item.event
        guard let resume = item.resume, item.outcome == .plays else { return }
        // Breaks of a group follow each other: each takes what lies behind that of the one before it.
        let start = before.flatMap { $0.group == item.group ? $0.resume : nil } ?? item.at
        let end = min(resume, timeline.duration ?? resume)
        if event.statedResumeOffset == nil, timeline.duration != nil, start < end {
            let kind = event.cue.contains(.pre) ? "pre-roll" : "mid-roll"
            log.add(
                .warning, "interstitial-swallows-programme",
                "\(kind) '\(event.id)' has no X-RESUME-OFFSET: \((end - start).decimalSeconds) s of the programme are "
                    + "never shown (\(start.decimalSeconds) to \(end.decimalSeconds)); write X-RESUME-OFFSET=0 to keep them",
                line: event.line, clause: "D.2")
        }
        if resume < item.at {
            log.add(
                .lint, "interstitial-replays-programme",
                "after '\(event.id)' the programme repeats \((item.at - resume).decimalSeconds) s", line: event.line,
                clause: "D.2")
        }
        if let end = timeline.duration, resume > end {
            log.add(
                .lint, "interstitial-resumes-after-end",
                "after '\(event.id)' the programme is over: it would resume at \(resume.decimalSeconds) of "
                    + "\(end.decimalSeconds)", line: event.line, clause: "D.2")
        }
        if timeline.duration == nil, let plays = item.plays, item.elapsed + plays > item.offset {
            log.add(
                .lint, "interstitial-falls-behind-live",
                "'\(event.id)' adds \((item.elapsed + plays - item.offset).decimalSeconds) s to the distance from the live edge",
                line: event.line, clause: "D.2")
        }
    }

    private func auditLengths(_ item: ScheduledInterstitial, _ log: inout DiagnosticLog) {
        let event = item.event
        for part in item.parts {
            guard let stated = part.asset.declaredDuration, let real = part.asset.presentation?.duration else {
                continue
            }
            let difference = stated > real ? stated - real : real - stated
            if difference > .milliseconds(100) {
                log.add(
                    .warning, "interstitial-asset-duration",
                    "the list gives '\(part.asset.uri)' \(stated.decimalSeconds) s, its playlist \(real.decimalSeconds) s",
                    line: event.line, clause: "D.2")
            }
        }
        let sum = item.parts.reduce(Duration?.some(.zero)) { sum, part in
            guard let sum, let length = part.asset.duration, part.asset.failure == nil else { return nil }
            return sum + length
        }
        if let stated = event.duration, let sum, !item.parts.isEmpty {
            let difference = stated > sum ? stated - sum : sum - stated
            if difference > .milliseconds(100) {
                log.add(
                    .warning, "interstitial-duration",
                    "DURATION of '\(event.id)' is \(stated.decimalSeconds) s, its assets last \(sum.decimalSeconds) s",
                    line: event.line, clause: "4.4.5.1")
            }
        }
        if let limit = event.playoutLimit, let sum, limit < sum {
            log.add(
                .lint, "interstitial-cut-by-limit",
                "'\(event.id)' lasts \(sum.decimalSeconds) s and is cut at \(limit.decimalSeconds) s", line: event.line,
                clause: "D.2")
        }
        if case .cancelled(let reason) = item.outcome {
            log.add(
                .warning, "interstitial-cancelled", "'\(event.id)' does not play: \(reason)", line: event.line,
                clause: "D.5")
        }
    }

    private func auditGroups(_ log: inout DiagnosticLog) {
        let groups = Dictionary(grouping: items.compactMap(\.interstitial), by: \.group)
        for group in groups.sorted(by: { $0.key < $1.key }).map(\.value) where group.count > 1 {
            let restricted = group.filter { !$0.event.restrictions.isEmpty }
            if !restricted.isEmpty, restricted.count < group.count {
                let free = group.filter { $0.event.restrictions.isEmpty }.map { "'\($0.event.id)'" }
                log.add(
                    .lint, "navigation-restriction-not-in-whole-group",
                    "of the breaks at \(group[0].at.decimalSeconds), \(free.joined(separator: ", ")) can be skipped and "
                        + "others cannot", line: group[0].event.line, clause: "D.2")
            }
        }
    }
}

extension UnscheduledInterstitial.Reason {
    /// Whether a live playlist has such breaks as a matter of course: its tags outlive the window.
    fileprivate var isExpectedLive: Bool {
        switch self {
        case .beforePrimary, .beforeStartPosition: true
        case .noDateMapping, .dateInGap, .afterPrimary, .insideReplacedRange, .noEnd: false
        }
    }
}

extension UnscheduledInterstitial.Reason: CustomStringConvertible {
    /// One clause for a sentence.
    public var description: String {
        switch self {
        case .noDateMapping: "the playlist states no date"
        case .dateInGap: "its date falls into a hole between two stated dates"
        case .beforePrimary(let time):
            "it lies before the first segment, at \(time.decimalSeconds) s, and is no pre-roll"
        case .afterPrimary(let time): "it lies at or after the end of the primary, at \(time.decimalSeconds) s"
        case .beforeStartPosition(let time): "playback starts behind it; it lies at \(time.decimalSeconds) s"
        case .insideReplacedRange(let time):
            "it lies in time that an earlier break replaces, at \(time.decimalSeconds) s"
        case .noEnd: "the primary has no end"
        }
    }
}

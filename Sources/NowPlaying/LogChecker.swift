import HLSPlaylists

/// Checks what an app published against what it had to publish, one line of its log after the other.
///
/// An update counts for an event when it comes within the tolerance of it, before or after: who logs first is chance.
package struct LogChecker {
    let terms: NowPlayingTerms
    let feed: IdentifierFeed?
    let tolerance: Duration
    var clock: PlaybackClock
    var log = FindingLog()
    /// What is published now.
    var published = Publication.cleared
    /// Events that wait for their update.
    var pending: PendingUpdate?
    /// An update that no event asked for so far.
    var loose: LooseUpdate?
    var commands = CommandRegister()
    var hasStarted = false
    var endedAt: Duration?
    /// Properties that were told to be missing and have not come since.
    var missing: Set<NowPlayingProperty> = []
    private var sessions = SessionRegister()
    private var lastTime: Duration?
    private var verdict = LogVerdict(findings: [], counts: [:], lines: 0, entries: 0, events: [:], publications: 0)
    private var hasToldPosition = false
    private var told: Set<String> = []

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - feed: Identifiers that the availability feed has; `nil` when they are not to be checked.
    ///   - tolerance: What two clocks, and an update and its event, may differ by.
    package init(_ terms: NowPlayingTerms, feed: IdentifierFeed? = nil, tolerance: Duration = .seconds(1)) {
        self.terms = terms
        self.feed = feed
        self.tolerance = tolerance
        clock = PlaybackClock(terms)
    }

    /// Checks the next line.
    package mutating func take(_ line: LogLine) {
        verdict.lines += 1
        switch line.content {
        case .entry(let entry): take(entry, line.number)
        case .unreadable(let text):
            log.add(AppleSideFinding(.logUnreadable, subject: "log", message: "the line \(text)", line: line.number))
        case .cutOff(let text):
            log.add(
                AppleSideFinding(
                    .logCutOff, at: lastTime, subject: "log", message: "the log is cut off: its last line \(text)",
                    line: line.number))
        }
    }

    /// Ends the check.
    package mutating func finish() -> LogVerdict {
        settleLoose()
        settlePending()
        if hasStarted, endedAt == nil {
            log.add(
                AppleSideFinding(
                    .logNoEnd, at: lastTime, subject: "log",
                    message: "the log ends while the programme plays: neither completion nor dismissal"))
        }
        verdict.findings = log.findings
        verdict.counts = log.counts
        return verdict
    }

    private mutating func take(_ entry: LogEntry, _ line: Int) {
        verdict.entries += 1
        let time = order(entry.time, line)
        if let pending, time > pending.deadline { settlePending() }
        if let loose, time > loose.time + tolerance { settleLoose() }
        clock.advance(to: time)
        for oddity in entry.oddities where told.count < 1000 && told.insert(oddity).inserted {
            log.add(
                AppleSideFinding(
                    .logUnknownField, at: time, subject: "log", found: oddity,
                    message: "the log format does not have \(oddity)", line: line))
        }
        guard sessions.take(entry, time, line, &log) else { return }
        if let event = entry.event { take(event, of: entry, time, line) }
        if let position = entry.position, entry.event != .seek, entry.event != .start {
            clock.sync(position: position, tolerance: tolerance)
        }
        if let date = entry.date { clock.sync(date: date) }
        if !entry.commands.isEmpty { take(entry.commands, time, line) }
        if let publication = entry.publication { take(publication, time, line) }
    }

    /// The time of a line, not before that of the one before it. Threads may log a little out of order.
    private mutating func order(_ stated: Duration, _ line: Int) -> Duration {
        defer {
            verdict.span =
                min(verdict.span?.lowerBound ?? stated, stated)...max(verdict.span?.upperBound ?? stated, stated)
        }
        guard let last = lastTime, stated < last else {
            lastTime = stated
            return stated
        }
        guard stated < last - tolerance else { return last }
        log.add(
            AppleSideFinding(
                .logBackwards, at: stated, subject: "time", expected: "at least \(last.decimalSeconds)",
                found: stated.decimalSeconds,
                message: "the log goes back from \(last.decimalSeconds) to \(stated.decimalSeconds) s", line: line))
        settleLoose()
        settlePending()
        clock.lose()
        lastTime = stated
        return stated
    }

    private mutating func take(_ event: PlaybackEvent, of entry: LogEntry, _ time: Duration, _ line: Int) {
        verdict.events[event, default: 0] += 1
        if event != .start, !hasStarted {
            hasStarted = true
            clock.lose()
            log.add(
                AppleSideFinding(
                    .logNoStart, at: time, subject: "log", expected: "start", found: event.rawValue,
                    message: "the log begins in the middle: its first event is \(event.rawValue)", line: line))
        }
        switch event {
        case .start:
            hasStarted = true
            commands.isComplete = true
            endedAt = nil
            missing = []
            hasToldPosition = false
            clock.start(at: entry.position, terms.schedule.timeline.startPosition)
        case .play: clock.setPlaying(true)
        case .pause: clock.setPlaying(false)
        case .seek: clock.seek(to: entry.position)
        case .breakStart: clock.enterBreak(entry.breakID)
        case .breakEnd: leaveBreak(entry, time, line)
        case .completion, .dismissal:
            clock.setPlaying(false)
            endedAt = time
        }
        expectUpdate(for: event, time, line)
    }

    private mutating func leaveBreak(_ entry: LogEntry, _ time: Duration, _ line: Int) {
        guard let resume = clock.leaveBreak(), let stated = entry.position,
            (stated - resume).magnitude > tolerance
        else { return }
        log.add(
            AppleSideFinding(
                .resumePosition, at: time, subject: "position", expected: resume.decimalSeconds,
                found: stated.decimalSeconds,
                message:
                    "the programme goes on at \(stated.decimalSeconds) s, by the schedule at \(resume.decimalSeconds) s",
                line: line))
    }

    /// Has an event wait for its update. Events that follow each other closely may share one.
    private mutating func expectUpdate(for event: PlaybackEvent, _ time: Duration, _ line: Int) {
        if pending?.clears == true { settlePending() }
        var update = pending ?? PendingUpdate(time: time, line: line)
        update.add(event, deadline: time + tolerance)
        if let loose, loose.time >= time - tolerance {
            update.latest = Update(
                publication: loose.publication, previous: loose.previous, time: loose.time, line: loose.line)
            self.loose = nil
        }
        pending = update
    }

    private mutating func take(_ publication: Publication, _ time: Duration, _ line: Int) {
        if !publication.isCleared { verdict.publications += 1 }
        if publication != published { judgeContent(of: publication, time, line) }
        if let endedAt, time > endedAt + tolerance, !publication.isCleared {
            log.add(
                AppleSideFinding(
                    .publishedAfterEnd, at: time, subject: "nowPlayingInfo", expected: "nothing", found: "a dictionary",
                    message: "a dictionary is published \((time - endedAt).decimalSeconds) s after the end", line: line)
            )
        }
        let update = Update(publication: publication, previous: published, time: time, line: line)
        published = publication
        if pending != nil {
            pending?.latest = update
        } else {
            settleLoose()
            loose = LooseUpdate(
                publication: publication, previous: update.previous, time: time, line: line, clock: clock)
        }
    }

    private mutating func take(_ changes: [CommandChange], _ time: Duration, _ line: Int) {
        for change in changes {
            commands.apply(change)
            if terms.type == .live, change.hasIntervals == true {
                log.add(
                    AppleSideFinding(
                        .skipIntervalsLive, at: time, subject: change.command.rawValue, expected: "none",
                        found: "preferred intervals",
                        message: "\(change.command.rawValue) has preferred intervals on a live channel", line: line))
            }
        }
        guard hasStarted, endedAt == nil, pending == nil else { return }
        judgeCommands(time, line)
    }

    /// Says once for each stretch that positions are not known.
    mutating func notePositionUnknown(_ time: Duration, _ line: Int) {
        guard !hasToldPosition else { return }
        hasToldPosition = true
        log.add(
            AppleSideFinding(
                .logNoPosition, at: time, subject: NowPlayingProperty.elapsedTime.rawValue,
                message:
                    "where the programme stands is not known here: the log neither states a position nor marks the "
                    + "breaks before", line: line))
    }
}

import HLSPlaylists

extension LogChecker {
    /// Follows an event and has it wait for its update.
    mutating func take(_ event: PlaybackEvent, of entry: LogEntry, _ time: Duration, _ line: Int) {
        if !log.isMuted { verdict.events[event, default: 0] += 1 }
        if event != .start, !now.hasStarted {
            now.hasStarted = true
            now.clock.lose()
            log.add(
                AppleSideFinding(
                    .logNoStart, at: time, subject: "log", expected: "start", found: event.rawValue,
                    message: "the log begins in the middle: its first event is \(event.rawValue)", line: line))
        }
        var isRequired = true
        switch event {
        case .start:
            now.begin()
            now.clock.start(at: entry.position, terms.schedule.timeline.startPosition)
        case .play: now.clock.setPlaying(true)
        case .pause: now.clock.setPlaying(false)
        case .seek: seek(entry, time, line)
        case .breakStart: isRequired = enterBreak(entry, time, line)
        case .breakEnd: leaveBreak(entry, time, line)
        case .completion, .dismissal:
            if event == .completion { judgeCompletion(entry, time, line) }
            now.clock.setPlaying(false)
            now.endedAt = time
        }
        expectUpdate(for: event, time, line, isRequired: isRequired)
    }

    private mutating func seek(_ entry: LogEntry, _ time: Duration, _ line: Int) {
        let clock = now.clock
        now.jump = nil
        if clock.current != nil { now.commands.forgetHeldBack() }
        if let target = entry.position, clock.isCertain, clock.current == nil {
            let guarded = clock.groups.indices.filter { index in
                let group = clock.groups[index]
                return group.forbidsJump && !group.isPreRoll && group.at > clock.position && group.at < target
                    && group.resume.map { $0 <= target } ?? true && !now.entered.contains(index)
            }
            if !guarded.isEmpty { now.jump = .init(time: time, line: line, target: target, groups: guarded) }
        }
        now.clock.seek(to: entry.position)
    }

    /// Tells a seek past breaks that may not be jumped over, once a position proves that none of them played.
    mutating func judgeJump(at position: Duration, _ time: Duration) {
        guard let jump = now.jump, time - jump.time > tolerance + tolerance else { return }
        now.jump = nil
        guard ((position - jump.target) - (time - jump.time)).magnitude <= tolerance else { return }
        let names = jump.groups.map { now.clock.groups[$0].eventIDs.joined(separator: ", ") }.joined(separator: ", ")
        log.add(
            AppleSideFinding(
                .breakJumped, at: jump.time, subject: names, expected: "break \(names)",
                found: "\(jump.target.decimalSeconds) s",
                message: "a seek to \(jump.target.decimalSeconds) s passes break \(names), which restricts JUMP, and "
                    + "none plays", line: jump.line))
    }

    /// - Returns: Whether the begin has to be published.
    private mutating func enterBreak(_ entry: LogEntry, _ time: Duration, _ line: Int) -> Bool {
        let shown = entry.breakID.map { "break \($0)" } ?? "a break"
        switch now.clock.enterBreak(entry.breakID, at: entry.position, tolerance: tolerance) {
        case .group(let index, let continues):
            now.entered.insert(index)
            if now.jump?.groups.contains(index) == true { now.jump = nil }
            let group = now.clock.groups[index]
            if !continues, !group.isPreRoll, terms.type != .live, let stated = entry.position,
                stated < group.at - tolerance || stated > max(group.at, group.resume ?? group.at) + tolerance
            {
                log.add(
                    AppleSideFinding(
                        .breakPlace, at: time, subject: group.eventIDs.joined(separator: ", "),
                        expected: group.at.decimalSeconds, found: stated.decimalSeconds,
                        message: "\(shown) begins at \(stated.decimalSeconds) s, by the schedule at "
                            + "\(group.at.decimalSeconds) s", line: line))
            }
            // The end of one ad of a pod and the begin of the next change nothing of what is published.
            if continues, now.pending?.isOwnReading == true, now.pending?.latest == nil { now.pending = nil }
            return !continues
        case .advertising: return true
        case .unknown:
            if terms.type != .live {
                let place = entry.position.map { " at \($0.decimalSeconds) s" } ?? ""
                log.add(
                    AppleSideFinding(
                        .breakUnknown, at: time, subject: entry.breakID ?? "break", expected: "a break of the schedule",
                        found: entry.breakID ?? entry.position?.decimalSeconds,
                        message: "\(shown) begins\(place), and the schedule has no such break", line: line))
            }
            return true
        }
    }

    private mutating func leaveBreak(_ entry: LogEntry, _ time: Duration, _ line: Int) {
        let resume = now.clock.leaveBreak(entry.breakID, at: entry.position, tolerance: tolerance)
        guard let resume, let stated = entry.position, (stated - resume).magnitude > tolerance else { return }
        log.add(
            AppleSideFinding(
                .resumePosition, at: time, subject: "position", expected: resume.decimalSeconds,
                found: stated.decimalSeconds,
                message:
                    "the programme goes on at \(stated.decimalSeconds) s, by the schedule at \(resume.decimalSeconds) s",
                line: line))
    }

    /// Tells a completion before the end, and one while a break has not ended.
    private mutating func judgeCompletion(_ entry: LogEntry, _ time: Duration, _ line: Int) {
        let clock = now.clock
        if clock.marksBreaks, !clock.isLive, let group = clock.current?.group.map({ clock.groups[$0] }),
            let resume = group.resume
        {
            let name = group.eventIDs.joined(separator: ", ")
            return log.add(
                AppleSideFinding(
                    .breakWithoutEnd, at: time, subject: name, expected: "breakEnd", found: "completion",
                    message: "break \(name) has not ended at the completion, though the programme goes on at "
                        + "\(resume.decimalSeconds) s after it", line: line))
        }
        let stated = entry.position ?? (clock.isCertain && clock.current == nil ? clock.position : nil)
        guard terms.type == .vod, clock.current?.group == nil, let stated, let end = clock.duration,
            stated < end - tolerance
        else { return }
        log.add(
            AppleSideFinding(
                .completionEarly, at: time, subject: "completion", expected: end.decimalSeconds,
                found: stated.decimalSeconds,
                message: "completion at \(stated.decimalSeconds) s, though the programme ends at "
                    + "\(end.decimalSeconds) s", line: line))
    }

    /// Has an event wait for its update. Events that follow each other closely may share one.
    mutating func expectUpdate(
        for event: PlaybackEvent, _ time: Duration, _ line: Int, named name: String? = nil, isRequired: Bool = true
    ) {
        if now.pending?.clears == true { settlePending() }
        var update = now.pending ?? PendingUpdate(time: time, line: line)
        update.add(event, named: name, isRequired: isRequired, deadline: time + tolerance)
        if now.gapEnd.map({ time <= $0 }) ?? false { update.isDoubtful = true }
        if let loose = now.loose, loose.time >= time - tolerance {
            update.latest = Update(
                publication: loose.publication, previous: loose.previous, time: loose.time, line: loose.line)
            now.loose = nil
        }
        now.pending = update
    }

    /// Follows what is published.
    mutating func take(_ publication: Publication, _ time: Duration, _ line: Int) {
        if !publication.isCleared, !log.isMuted { verdict.publications += 1 }
        if publication != now.published { judgeContent(of: publication, time, line) }
        if let endedAt = now.endedAt, time > endedAt + tolerance, !publication.isCleared {
            log.add(
                AppleSideFinding(
                    .publishedAfterEnd, at: time, subject: "nowPlayingInfo", expected: "nothing", found: "a dictionary",
                    message: "a dictionary is published \((time - endedAt).decimalSeconds) s after the end", line: line)
            )
        }
        let previous = now.published
        now.published = publication
        now.knowsPublished = true
        if let pending = now.pending {
            // What changed since before the events counts, even if an update between had it already.
            now.pending?.latest = Update(
                publication: publication, previous: pending.latest?.previous ?? previous, time: time, line: line)
        } else {
            settleLoose()
            now.loose = LooseUpdate(
                publication: publication, previous: previous, time: time, line: line, clock: now.clock)
        }
    }

    /// Follows changes of commands.
    mutating func take(_ changes: [CommandChange], _ time: Duration, _ line: Int) {
        for change in changes {
            now.commands.apply(change, inRestrictedBreak: now.clock.restrictsForward)
            if terms.type == .live, change.hasIntervals == true {
                log.add(
                    AppleSideFinding(
                        .skipIntervalsLive, at: time, subject: change.command.rawValue, expected: "none",
                        found: "preferred intervals",
                        message: "\(change.command.rawValue) has preferred intervals on a live channel", line: line))
            }
        }
        guard now.hasStarted, now.endedAt == nil, now.pending == nil else { return }
        judgeCommands(time, line)
    }
}

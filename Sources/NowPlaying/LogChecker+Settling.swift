import HLSPlaylists

extension LogChecker {
    /// Judges what was published for the events that wait, and what of commands belongs to them.
    mutating func settlePending() {
        guard let update = now.pending else { return }
        now.pending = nil
        if update.clears { return settleEnd(update) }
        judgeCommands(update.time, update.line)
        judgeIdentity(of: update.latest, for: update.events)
        let wanted = update.publishes.filter { PropertyMatrix.presence(of: $0, in: terms.type) == .required }
        guard let latest = update.latest, !latest.publication.isCleared else {
            guard !wanted.isEmpty, !update.isDoubtful else { return }
            let names = wanted.sorted { $0.position < $1.position }.map(\.rawValue).joined(separator: ", ")
            log.add(
                AppleSideFinding(
                    update.isOwnReading ? .breakNotPublished : .notPublished, at: update.time, subject: names,
                    expected: names,
                    message: "\(update.names) is not published: \(names) should be set within "
                        + "\(tolerance.decimalSeconds) s", line: update.line))
            return
        }
        judgePresence(of: latest.publication, latest.time, latest.line)
        judgeValues(of: latest, now.clock, for: update.events)
    }

    private mutating func settleEnd(_ update: PendingUpdate) {
        let event = update.events.last ?? .dismissal
        guard !update.isDoubtful else { return }
        if !now.published.isCleared, now.knowsPublished {
            log.add(
                AppleSideFinding(
                    .notCleared, at: update.time, subject: "nowPlayingInfo", expected: "nothing", found: "a dictionary",
                    message: "the dictionary is still there \(tolerance.decimalSeconds) s after \(event.rawValue)",
                    line: update.line))
        }
        let left = now.commands.registered
        if event == .dismissal, !left.isEmpty {
            let names = left.map(\.rawValue).joined(separator: ", ")
            log.add(
                AppleSideFinding(
                    .commandsLeft, at: update.time, subject: names, expected: "no handlers", found: "handlers",
                    message: "after dismissal there are still handlers for \(names)", line: update.line))
        }
    }

    /// Judges an update that no event asked for.
    mutating func settleLoose() {
        guard let update = now.loose else { return }
        now.loose = nil
        guard now.hasStarted, now.endedAt.map({ update.time <= $0 }) ?? true else { return }
        if update.publication.isCleared {
            guard !update.previous.isCleared, !isInGap(update.time) else { return }
            return log.add(
                AppleSideFinding(
                    .requiredMissing, at: update.time, subject: "nowPlayingInfo", expected: "a dictionary",
                    found: "nothing", message: "everything is cleared while the programme plays", line: update.line))
        }
        judgePresence(of: update.publication, update.time, update.line)
        let watched: [NowPlayingProperty] = [.duration, .elapsedTime, .rate, .date, .progress]
        let changed = watched.filter { update.publication[$0] != nil && update.publication[$0] != update.previous[$0] }
        let whole = Update(
            publication: update.publication, previous: update.previous, time: update.time, line: update.line)
        judgeIdentity(of: whole, for: [])
        guard !changed.isEmpty else { return }
        // It may be for an event that is lost, or for the begin or end of a break that the log does not mark.
        let isForUnmarkedBreak = changed.contains(.rate) && update.clock.mayBeInUnmarkedBreak(tolerance)
        if !isInGap(update.time), !isForUnmarkedBreak {
            let names = changed.map(\.rawValue).joined(separator: ", ")
            log.add(
                AppleSideFinding(
                    .timerUpdate, at: update.time, subject: names, expected: "as before", found: "another value",
                    message: "\(names) changes without an event", line: update.line))
        }
        judgeValues(of: whole, update.clock, for: [])
    }

    private func isInGap(_ time: Duration) -> Bool { now.gapEnd.map { time <= $0 } ?? false }

    /// Tells required properties that are missing, each once until it comes again.
    private mutating func judgePresence(of publication: Publication, _ time: Duration, _ line: Int) {
        for row in PropertyMatrix.rows where row[terms.type] == .required {
            guard publication[row.property] == nil else {
                now.missing.remove(row.property)
                continue
            }
            guard now.missing.insert(row.property).inserted else { continue }
            log.add(
                AppleSideFinding(
                    .requiredMissing, at: time, subject: row.property.rawValue, expected: row.meaning,
                    message: "the \(row.property.title) is missing: \(row.reason)", line: line))
        }
    }

    /// Judges which commands may be sent.
    mutating func judgeCommands(_ time: Duration, _ line: Int) {
        let clock = now.clock
        if clock.isPlaying, clock.knowsPlaying, now.commands.isComplete, !hasHandlers {
            if !now.commands.hasToldNone {
                now.commands.hasToldNone = true
                log.add(
                    AppleSideFinding(
                        .noCommand, at: time, subject: "commands", expected: "at least one handler", found: "none",
                        message: "no remote command has a handler while the programme plays", line: line))
            }
        } else {
            now.commands.hasToldNone = false
        }
        guard clock.restrictsForward else {
            now.commands.told = []
            for command in now.commands.takeHeldBack() {
                log.add(
                    AppleSideFinding(
                        .commandNotEnabled, at: time, subject: command.rawValue, expected: "enabled", found: "disabled",
                        message: "\(command.rawValue), which was disabled for a break, is not enabled again after it",
                        line: line))
            }
            return
        }
        for command in now.commands.movingForward where now.commands.told.insert(command).inserted {
            log.add(
                AppleSideFinding(
                    .commandNotDisabled, at: time, subject: command.rawValue, expected: "disabled", found: "enabled",
                    message: "\(command.rawValue) is enabled in a break that restricts SKIP", line: line))
        }
    }

    /// Says once for each start that positions are not known.
    mutating func notePositionUnknown(_ time: Duration, _ line: Int, _ doubt: PlaybackClock.Doubt) {
        guard !now.hasToldPosition else { return }
        now.hasToldPosition = true
        let why =
            switch doubt {
            case .begin: "the log states none since it began"
            case .seek: "the log does not say where the seek went"
            case .breaks: "the log neither states a position nor marks the breaks before"
            case .gap: "the log states none since something of it was lost"
            }
        log.add(
            AppleSideFinding(
                .logNoPosition, at: time, subject: NowPlayingProperty.elapsedTime.rawValue,
                message: "where the programme stands is not known here: \(why)", line: line))
    }
}

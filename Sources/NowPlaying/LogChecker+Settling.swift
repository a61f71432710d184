import HLSPlaylists

extension LogChecker {
    /// Judges what was published for the events that wait, and what of commands belongs to them.
    mutating func settlePending() {
        guard let update = pending else { return }
        pending = nil
        if update.clears { return settleEnd(update) }
        judgeCommands(update.time, update.line)
        let wanted = update.publishes.filter { PropertyMatrix.presence(of: $0, in: terms.type) == .required }
        guard let latest = update.latest, !latest.publication.isCleared else {
            guard !wanted.isEmpty else { return }
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
        judgeValues(of: latest, clock, for: update.events)
    }

    private mutating func settleEnd(_ update: PendingUpdate) {
        let event = update.events.last ?? .dismissal
        if !published.isCleared {
            log.add(
                AppleSideFinding(
                    .notCleared, at: update.time, subject: "nowPlayingInfo", expected: "nothing", found: "a dictionary",
                    message: "the dictionary is still there \(tolerance.decimalSeconds) s after \(event.rawValue)",
                    line: update.line))
        }
        let left = commands.registered
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
        guard let update = loose else { return }
        loose = nil
        guard hasStarted, endedAt.map({ update.time <= $0 }) ?? true else { return }
        if update.publication.isCleared {
            guard !update.previous.isCleared else { return }
            return log.add(
                AppleSideFinding(
                    .requiredMissing, at: update.time, subject: "nowPlayingInfo", expected: "a dictionary",
                    found: "nothing", message: "everything is cleared while the programme plays", line: update.line))
        }
        judgePresence(of: update.publication, update.time, update.line)
        let watched: [NowPlayingProperty] = [.duration, .elapsedTime, .rate, .date, .progress]
        let changed = watched.filter { update.publication[$0] != nil && update.publication[$0] != update.previous[$0] }
        guard !changed.isEmpty else { return }
        let names = changed.map(\.rawValue).joined(separator: ", ")
        log.add(
            AppleSideFinding(
                .timerUpdate, at: update.time, subject: names, expected: "as before", found: "another value",
                message: "\(names) changes without an event", line: update.line))
        judgeValues(
            of: Update(
                publication: update.publication, previous: update.previous, time: update.time, line: update.line),
            update.clock, for: [])
    }

    /// Tells required properties that are missing, each once until it comes again.
    private mutating func judgePresence(of publication: Publication, _ time: Duration, _ line: Int) {
        for row in PropertyMatrix.rows where row[terms.type] == .required {
            guard publication[row.property] == nil else {
                missing.remove(row.property)
                continue
            }
            guard missing.insert(row.property).inserted else { continue }
            log.add(
                AppleSideFinding(
                    .requiredMissing, at: time, subject: row.property.rawValue, expected: row.meaning,
                    message: "the \(row.property.title) is missing: \(row.reason)", line: line))
        }
    }

    /// Judges which commands may be sent.
    mutating func judgeCommands(_ time: Duration, _ line: Int) {
        if clock.isPlaying, commands.isComplete, commands.registered.isEmpty {
            if !commands.hasToldNone {
                commands.hasToldNone = true
                log.add(
                    AppleSideFinding(
                        .noCommand, at: time, subject: "commands", expected: "at least one handler", found: "none",
                        message: "no remote command has a handler while the programme plays", line: line))
            }
        } else {
            commands.hasToldNone = false
        }
        guard clock.restrictsForward else {
            commands.told = []
            return
        }
        for command in commands.movingForward where commands.told.insert(command).inserted {
            log.add(
                AppleSideFinding(
                    .commandNotDisabled, at: time, subject: command.rawValue, expected: "disabled", found: "enabled",
                    message: "\(command.rawValue) is enabled in a break that restricts SKIP", line: line))
        }
    }
}

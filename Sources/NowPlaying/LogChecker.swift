import HLSPlaylists

/// Checks what an app published against what it had to publish, one line of its log after the other.
///
/// An update counts for an event when it comes within the tolerance of it, before or after: who logs first is chance.
/// Each playback session has its own dictionary, commands and position; findings are told of the one that counts.
package struct LogChecker {
    let terms: NowPlayingTerms
    let feed: IdentifierFeed?
    let tolerance: Duration
    var log = FindingLog()
    /// The session that the line at hand is about.
    var now: SessionState
    private var others: [SessionState] = []
    private var sessions = SessionRegister()
    private var lastTime: Duration?
    private var lacksLine = false
    private var isCutOff = false
    var verdict = LogVerdict(findings: [], counts: [:], lines: 0, entries: 0, events: [:], publications: 0)
    private var told: Set<String> = []

    /// The most sessions that are followed.
    private static let mostSessions = 64

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - feed: Identifiers that the availability feed has; `nil` when they are not to be checked.
    ///   - tolerance: What two clocks, and an update and its event, may differ by.
    package init(_ terms: NowPlayingTerms, feed: IdentifierFeed? = nil, tolerance: Duration = .seconds(1)) {
        self.terms = terms
        self.feed = feed
        self.tolerance = tolerance
        now = SessionState(terms)
    }

    /// Checks the next line.
    package mutating func take(_ line: LogLine) {
        verdict.lines += 1
        switch line.content {
        case .entry(let entry): take(entry, line.number)
        case .unreadable(let text):
            lacksLine = true
            log.isMuted = false
            log.add(AppleSideFinding(.logUnreadable, subject: "log", message: "the line \(text)", line: line.number))
        case .cutOff(let text):
            isCutOff = true
            log.isMuted = false
            log.add(
                AppleSideFinding(
                    .logCutOff, at: lastTime, subject: "log", message: "the log is cut off: its last line \(text)",
                    line: line.number))
        }
    }

    /// Ends the check.
    package mutating func finish() -> LogVerdict {
        if lacksLine, let lastTime { loseTrack(until: lastTime + tolerance) }
        for index in others.indices.reversed() {
            swap(&now, &others[index])
            finishSession()
            swap(&now, &others[index])
        }
        finishSession()
        if let lastTime {
            log.isMuted = false
            sessions.settle(lastTime, .zero, &log)
        }
        verdict.findings = log.findings
        verdict.counts = log.counts
        return verdict
    }

    private mutating func finishSession() {
        log.isMuted = !sessions.counts(now.name)
        settleLoose()
        // What the log ends before is not known; an app that closed its log after the end has had its time.
        if let last = lastTime, let pending = now.pending, last <= pending.deadline,
            pending.clears ? isCutOff : pending.latest == nil
        {
            now.pending = nil
        }
        settlePending()
        if now.hasStarted, now.endedAt == nil, !lacksLine {
            log.add(
                AppleSideFinding(
                    .logNoEnd, at: lastTime, subject: "log",
                    message: "the log ends while the programme plays: neither completion nor dismissal"))
        }
    }

    private mutating func take(_ entry: LogEntry, _ line: Int) {
        verdict.entries += 1
        let time = order(entry.time, line)
        if lacksLine {
            lacksLine = false
            loseTrack(until: time + tolerance)
        }
        settleOthers(time)
        sessions.settle(time, tolerance, &log)
        sessions.take(entry, time, line)
        guard turn(to: entry.session) else { return }
        log.isMuted = !sessions.counts(now.name)
        settle(time)
        passEdges(until: time, line)
        now.clock.advance(to: time)
        tell(entry.oddities, time, line)
        if let event = entry.unknownEvent { loseEvent(event, time, line) }
        if let event = entry.event { take(event, of: entry, time, line) }
        if let position = entry.position, entry.event != .seek, entry.event != .start {
            judgeJump(at: position, time)
            now.clock.sync(position: position, tolerance: tolerance)
        }
        if let date = entry.date { now.clock.sync(date: date) }
        if !entry.commands.isEmpty { take(entry.commands, time, line) }
        if let publication = entry.publication { take(publication, time, line) }
    }

    private mutating func tell(_ oddities: [String], _ time: Duration, _ line: Int) {
        for oddity in oddities where told.count < 1000 && told.insert(oddity).inserted {
            log.add(
                AppleSideFinding(
                    .logUnknownField, at: time, subject: "log", found: oddity, message: oddity, line: line))
        }
    }

    private mutating func loseEvent(_ name: String, _ time: Duration, _ line: Int) {
        log.add(
            AppleSideFinding(
                .logUnknownEvent, at: time, subject: "log", expected: "a known event", found: name,
                message: "the log format has no event \(name), so what happened here is not known", line: line))
        now.loseTrack(until: time + tolerance)
    }

    /// Something is lost that may have been about any session.
    private mutating func loseTrack(until time: Duration) {
        now.loseTrack(until: time)
        for index in others.indices { others[index].loseTrack(until: time) }
    }

    /// The time of a line, not before that of the one before it. Threads may log a little out of order.
    private mutating func order(_ stated: Duration, _ line: Int) -> Duration {
        verdict.span =
            min(verdict.span?.lowerBound ?? stated, stated)...max(verdict.span?.upperBound ?? stated, stated)
        guard let last = lastTime, stated < last else {
            lastTime = stated
            return stated
        }
        guard stated < last - tolerance else { return last }
        log.isMuted = false
        log.add(
            AppleSideFinding(
                .logBackwards, at: stated, subject: "time", expected: "at least \(last.decimalSeconds)",
                found: stated.decimalSeconds,
                message: "the log goes back from \(last.decimalSeconds) to \(stated.decimalSeconds) s", line: line))
        // One line may bear a wrong time, and the next ones go on where the log was.
        loseTrack(until: last + tolerance)
        lastTime = stated
        return stated
    }

    /// Has the session of a line at hand; `false` for one too many.
    ///
    /// Lines without a session are about the one that counts.
    private mutating func turn(to stated: String?) -> Bool {
        guard let name = stated ?? sessions.counted, name != now.name else { return true }
        if now.name == nil {
            now.name = name
        } else if let index = others.firstIndex(where: { $0.name == name }) {
            swap(&now, &others[index])
        } else if others.count < Self.mostSessions {
            others.append(now)
            now = SessionState(terms, name: name)
        } else {
            return false
        }
        return true
    }

    /// Whether any session has a command that can be received.
    var hasHandlers: Bool {
        now.commands.mayHaveHandlers || others.contains(where: \.commands.mayHaveHandlers)
    }

    private mutating func settleOthers(_ time: Duration) {
        for index in others.indices where others[index].pending != nil || others[index].loose != nil {
            swap(&now, &others[index])
            log.isMuted = !sessions.counts(now.name)
            settle(time)
            swap(&now, &others[index])
        }
    }

    private mutating func settle(_ time: Duration) {
        if let pending = now.pending, time > pending.deadline { settlePending() }
        if let loose = now.loose, time > loose.time + tolerance { settleLoose() }
    }

    /// Has advertising inside the programme begin and end, which no line of the log says.
    private mutating func passEdges(until time: Duration, _ line: Int) {
        while let edge = now.clock.edge(until: time) {
            settle(edge.time)
            now.clock.advance(to: edge.time)
            let place = (edge.isStart ? edge.stretch.start : edge.stretch.end).decimalSeconds
            expectUpdate(
                for: edge.isStart ? .breakStart : .breakEnd, edge.time, line,
                named: "the \(edge.isStart ? "begin" : "end") of the advertising at \(place) s")
            settle(time)
        }
    }
}

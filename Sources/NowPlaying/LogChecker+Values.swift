import HLSPlaylists

extension LogChecker {
    /// Judges what a new dictionary says by itself: which properties, of which types, and identifiers.
    mutating func judgeContent(of publication: Publication, _ time: Duration, _ line: Int) {
        for key in publication.unknownKeys where !now.published.unknownKeys.contains(key) {
            log.add(
                AppleSideFinding(
                    .unknownKey, at: time, subject: key, found: key, message: "Apple's headers have no \(key)",
                    line: line))
        }
        for row in PropertyMatrix.rows {
            let property = row.property
            guard let value = publication[property], value != now.published[property] else { continue }
            if row[terms.type] == .forbidden {
                if now.published[property] == nil {
                    log.add(
                        AppleSideFinding(
                            .forbiddenProperty, at: time, subject: property.rawValue, expected: "absent",
                            found: value.shown,
                            message: "\(terms.type.article) must not publish the \(property.title): \(row.reason)",
                            line: line))
                }
            } else if !value.fits(property) {
                log.add(
                    AppleSideFinding(
                        .valueType, at: time, subject: property.rawValue, expected: property.typeName,
                        found: value.shown,
                        message: value == .outOfRange
                            ? "the \(property.title) is a number out of range"
                            : "the \(property.title) is \(value.shown), not \(property.typeName)", line: line))
            } else {
                judgeConstant(property, value, time, line)
            }
        }
    }

    /// Judges values that do not depend on where playback stands.
    private mutating func judgeConstant(
        _ property: NowPlayingProperty, _ value: LogValue, _ time: Duration, _ line: Int
    ) {
        switch (property, value) {
        case (.contentIdentifier, .text(let text)):
            judgeIdentifier(text, terms.contentIdentifier, property, time, line)
        case (.serviceIdentifier, .text(let text)):
            judgeIdentifier(text, terms.serviceIdentifier, property, time, line)
        case (.duration, .number(let found)):
            if found.components.attoseconds != 0 {
                add(
                    .durationFraction, property, terms.publishedDuration?.decimalSeconds, found.decimalSeconds, time,
                    line)
            }
            if let expected = terms.publishedDuration, (found - expected).magnitude > tolerance {
                add(.durationWrong, property, expected.decimalSeconds, found.decimalSeconds, time, line)
            }
        case (.isLive, _):
            let number = value.asNumber
            // An event that still runs ran when the log was written; one that is over may have run then.
            let mayBeOver = terms.type == .event && terms.schedule.timeline.duration != nil
            let isRight = number == .seconds(1) || number == .zero && mayBeOver
            if !isRight { add(.isLiveWrong, property, mayBeOver ? "0 or 1" : "1", value.shown, time, line) }
        case (.progress, .number(let found)):
            if found < .zero || found > .seconds(1) {
                add(.progressWrong, property, "0.0 to 1.0", found.decimalSeconds, time, line)
            } else if terms.creditsStart == nil, isUnbroken(.progressWithoutCredits) {
                add(.progressWithoutCredits, property, "absent", found.decimalSeconds, time, line)
            }
        default: break
        }
    }

    private mutating func judgeIdentifier(
        _ found: String, _ expected: String?, _ property: NowPlayingProperty, _ time: Duration, _ line: Int
    ) {
        if let expected, found != expected {
            let hint = found.lowercased() == expected.lowercased() ? "; only the letter case differs" : ""
            add(.identifierWrong, property, expected, found, time, line, hint)
        }
        guard let feed, !feed.contains(found) else { return }
        let near = feed.sameExceptForCase(as: found)
        add(
            .identifierUnknown, property, near ?? "an identifier of \(feed.name)", found, time, line,
            near == nil ? "" : "; only the letter case differs")
    }

    /// Whether a rule was never broken so far.
    private func isUnbroken(_ rule: AppleSideRule) -> Bool { log.counts[rule.id] == nil }

    /// Judges values that follow from where playback stands.
    ///
    /// - Parameter events: What the update is for; empty for one without an event.
    mutating func judgeValues(of update: Update, _ clock: PlaybackClock, for events: [PlaybackEvent]) {
        let publishes = events.reduce(into: Set<NowPlayingProperty>()) { $0.formUnion($1.publishes) }
        func isNew(_ property: NowPlayingProperty) -> Bool {
            publishes.contains(property) || update.publication[property] != update.previous[property]
        }
        if isNew(.rate), case .number(let rate)? = update.publication[.rate] { judgeRate(rate, update, clock, events) }
        if terms.type == .vod, isNew(.elapsedTime), case .number(let elapsed)? = update.publication[.elapsedTime],
            elapsed >= .zero
        {
            judgeElapsed(elapsed, update, clock)
        }
        if terms.type != .vod, isNew(.date), case .text(let text)? = update.publication[.date],
            let found = ProgramDate(iso8601: text), let expected = clock.date,
            (found - expected).magnitude > tolerance
        {
            add(.dateWrong, .date, expected.description, found.description, update.time, update.line)
        }
        if isNew(.progress), case .number(let found)? = update.publication[.progress], found >= .zero,
            found <= .seconds(1),
            clock.isCertain, let expected = terms.progress(at: clock.position), let credits = terms.creditsStart,
            abs(found / .seconds(1) - expected) > tolerance / credits + 0.01
        {
            let shown = String(Double(Int(expected * 1000 + 0.5)) / 1000)
            add(.progressWrong, .progress, shown, found.decimalSeconds, update.time, update.line)
        }
    }

    private mutating func judgeRate(
        _ rate: Duration, _ update: Update, _ clock: PlaybackClock, _ events: [PlaybackEvent]
    ) {
        let one = Duration.seconds(1)
        guard rate == .zero || rate == one else {
            return add(.rateWrong, .rate, "0 or 1", rate.decimalSeconds, update.time, update.line)
        }
        guard clock.knowsPlaying else { return }
        if !clock.isPlaying {
            if rate == one { add(.rateWrong, .rate, "0", "1", update.time, update.line) }
        } else if clock.current != nil {
            // Apple's word for start and play counts as well as our reading of a break. A guessed break proves nothing.
            let isAppleWord = events.contains(.play) || events.contains(.start) && !clock.marksBreaks
            if rate == one, clock.marksBreaks || clock.isCertain, !isAppleWord {
                add(.breakRate, .rate, "0", "1", update.time, update.line, " while a break plays")
            }
        } else if rate == one {
            judgeRateInAdvertising(update, clock, events)
        } else if clock.marksBreaks || clock.isCertain, !clock.isInAdvertising(tolerance),
            !clock.mayBeInUnmarkedBreak(tolerance)
        {
            let isOwn = !events.isEmpty && events.allSatisfy(\.isOwnReading)
            add(isOwn ? .breakRate : .rateWrong, .rate, "1", "0", update.time, update.line)
        }
    }

    /// Judges rate 1 where the programme's own media may hold advertising.
    private mutating func judgeRateInAdvertising(
        _ update: Update, _ clock: PlaybackClock, _ events: [PlaybackEvent]
    ) {
        guard clock.isCertain, events.allSatisfy(\.isOwnReading), clock.isInAdvertising(.zero),
            events.contains(.breakStart) || clock.isInAdvertising(.zero - tolerance)
        else { return }
        add(.breakRate, .rate, "0", "1", update.time, update.line, " while advertising plays")
    }

    private mutating func judgeElapsed(_ found: Duration, _ update: Update, _ clock: PlaybackClock) {
        if let doubt = clock.doubt { return notePositionUnknown(update.time, update.line, doubt) }
        let expected = terms.adRanges.net(clock.position)
        guard (found - expected).magnitude > tolerance else { return }
        add(.elapsedWrong, .elapsedTime, expected.decimalSeconds, found.decimalSeconds, update.time, update.line)
    }

    /// Tells another identifier without another start.
    mutating func judgeIdentity(of update: Update?, for events: [PlaybackEvent]) {
        guard let update else { return }
        if events.contains(.start) { now.identifiers = [:] }
        let known = [terms.contentIdentifier, terms.serviceIdentifier]
        for (property, known) in zip([NowPlayingProperty.contentIdentifier, .serviceIdentifier], known) {
            // Where it is known what it has to be, that is told.
            guard known == nil, case .text(let found)? = update.publication[property] else { continue }
            guard let first = now.identifiers[property] else {
                now.identifiers[property] = found
                continue
            }
            guard found != first, update.publication[property] != update.previous[property] else { continue }
            add(.identifierChanged, property, first, found, update.time, update.line, " as at the start")
        }
    }

    private mutating func add(
        _ rule: AppleSideRule, _ property: NowPlayingProperty, _ expected: String?, _ found: String, _ time: Duration,
        _ line: Int, _ hint: String = ""
    ) {
        let wanted = expected.map { ", expected \($0)" } ?? ""
        log.add(
            AppleSideFinding(
                rule, at: time, subject: property.rawValue, expected: expected, found: found,
                message: "the \(property.title) is \(found)\(wanted)\(hint)", line: line))
    }
}

extension NowPlayingProperty {
    /// What a value has to be, for a sentence.
    fileprivate var typeName: String {
        switch self {
        case .contentIdentifier, .serviceIdentifier: "a text that is not empty"
        case .duration, .elapsedTime: "a number of seconds, 0 or more"
        case .rate, .progress: "a number"
        case .date: "a date (ISO 8601)"
        case .isLive: "a number or truth value"
        }
    }
}

extension LogValue {
    /// Whether the value is of a property's type.
    fileprivate func fits(_ property: NowPlayingProperty) -> Bool {
        switch (property, self) {
        case (.contentIdentifier, .text(let text)), (.serviceIdentifier, .text(let text)): !text.isEmpty
        case (.duration, .number(let value)), (.elapsedTime, .number(let value)): value >= .zero
        case (.rate, .number), (.progress, .number), (.isLive, .number), (.isLive, .flag): true
        case (.date, .text(let text)): ProgramDate(iso8601: text) != nil
        default: false
        }
    }

    /// The value for people, short.
    var shown: String {
        switch self {
        case .number(let value): value.decimalSeconds
        case .text(let text): "'\(text.prefix(80))'"
        case .flag(let flag): "\(flag)"
        case .outOfRange: "a number out of range"
        case .other(let name): name
        }
    }

    /// The value as a number, truth values as 0 and 1.
    fileprivate var asNumber: Duration? {
        switch self {
        case .number(let value): value
        case .flag(let flag): flag ? .seconds(1) : .zero
        default: nil
        }
    }
}

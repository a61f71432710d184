import HLSPlaylists

/// What an app has to publish for a stream: at the start, at each break of the schedule, and whenever the viewer acts.
///
/// ```swift
/// let expected = NowPlayingExpectations(NowPlayingTerms(type: .vod, schedule: schedule))
/// expected.moments[0].properties   // what the start has to publish
/// ```
package struct NowPlayingExpectations: Sendable, Hashable {
    /// What they follow from.
    package var terms: NowPlayingTerms
    /// Start, breaks in playing order, then what a viewer may do at any time, completion and dismissal.
    package var moments: [MomentExpectation]
    /// What the stream lacks for it.
    package var findings: [AppleSideFinding]

    /// Works out what has to be published.
    package init(_ terms: NowPlayingTerms) {
        self.terms = terms
        let start = terms.schedule.timeline.startPosition
        var moments = [Self.moment(.start, at: start, terms)]
        moments += Self.breakMoments(terms)
        for event in [PlaybackEvent.play, .pause, .seek] { moments.append(Self.moment(event, at: nil, terms)) }
        let end = terms.type == .vod ? terms.schedule.timeline.duration : nil
        moments.append(Self.moment(.completion, at: end, terms))
        moments.append(Self.moment(.dismissal, at: nil, terms))
        self.moments = moments
        findings = Self.streamFindings(terms)
    }

    private static func streamFindings(_ terms: NowPlayingTerms) -> [AppleSideFinding] {
        guard terms.type != .vod, !terms.statesDates else { return [] }
        return [
            AppleSideFinding(
                .noProgramDate, subject: NowPlayingProperty.date.rawValue, expected: "EXT-X-PROGRAM-DATE-TIME",
                message:
                    "the playlist states no EXT-X-PROGRAM-DATE-TIME, so the date of \(terms.type.article) cannot be known"
            )
        ]
    }

    /// Begin and end of breaks, and of advertising inside the programme's own media, in the order of their positions.
    private static func breakMoments(_ terms: NowPlayingTerms) -> [MomentExpectation] {
        let groups = terms.groups
        var moments: [(at: Duration, moments: [MomentExpectation])] = groups.map { group in
            (group.at, groupMoments(group, terms))
        }
        // Without elapsed time nothing has to stand still.
        for stretch in terms.type == .vod ? terms.adRanges.stretches : [] {
            for (event, place) in [(PlaybackEvent.breakStart, stretch.start), (.breakEnd, stretch.end)] {
                let isReplaced = groups.contains { group in
                    group.resume.map { group.at <= place && place < $0 } ?? (group.at <= place)
                }
                guard place >= terms.schedule.timeline.startPosition, !isReplaced else { continue }
                moments.append((place, [moment(event, at: place, breaks: [stretch.name], terms)]))
            }
        }
        return moments.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .flatMap(\.element.moments)
    }

    private static func groupMoments(_ group: BreakGroup, _ terms: NowPlayingTerms) -> [MomentExpectation] {
        var start = moment(.breakStart, at: group.at, breaks: group.eventIDs, terms)
        restrict(&start, to: group.parts.first)
        var moments = [start]
        for (part, before) in zip(group.parts.dropFirst(), group.parts)
        where part.restrictsForward != before.restrictsForward {
            // What is published stays as the first ad of the pod left it; only commands change.
            var change = moment(.breakStart, at: group.at, breaks: [part.eventID], terms)
            for index in change.properties.indices { change.properties[index].isUpdated = false }
            restrict(&change, to: part)
            moments.append(change)
        }
        if let resume = group.resume {
            var end = moment(.breakEnd, at: resume, breaks: group.eventIDs, terms)
            if group.parts.last?.restrictsForward == true {
                end.commands = ["commands that the break disabled are enabled again"]
            }
            moments.append(end)
        }
        return moments
    }

    private static func restrict(_ moment: inout MomentExpectation, to part: BreakGroup.Part?) {
        guard let part else { return }
        let names = RemoteCommand.forward.map(\.rawValue).joined(separator: ", ")
        if part.restrictsForward {
            moment.commands = ["\(names) are disabled: break \(part.eventID) restricts SKIP"]
            moment.disabled = RemoteCommand.forward
        } else if !moment.properties.contains(where: \.isUpdated) {
            moment.commands = ["\(names) are enabled again: break \(part.eventID) does not restrict SKIP"]
        }
    }

    private static func moment(
        _ event: PlaybackEvent, at position: Duration?, breaks: [String] = [], _ terms: NowPlayingTerms
    ) -> MomentExpectation {
        let rows = event.clears ? [] : PropertyMatrix.rows
        return MomentExpectation(
            event: event, position: position, breaks: breaks,
            properties: rows.map { expectation(of: $0, event, position, terms) }, commands: commands(event, terms),
            disabled: [], source: event.source)
    }

    private static func expectation(
        of row: PropertyRow, _ event: PlaybackEvent, _ position: Duration?, _ terms: NowPlayingTerms
    ) -> PropertyExpectation {
        let presence = row[terms.type]
        let isUpdated = presence != .forbidden && event.publishes.contains(row.property)
        let isOwn = event.isOwnReading && isUpdated
        return PropertyExpectation(
            property: row.property, presence: presence, isUpdated: isUpdated,
            value: presence == .forbidden ? nil : value(of: row, event, position, terms),
            reason: isOwn ? breakReason(row.property, event) : row.reason, source: isOwn ? event.source : row.source)
    }

    private static func breakReason(_ property: NowPlayingProperty, _ event: PlaybackEvent) -> String {
        guard event == .breakEnd else { return "the elapsed time stands still while advertising plays" }
        return property == .rate ? "the elapsed time runs on" : "this is where the programme goes on"
    }

    private static func value(
        of row: PropertyRow, _ event: PlaybackEvent, _ position: Duration?, _ terms: NowPlayingTerms
    ) -> String? {
        switch row.property {
        case .contentIdentifier: return terms.contentIdentifier ?? row.meaning
        case .serviceIdentifier: return terms.serviceIdentifier ?? row.meaning
        case .duration: return terms.publishedDuration?.decimalSeconds ?? "not known: the playlist has no end"
        case .elapsedTime:
            guard let position else { return "the position in the programme, without advertising" }
            return terms.adRanges.net(position).decimalSeconds
        case .rate:
            switch event {
            case .pause, .breakStart: return "0"
            case .seek: return "as before"
            default: return "1"
            }
        case .date:
            guard let mapping = terms.schedule.timeline.mapping else { return "not known: the playlist states no date" }
            // Where a channel is joined depends on when that happens; only an event's own times stay.
            guard let position, terms.type == .event else { return "the date at the position" }
            return mapping.date(at: position).description
        case .isLive:
            let isRunning = terms.type == .live || terms.schedule.timeline.duration == nil
            return isRunning ? "1" : "1 while the event runs, else 0"
        case .progress:
            guard terms.creditsStart != nil else { return "left out: the start of the credits is not stated" }
            return position.flatMap(terms.progress).map(shown) ?? "elapsed time divided by the start of the credits"
        }
    }

    private static func shown(_ share: Double) -> String { String(Double(Int(share * 1000 + 0.5)) / 1000) }

    private static func commands(_ event: PlaybackEvent, _ terms: NowPlayingTerms) -> [String] {
        switch event {
        case .start:
            let intervals =
                terms.type == .live
                ? "no preferred skip intervals: a channel cannot be skipped in"
                : "preferred skip intervals only if skipping is offered"
            return ["at least one command has a handler", intervals]
        case .dismissal: return ["no command has a handler any more"]
        default: return []
        }
    }
}

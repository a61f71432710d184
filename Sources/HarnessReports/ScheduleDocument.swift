import HLSPlaylists

/// A stretch in `segue.presentation/1`, on all three timelines.
struct ScheduleDocument: Encodable {
    let type: String
    /// Where the primary stands when it begins and when it is over; for a break: where it is left and where it resumes.
    let fromSeconds: ExactSeconds
    let toSeconds: ExactSeconds?
    let id: String?
    let outcome: String?
    let group: Int?
    /// How much of a break is over already where a live session joins it; absent when it plays from its beginning.
    let elapsedSeconds: ExactSeconds?
    let playsSeconds: ExactSeconds?
    let resumeSeconds: ExactSeconds?
    let playoutFromSeconds: ExactSeconds
    let playoutToSeconds: ExactSeconds?
    let integratedFromSeconds: ExactSeconds
    let integratedToSeconds: ExactSeconds?

    init(_ item: Schedule.Item, _ row: Schedule.TimelineRow) {
        switch item {
        case .primary(let span):
            type = "primary"
            fromSeconds = ExactSeconds(span.start)
            toSeconds = span.end.map(ExactSeconds.init)
            (id, outcome, group, resumeSeconds, elapsedSeconds) = (nil, nil, nil, nil, nil)
            playsSeconds = span.end.map { ExactSeconds($0 - span.start) }
        case .interstitial(let entry):
            type = "interstitial"
            fromSeconds = ExactSeconds(entry.at)
            toSeconds = entry.resume.map(ExactSeconds.init)
            id = entry.event.id
            outcome =
                switch entry.outcome {
                case .plays: "plays"
                case .empty: "empty"
                case .cancelled: "cancelled"
                }
            group = entry.group
            elapsedSeconds = entry.elapsed == .zero ? nil : ExactSeconds(entry.elapsed)
            playsSeconds = entry.plays.map(ExactSeconds.init)
            resumeSeconds = entry.resume.map(ExactSeconds.init)
        }
        playoutFromSeconds = ExactSeconds(row.playoutStart)
        playoutToSeconds = row.playoutEnd.map(ExactSeconds.init)
        integratedFromSeconds = ExactSeconds(row.integratedStart)
        integratedToSeconds = row.integratedEnd.map(ExactSeconds.init)
    }
}

/// The lengths of the three timelines; absent while they have no end, or a length is unknown.
struct Timelines: Encodable {
    let primarySeconds: ExactSeconds?
    let playoutSeconds: ExactSeconds?
    let integratedSeconds: ExactSeconds?

    init(_ schedule: Schedule) {
        primarySeconds = schedule.timeline.duration.map(ExactSeconds.init)
        playoutSeconds = schedule.playoutDuration.map(ExactSeconds.init)
        integratedSeconds = schedule.playoutDuration == nil ? nil : schedule.integratedDuration.map(ExactSeconds.init)
    }
}

/// What a viewer may do in a stretch of the playout timeline.
struct NavigationDocument: Encodable {
    let fromSeconds: ExactSeconds
    let toSeconds: ExactSeconds?
    let id: String?
    let play: Bool
    let pause: Bool
    let seekBackward: Bool
    let seekForward: Bool
    let fastForward: Bool
    let skipButton: Bool
    let guardedBreaks: [String]

    init(_ span: NavigationSpan) {
        fromSeconds = ExactSeconds(span.start)
        toSeconds = span.end.map(ExactSeconds.init)
        id = span.eventID
        play = span.permissions.play
        pause = span.permissions.pause
        seekBackward = span.permissions.seekBackward
        seekForward = span.permissions.seekForward
        fastForward = span.permissions.fastForward
        skipButton = span.permissions.skipButton
        guardedBreaks = span.permissions.guardedBreaks
    }
}

/// A point that the specification leaves open, or that players decide otherwise.
struct ChoiceDocument: Encodable {
    let topic: String
    let id: String
    let chosen: String
    let alternatives: [String]

    init(_ choice: ScheduleChoice) {
        topic = choice.topic
        id = choice.eventID
        chosen = choice.chosen
        alternatives = choice.alternatives
    }
}

/// An event without a place.
struct UnscheduledDocument: Encodable {
    let id: String
    let reason: String
    let message: String
    let atSeconds: ExactSeconds?

    init(_ event: UnscheduledInterstitial) {
        id = event.event.id
        message = event.reason.description
        let time: Duration?
        (reason, time) =
            switch event.reason {
            case .noDateMapping: ("no-date-mapping", nil)
            case .dateInGap: ("date-in-gap", nil)
            case .beforePrimary(let at): ("before-primary", at)
            case .afterPrimary(let at): ("after-primary", at)
            case .beforeStartPosition(let at): ("before-start-position", at)
            case .insideReplacedRange(let at): ("inside-replaced-range", at)
            case .noEnd: ("no-end", nil)
            }
        atSeconds = time.map(ExactSeconds.init)
    }
}

/// What a break of a live presentation adds to the distance from the edge.
struct DelayDocument: Encodable {
    let id: String
    let changeSeconds: ExactSeconds
    let totalSeconds: ExactSeconds

    init(_ delay: (eventID: String, change: Duration, total: Duration)) {
        id = delay.eventID
        changeSeconds = ExactSeconds(delay.change)
        totalSeconds = ExactSeconds(delay.total)
    }
}

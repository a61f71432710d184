package import HLSPlaylists

/// Breaks that follow each other without programme between them: for the viewer one break.
package struct BreakGroup: Sendable, Hashable {
    /// One break of it.
    package struct Part: Sendable, Hashable {
        /// Its ID.
        package var eventID: String
        /// How long it plays; `nil` when that is unknown.
        package var plays: Duration?
        /// Whether moving forward inside it is restricted.
        package var restrictsForward: Bool
        /// Whether seeking past it is restricted.
        package var forbidsJump: Bool
    }

    /// Its breaks in playing order.
    package var parts: [Part]
    /// Where the programme is left.
    package var at: Duration
    /// Where the programme goes on; `nil` when it does not.
    package var resume: Duration?
    /// Whether it plays before the programme, wherever that starts.
    package var isPreRoll: Bool

    /// IDs of its breaks in playing order.
    package var eventIDs: [String] { parts.map(\.eventID) }

    /// How long it plays; `nil` when a length is unknown.
    package var plays: Duration? {
        parts.reduce(Duration?.some(.zero)) { sum, part in sum.flatMap { sum in part.plays.map { sum + $0 } } }
    }

    /// Whether moving forward inside one of its breaks is restricted.
    package var restrictsForward: Bool { parts.contains(where: \.restrictsForward) }

    /// Whether seeking past one of its breaks is restricted.
    package var forbidsJump: Bool { parts.contains(where: \.forbidsJump) }

    /// The breaks of a schedule that play, in playing order.
    package static func groups(of schedule: Schedule) -> [BreakGroup] {
        var groups: [BreakGroup] = []
        var number: Int?
        for item in schedule.breaks {
            let part = Part(
                eventID: item.event.id, plays: item.plays, restrictsForward: item.event.restrictions.contains(.skip),
                forbidsJump: item.event.restrictions.contains(.jump))
            if number == item.group, var last = groups.popLast() {
                last.parts.append(part)
                last.resume = item.resume
                groups.append(last)
            } else {
                // A session that joins a break begins in it: the programme was never seen where the break left it.
                let at = item.elapsed > .zero ? schedule.timeline.startPosition : item.at
                groups.append(
                    BreakGroup(
                        parts: [part], at: at, resume: item.resume, isPreRoll: item.event.cue.contains(.pre)))
            }
            number = item.group
        }
        return groups.map { group in
            var group = group
            if let end = schedule.timeline.duration, let resume = group.resume, resume >= end { group.resume = nil }
            return group
        }
    }
}

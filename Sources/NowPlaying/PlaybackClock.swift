import HLSPlaylists

/// Where a programme stands at any moment of a log, counted on from what the log states.
struct PlaybackClock {
    /// A break that is under way.
    struct Break {
        /// Position among the groups; `nil` for one that the schedule does not have.
        var group: Int?
        /// Which of its parts, when the log names it.
        var part: Int?
        /// How long the group has been playing.
        var elapsed = Duration.zero
    }

    private(set) var groups: [BreakGroup]
    private let isLive: Bool
    private let duration: Duration?
    /// Position on the primary timeline.
    private(set) var position: Duration
    private var since = Duration.zero
    /// Whether the viewer lets it play.
    private(set) var isPlaying = false
    /// The break under way.
    private(set) var current: Break?
    /// Whether the position follows from what the log states and not from how long breaks should have taken.
    private(set) var isCertain = false
    /// Whether the log says when breaks begin and end, so that nothing has to be guessed.
    private(set) var marksBreaks: Bool
    private var next = 0
    /// A date that the log stated, with the position it was stated at.
    private var anchor: (date: ProgramDate, position: Duration)?
    private let mapping: DateMapping?

    init(_ terms: NowPlayingTerms) {
        groups = BreakGroup.groups(of: terms.wholeSchedule)
        isLive = terms.type == .live
        // Positions of a channel have no place on the timeline of a playlist that moves on.
        marksBreaks = isLive
        duration = terms.schedule.timeline.duration
        position = terms.schedule.timeline.startPosition
        mapping = terms.type == .event ? terms.schedule.timeline.mapping : nil
    }

    /// The date at the position; `nil` when nothing says it.
    var date: ProgramDate? {
        if let anchor { return anchor.date + (position - anchor.position) }
        return isCertain ? mapping?.date(at: position) : nil
    }

    /// Whether the break under way forbids moving forward now.
    var restrictsForward: Bool {
        guard let current, let group = current.group.map({ groups[$0] }) else { return false }
        if let part = current.part { return group.parts[part].restrictsForward }
        var rest = current.elapsed
        for part in group.parts {
            guard let plays = part.plays, rest >= plays else { return part.restrictsForward }
            rest -= plays
        }
        return false
    }

    /// Lets time pass.
    mutating func advance(to time: Duration) {
        var passed = time - since
        since = time
        guard isPlaying, passed >= .zero else { return }
        while true {
            if let state = current {
                current?.elapsed += passed
                guard !marksBreaks, let group = state.group.map({ groups[$0] }) else { return }
                guard let plays = group.plays else {
                    isCertain = false
                    return
                }
                passed -= plays - state.elapsed
                guard passed >= .zero else { return }
                current = nil
                position = group.resume ?? duration ?? group.at
                isCertain = false
            } else if !marksBreaks, next < groups.count, position + passed >= groups[next].at {
                isCertain = isCertain && position == groups[next].at
                passed -= max(.zero, groups[next].at - position)
                position = groups[next].at
                current = Break(group: next)
                next += 1
            } else {
                position = min(position + passed, duration ?? position + passed)
                return
            }
        }
    }

    /// Playback begins.
    mutating func start(at stated: Duration?, _ initial: Duration) {
        current = nil
        anchor = nil
        isPlaying = true
        move(to: stated ?? initial)
        if let first = groups.first, first.isPreRoll {
            // It plays wherever the programme starts.
            groups[0].at = position
            groups[0].resume = first.resume.map { $0 - first.at + position }
            next = 0
        }
        isCertain = stated != nil || !isLive
        advance(to: since)
    }

    /// The log begins in the middle, where playback may stand anywhere.
    mutating func lose() { isCertain = false }

    /// The viewer lets it play or stops it.
    mutating func setPlaying(_ plays: Bool) { isPlaying = plays }

    /// The viewer moved the playhead; `nil` when the log does not say where to.
    mutating func seek(to target: Duration?) {
        anchor = nil
        current = nil
        guard let target else {
            isCertain = false
            return
        }
        move(to: target)
        isCertain = true
    }

    private mutating func move(to target: Duration) {
        position = target
        next = groups.firstIndex { $0.at >= target } ?? groups.count
    }

    /// The log says that a break begins.
    mutating func enterBreak(_ id: String?) {
        marksBreaks = true
        let index = groups.indices.first { index in id.map(groups[index].eventIDs.contains) ?? (index == next) }
        if let index, current?.group == index {
            current?.part = id.flatMap(groups[index].eventIDs.firstIndex)
            return
        }
        current = Break(group: index, part: index.flatMap { index in id.flatMap(groups[index].eventIDs.firstIndex) })
        guard let index else { return }
        next = index + 1
        if !isLive {
            position = groups[index].at
            isCertain = true
        }
    }

    /// The log says that the break is over.
    ///
    /// - Returns: Where the programme goes on by the schedule; `nil` when that is not known.
    mutating func leaveBreak() -> Duration? {
        marksBreaks = true
        let group = current?.group.map { groups[$0] }
        current = nil
        guard !isLive, let group else {
            if !isLive { isCertain = false }
            return nil
        }
        position = group.resume ?? duration ?? group.at
        isCertain = true
        return group.resume
    }

    /// The log states where the programme stands.
    mutating func sync(position stated: Duration, tolerance: Duration) {
        // A break that was only guessed has not begun yet.
        if !marksBreaks, let index = current?.group, stated < groups[index].at - tolerance {
            current = nil
            next = index
        }
        if let anchor { self.anchor = (anchor.date + (stated - anchor.position), stated) }
        position = stated
        isCertain = true
        while next < groups.count, groups[next].at < stated - tolerance { next += 1 }
    }

    /// The log states which date it is there.
    mutating func sync(date: ProgramDate) { anchor = (date, position) }
}

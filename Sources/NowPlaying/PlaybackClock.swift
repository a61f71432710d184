import HLSPlaylists

/// Where a programme stands at any moment of a log, counted on from what the log states.
struct PlaybackClock {
    /// A break that is under way.
    struct Break {
        /// Position among the groups; `nil` for one that the schedule does not have.
        var group: Int?
        /// Which of its parts, when the log says it.
        var part: Int?
        /// How long the group has been playing.
        var elapsed = Duration.zero
    }

    /// Why a position is not known.
    enum Doubt {
        /// The log begins in the middle.
        case begin
        /// It does not say where a seek went.
        case seek
        /// It does not say how long a break took.
        case breaks
        /// Something of it could not be read.
        case gap
    }

    var groups: [BreakGroup]
    let stretches: [AdRanges.Stretch]
    let isLive: Bool
    let duration: Duration?
    /// Position on the primary timeline.
    var position: Duration
    private(set) var since = Duration.zero
    /// Whether the viewer lets it play.
    private(set) var isPlaying = false
    /// Whether that is known; not when a line is lost that may have said it.
    private(set) var knowsPlaying = true
    /// The break under way.
    var current: Break?
    /// Why the position does not follow from what the log states; `nil` when it does.
    var doubt: Doubt? = .begin
    /// Whether the log says when breaks begin and end, so that nothing has to be guessed.
    var marksBreaks: Bool
    var next = 0
    /// A part of a pod that ended last, with its group.
    var left: (group: Int, part: Int)?
    /// A date that the log stated, with the position it was stated at.
    private var anchor: (date: ProgramDate, position: Duration)?
    private let mapping: DateMapping?

    init(_ terms: NowPlayingTerms) {
        groups = BreakGroup.groups(of: terms.wholeSchedule)
        stretches = terms.type == .vod ? terms.adRanges.stretches : []
        isLive = terms.type == .live
        // Positions of a channel have no place on the timeline of a playlist that moves on.
        marksBreaks = isLive
        duration = terms.schedule.timeline.duration
        position = terms.schedule.timeline.startPosition
        mapping = terms.type == .event ? terms.schedule.timeline.mapping : nil
    }

    /// Whether the position follows from what the log states and not from how long breaks should have taken.
    var isCertain: Bool { doubt == nil }

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
                    doubt = doubt ?? .breaks
                    return
                }
                passed -= plays - state.elapsed
                guard passed >= .zero else { return }
                current = nil
                position = group.resume ?? duration ?? group.at
                doubt = doubt ?? .breaks
            } else if !marksBreaks, next < groups.count, position + passed >= groups[next].at {
                if position != groups[next].at { doubt = doubt ?? .breaks }
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
        left = nil
        anchor = nil
        setPlaying(true)
        move(to: stated ?? initial)
        if let first = groups.first, first.isPreRoll {
            // It plays wherever the programme starts.
            groups[0].at = position
            groups[0].resume = first.resume.map { $0 - first.at + position }
            next = 0
        }
        doubt = stated != nil || !isLive ? nil : .begin
        advance(to: since)
    }

    /// The log begins in the middle, where playback may stand anywhere.
    mutating func lose() { doubt = .begin }

    /// Something of the log is lost, which may have said anything.
    mutating func loseTrack() {
        doubt = .gap
        knowsPlaying = false
        anchor = nil
    }

    /// The viewer lets it play or stops it.
    mutating func setPlaying(_ plays: Bool) {
        isPlaying = plays
        knowsPlaying = true
    }

    /// A break begins or ends, which it only does while it plays.
    mutating func notePlaying() { if !knowsPlaying { setPlaying(true) } }

    /// The viewer moved the playhead; `nil` when the log does not say where to.
    mutating func seek(to target: Duration?) {
        anchor = nil
        current = nil
        left = nil
        guard let target else {
            doubt = .seek
            return
        }
        move(to: target)
        doubt = nil
    }

    private mutating func move(to target: Duration) {
        position = target
        next = groups.firstIndex { $0.at >= target } ?? groups.count
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
        doubt = nil
        while next < groups.count, groups[next].at < stated - tolerance { next += 1 }
    }

    /// The log states which date it is there.
    mutating func sync(date: ProgramDate) { anchor = (date, position) }
}

/// Walks the playhead over the primary and plays what it meets.
struct Scheduler {
    let timeline: PrimaryTimeline
    let behaviour: PlayerBehaviour
    private(set) var items: [Schedule.Item] = []
    var choices: [ScheduleChoice] = []
    private(set) var notScheduled: [(order: Int, event: UnscheduledInterstitial)] = []

    struct Placed {
        var item: ResolvedInterstitial
        var order: Int
        var scheduledAt: Duration
        var at: Duration
    }

    private var preRolls: [Placed] = []
    private var midRolls: [Placed] = []
    private var postRolls: [Placed] = []
    private var position = Duration.zero
    private var groupCount = 0
    /// Breaks that were under way where playback started, by order.
    private var joined: Set<Int> = []

    init(timeline: PrimaryTimeline, behaviour: PlayerBehaviour) {
        self.timeline = timeline
        self.behaviour = behaviour
    }

    mutating func place(_ item: ResolvedInterstitial, order: Int) {
        let event = item.event
        if event.cue.contains(.pre) {
            let at = timeline.startPosition
            let placed = Placed(item: item, order: order, scheduledAt: at, at: at)
            if behaviour.mergesCuesByTime { midRolls.append(placed) } else { preRolls.append(placed) }
            return
        }
        if event.cue.contains(.post) {
            guard let end = timeline.duration else { return drop(event, order, .noEnd) }
            postRolls.append(Placed(item: item, order: order, scheduledAt: end, at: end))
            return
        }
        let time: Duration
        switch event.placement {
        case .time(let stated): time = stated
        case .date(let date):
            guard let mapping = timeline.mapping else { return drop(event, order, .noDateMapping) }
            guard case .time(let mapped) = mapping.place(of: date) else { return drop(event, order, .dateInGap) }
            time = mapped
        }
        if time < .zero {
            // The window of a live playlist may have moved on past the start of a break that is still on.
            guard timeline.duration == nil, behaviour.joinsBreaksUnderWay, !behaviour.mergesCuesByTime else {
                return drop(event, order, .beforePrimary(time))
            }
            return midRolls.append(Placed(item: item, order: order, scheduledAt: time, at: time))
        }
        if behaviour.mergesCuesByTime { return placeInWindow(item, order, time) }
        if let end = timeline.duration, time >= end { return drop(event, order, .afterPrimary(time)) }
        let at = event.snap.contains(.out) ? snappedOut(time, event) : time
        midRolls.append(Placed(item: item, order: order, scheduledAt: time, at: at))
    }

    /// Media3: snapping comes before the look at the window, and what falls on its end is a post-roll.
    private mutating func placeInWindow(_ item: ResolvedInterstitial, _ order: Int, _ time: Duration) {
        let at = item.event.snap.contains(.out) ? snappedOut(time, item.event) : time
        let placed = Placed(item: item, order: order, scheduledAt: time, at: at)
        let edge = timeline.duration ?? timeline.boundaries.first?.last
        if let edge, at > edge {
            drop(item.event, order, .afterPrimary(at))
        } else if at == timeline.duration {
            postRolls.append(placed)
        } else {
            midRolls.append(placed)
        }
    }

    /// Breaks in the middle of the primary by time, then by appearance.
    func sortedMidRolls() -> [Placed] { midRolls.sorted { ($0.at, $0.order) < ($1.at, $1.order) } }

    mutating func walk() {
        position = timeline.startPosition
        var playsPrimary = play(preRolls)
        midRolls = sortedMidRolls()
        if playsPrimary { playsPrimary = joinBreakUnderWay() }
        var index = 0
        while playsPrimary, index < midRolls.count {
            let first = midRolls[index]
            if let end = timeline.duration, first.at >= end, position >= end { break }
            var group = [first]
            index += 1
            while index < midRolls.count, midRolls[index].at == first.at {
                group.append(midRolls[index])
                index += 1
            }
            if first.at < position {
                meetBehindPlayhead(group)
                continue
            }
            advance(to: first.at)
            var resume = base(of: group) + group.reduce(.zero) { $0 + offset(of: $1.item) }
            if behaviour.insideReplacedRange == .joins {
                while index < midRolls.count, midRolls[index].at < resume {
                    noteReplaced(
                        midRolls[index].item.event, chosen: "it plays before the primary resumes, offsets are summed")
                    group.append(midRolls[index])
                    resume += offset(of: midRolls[index].item)
                    index += 1
                }
            }
            _ = play(group)
        }
        for placed in midRolls[index...] { drop(placed.item.event, placed.order, .insideReplacedRange(placed.at)) }
        advance(to: timeline.duration)
        _ = play(postRolls)
    }

    /// Plays the break in whose replaced time playback starts: from its beginning in a VOD (rfc8216bis D.5), from
    /// where it is by now in a live session (D.4).
    private mutating func joinBreakUnderWay() -> Bool {
        let start = timeline.startPosition
        guard behaviour.joinsBreaksUnderWay else { return true }
        var index = 0
        while index < midRolls.count, midRolls[index].at < start {
            let at = midRolls[index].at
            let group = Array(midRolls[index...].prefix { $0.at == at })
            index += group.count
            let resume = base(of: group) + group.reduce(.zero) { $0 + offset(of: $1.item) }
            guard start < resume, position < resume else { continue }
            joined.formUnion(group.map(\.order))
            return play(group, elapsed: timeline.duration == nil ? start - at : .zero)
        }
        return true
    }

    /// A group that the playhead has passed already, because an earlier break replaced its time.
    private mutating func meetBehindPlayhead(_ group: [Placed]) {
        for placed in group {
            if joined.contains(placed.order) { continue }
            let isKept = behaviour.insideReplacedRange == .followsFromOwnStart && !preRolls.isEmpty
            if placed.at < timeline.startPosition, !isKept {
                drop(
                    placed.item.event, placed.order,
                    placed.at < .zero ? .beforePrimary(placed.at) : .beforeStartPosition(placed.at))
                continue
            }
            if behaviour.insideReplacedRange == .followsFromOwnStart {
                noteReplaced(placed.item.event, chosen: "it plays next and the primary resumes by its own start")
                _ = play([placed])
            } else {
                noteReplaced(placed.item.event, chosen: "the playhead never gets there; it does not play")
                drop(placed.item.event, placed.order, .insideReplacedRange(placed.at))
            }
        }
    }

    /// Plays breaks one after the other; the result is false when the primary is over.
    ///
    /// - Parameter elapsed: How much of the group is over already.
    private mutating func play(_ group: [Placed], elapsed: Duration = .zero) -> Bool {
        guard !group.isEmpty else { return true }
        var resume = base(of: group)
        let isAtEnd = group.contains { $0.item.event.cue.contains(.post) }
        var elapsed = elapsed
        var snapping: Placed?
        for placed in group {
            let event = placed.item.event
            let whole = length(of: placed.item)
            let gone = whole.map { min(elapsed, $0) } ?? .zero
            elapsed -= gone
            let length = whole.map { $0 - gone }
            let offset = offset(of: placed.item)
            if length == nil { noteUnknownLength(event) }
            resume += offset
            var target = resume
            if event.snap.contains(.in) { snapping = placed }
            if let snapping { target = snappedIn(resume, snapping) }
            // Nothing lies before the start of a VOD; the window of a live playlist only moved on.
            if timeline.duration != nil { target = max(.zero, target) }
            items.append(
                .interstitial(
                    ScheduledInterstitial(
                        event: event, outcome: outcome(of: placed.item), parts: parts(of: placed.item, after: gone),
                        scheduledAt: placed.scheduledAt, at: placed.at, elapsed: gone, plays: length, offset: offset,
                        resume: isAtEnd ? nil : target, group: groupCount, skipControl: placed.item.skipControl)))
            position = max(.zero, target)
        }
        groupCount += 1
        return timeline.duration.map { position < $0 } ?? true
    }

    /// Where a group's offsets count from.
    private func base(of group: [Placed]) -> Duration {
        guard let first = group.first else { return .zero }
        return behaviour.countsOffsetFromSnappedPoint ? first.at : first.scheduledAt
    }

    private mutating func advance(to end: Duration?) {
        if let end, end <= position { return }
        items.append(.primary(PrimarySpan(start: position, end: end)))
        if let end { position = end }
    }

    private mutating func drop(_ event: InterstitialEvent, _ order: Int, _ reason: UnscheduledInterstitial.Reason) {
        notScheduled.append((order, UnscheduledInterstitial(event: event, reason: reason)))
    }
}

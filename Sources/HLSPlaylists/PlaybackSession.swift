/// One viewer's session: plays and seeks as the specification lets them, and remembers which breaks played.
///
/// ```swift
/// var session = PlaybackSession(timeline, events)
/// session.play(until: .seconds(15))
/// session.seek(to: .seconds(5))
/// session.log   // what happened, in order
/// ```
public struct PlaybackSession: Sendable {
    /// What happened.
    public enum Step: Sendable, Hashable {
        /// The primary played between two times.
        case primary(Duration, Duration)
        /// A break played from its beginning.
        case played(String)
        /// The viewer moved the playhead.
        case seek(from: Duration, to: Duration)
    }

    /// The points at which breaks begin, in order of time.
    public let points: [BreakPoint]
    /// Where the primary stands.
    public private(set) var position: Duration
    /// What happened, in order.
    public private(set) var log: [Step] = []
    /// Points that other readings decide otherwise.
    public private(set) var choices: [ScheduleChoice] = []

    private let timeline: PrimaryTimeline
    private let behaviour: PlayerBehaviour
    private let preRolls: [ResolvedInterstitial]
    private var hasStarted = false
    private var played: [String: Int] = [:]
    /// The next point that normal play can reach. A point that was passed comes back only through a seek.
    private var next = 0

    /// A session that has not begun.
    public init(_ timeline: PrimaryTimeline, _ events: [ResolvedInterstitial], behaviour: PlayerBehaviour = .draft) {
        self.timeline = timeline
        self.behaviour = behaviour
        var scheduler = Scheduler(timeline: timeline, behaviour: behaviour)
        for (order, event) in events.enumerated() { scheduler.place(event, order: order) }
        points = scheduler.breakPoints()
        preRolls = events.filter { $0.event.cue.contains(.pre) }
        position = timeline.startPosition
        next = points.firstIndex { $0.at >= timeline.startPosition } ?? points.count
    }

    /// How often a break played.
    public func plays(of eventID: String) -> Int { played[eventID, default: 0] }

    /// Begins at a position, as an app does that was opened by a link: breaks before the programme play there, and it
    /// goes on behind what they take of it (rfc8216bis D.2). A position inside primary time that a break replaces starts
    /// that break (D.5), and what may not be jumped over plays first. A session that has begun seeks.
    public mutating func open(at target: Duration) {
        guard !hasStarted else { return seek(to: target) }
        let beginning = position
        position = target
        startIfNeeded()
        let resume = position
        position = beginning
        seek(to: target)
        if resume > position { position = resume }
    }

    /// Plays in normal direction and speed until the primary stands at a time or ends.
    public mutating func play(until end: Duration) {
        startIfNeeded()
        let end = timeline.duration.map { min($0, end) } ?? end
        while next < points.count, points[next].at < end || points[next].at == end && position == end {
            let point = points[next]
            next += 1
            guard point.at >= position else { continue }
            advance(to: point.at)
            play(point)
        }
        advance(to: end)
    }

    /// Moves the playhead: plays what may not be jumped over, then lands. A target inside primary time that a break
    /// replaces starts that break (rfc8216bis D.5).
    public mutating func seek(to target: Duration) {
        startIfNeeded()
        let outcome = outcome(ofSeekTo: target)
        log.append(.seek(from: position, to: target))
        if let forced = outcome.forced {
            position = forced.at
            play(forced)
        }
        position = target
        next = points.firstIndex { $0.at >= target } ?? points.count
        if let entered = outcome.entered {
            let index = points.firstIndex(of: entered) ?? next
            next = index + 1
            play(entered)
        }
    }

    /// What a seek would meet.
    public struct SeekOutcome: Sendable, Hashable {
        /// Points with breaks that may not be jumped over, in order of time; at least one of them has to play.
        public var guarded: [BreakPoint]
        /// The one that plays before the seek completes; `nil` when the way is free.
        public var forced: BreakPoint?
        /// The break in whose replaced time the target lies: it plays from its beginning.
        public var entered: BreakPoint?
        /// Where the primary goes on.
        public var landsAt: Duration
    }

    /// What a seek from where the primary stands would meet.
    public func outcome(ofSeekTo target: Duration) -> SeekOutcome {
        let entered = points.last { $0.at <= target && target < $0.resume && mayPlay($0) }
        let guarded = points.filter {
            $0.at > position && $0.at < target && $0.forbidsJump && $0 != entered && mayPlay($0)
        }
        let forced = behaviour == .hlsjs ? guarded.first : guarded.last
        return SeekOutcome(guarded: guarded, forced: forced, entered: entered, landsAt: entered?.resume ?? target)
    }

    /// Whether anything of a point is left to play: breaks with ONCE play once, even where JUMP would ask for more
    /// (rfc8216bis leaves that open).
    private func mayPlay(_ point: BreakPoint) -> Bool { point.breaks.contains(where: mayPlay) }

    private func mayPlay(_ item: ResolvedInterstitial) -> Bool {
        !(item.event.cue.contains(.once) && plays(of: item.event.id) > 0)
    }

    private mutating func startIfNeeded() {
        guard !hasStarted else { return }
        hasStarted = true
        guard !preRolls.isEmpty else { return }
        let scheduler = Scheduler(timeline: timeline, behaviour: behaviour)
        play(
            BreakPoint(
                at: position, breaks: preRolls, lengths: preRolls.map(scheduler.length(of:)),
                offsets: preRolls.map(scheduler.offset(of:)), base: position))
    }

    private mutating func play(_ point: BreakPoint) {
        var resume = point.base
        var hasPlayed = false
        for (item, offset) in zip(point.breaks, point.offsets) {
            guard mayPlay(item) else {
                if item.event.restrictions.contains(.jump) {
                    choices.append(
                        ScheduleChoice(
                            topic: "once-and-jump", eventID: item.event.id, chosen: "it does not play again",
                            alternatives: ["JUMP asks for it even if it played before"]))
                }
                continue
            }
            hasPlayed = true
            played[item.event.id, default: 0] += 1
            log.append(.played(item.event.id))
            resume += offset
        }
        if hasPlayed { position = max(.zero, resume) }
    }

    private mutating func advance(to end: Duration) {
        guard end > position else { return }
        log.append(.primary(position, end))
        position = end
    }
}

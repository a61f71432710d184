package import HLSPlaylists

/// What a seek meets when a viewer has watched from the start to one time and then jumps to another.
package struct SeekReport: Sendable, Hashable {
    /// Where the viewer is.
    package var from: Duration
    /// Where the viewer wants to go.
    package var to: Duration
    /// Breaks on the way that may not be jumped over (JUMP); at least one has to play.
    package var guarded: [String]
    /// Breaks that play before the seek completes.
    package var playsFirst: [String]
    /// Breaks that the target lies inside of; they play from their beginning.
    package var enters: [String]
    /// Where the primary goes on.
    package var landsAt: Duration

    /// Works a seek out.
    package init(
        from: Duration, to: Duration, timeline: PrimaryTimeline, breaks: [ResolvedInterstitial],
        behaviour: PlayerBehaviour
    ) {
        var session = PlaybackSession(timeline, breaks, behaviour: behaviour)
        session.play(until: from)
        let outcome = session.outcome(ofSeekTo: to)
        self.from = from
        self.to = to
        func names(_ point: BreakPoint?) -> [String] { point.map { $0.breaks.map(\.event.id) } ?? [] }
        guarded = outcome.guarded.flatMap { names($0) }
        playsFirst = names(outcome.forced)
        enters = names(outcome.entered)
        landsAt = outcome.landsAt
    }
}

extension PresentationReport {
    /// What the asked seeks meet, a line each.
    func seekLines(_ style: TerminalStyle) -> [String] {
        guard !seeks.isEmpty else { return [] }
        return [style.bold("Seeks")]
            + seeks.flatMap { seek in
                var words = ["\(seek.from.shown) to \(seek.to.shown):"]
                if !seek.playsFirst.isEmpty { words.append("plays \(seek.playsFirst.joined(separator: ", ")) first,") }
                if !seek.enters.isEmpty { words.append("starts \(seek.enters.joined(separator: ", ")),") }
                words.append("the programme goes on at \(seek.landsAt.shown)")
                return wrapped(words.joined(separator: " ").printable, width: 98)
            }
    }
}

/// One seek of `segue.presentation/1`.
struct SeekDocument: Encodable {
    let fromSeconds: ExactSeconds
    let toSeconds: ExactSeconds
    let guarded: [String]
    let playsFirst: [String]
    let enters: [String]
    let landsAtSeconds: ExactSeconds

    init(_ seek: SeekReport) {
        fromSeconds = ExactSeconds(seek.from)
        toSeconds = ExactSeconds(seek.to)
        guarded = seek.guarded
        playsFirst = seek.playsFirst
        enters = seek.enters
        landsAtSeconds = ExactSeconds(seek.landsAt)
    }
}

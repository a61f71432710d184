import HLSPlaylists

/// Steps in which the viewer does not only watch.
extension StepWriter {
    /// What the viewer may do while one break plays; nothing when nobody knows.
    func navigation(_ part: Visit.Part) -> CaseStep? {
        guard let restrictions = part.restrictions else { return nil }
        let name = part.eventID
        var expected = "Pause and play work. "
        if restrictions.contains(.skip) {
            expected +=
                "\(name) cannot be skipped: moving forward and fast play do nothing, on the \(sender.title) and on "
                + "the receiver; it plays to its end."
        } else {
            expected += "\(name) may be left: moving forward inside it and to its end works."
        }
        if let from = part.skipWindow.first, let to = part.skipWindow.last {
            expected +=
                " A button to skip shows from \(Self.seconds(from)) to \(Self.seconds(to)) of the break, and ends it."
        }
        return CaseStep(
            id: "\(name)/controls",
            action: "While \(name) plays, pause, play, and then try to move forward and to play faster.",
            expected: expected, record: ["pass or fail", "on which device it differed"])
    }

    /// A jump over the break, by what the rules of navigation say of it.
    var jump: CaseStep? {
        guard !isLive, let session, visit.at >= .seconds(2) else { return nil }
        let timeline = session.schedule.timeline
        let after = max(visit.at, visit.resume ?? visit.at)
        let end = timeline.duration ?? after + .seconds(60)
        // Halfway to what comes next, so that no other break decides what is seen.
        let next = session.schedule.breaks.map(\.at).filter { $0 > after }.min() ?? end
        let target = min(after + .seconds(30), after + (min(next, end) - after) / 2)
        guard target > after + .milliseconds(500), target < end else { return nil }
        let from = max(.zero, visit.at - .seconds(5))
        var playback = PlaybackSession(timeline, session.breaks)
        playback.play(until: from)
        let outcome = playback.outcome(ofSeekTo: target)
        let expected: String
        if let forced = outcome.forced {
            expected =
                "\(Self.list(forced.eventIDs)) \(forced.eventIDs.count == 1 ? "plays" : "play") first; then the primary "
                + "goes on at \(Self.seconds(outcome.landsAt))."
        } else if let entered = outcome.entered {
            expected =
                "\(Self.list(entered.eventIDs)) \(entered.eventIDs.count == 1 ? "plays" : "play") from the beginning, "
                + "because the target lies in what it replaces."
        } else {
            expected =
                "The primary goes on at \(Self.seconds(target)) at once; no break plays, because jumping over it is allowed."
        }
        let moves = from == .zero ? "Start again from the beginning" : "Start again and play from \(Self.seconds(from))"
        return CaseStep(
            id: "jump", action: "\(moves); before the break begins, move to \(Self.seconds(target)) in one go.",
            expected: expected, atSeconds: Self.number(target), record: ["pass or fail", "where playback went on"])
    }

    /// A second time over a break that plays once.
    var again: CaseStep? {
        let once = visit.parts.filter { $0.cue.contains(.once) }.map(\.eventID)
        guard !once.isEmpty, !isLive else { return nil }
        return CaseStep(
            id: "again",
            action: "Move back to \(Self.seconds(max(.zero, visit.at - .seconds(5)))) and watch past the break.",
            expected: "\(Self.list(once)) \(once.count == 1 ? "does" : "do") not play again.",
            atSeconds: Self.number(visit.at), record: ["pass or fail"])
    }
}

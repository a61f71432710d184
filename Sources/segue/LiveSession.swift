import HLSPlaylists

/// One viewer's place in a live playlist over its reloads: which breaks came and went, and how far behind the edge each
/// leaves the viewer.
struct LiveSession {
    /// What happened to a break.
    enum Change {
        /// It was not there before.
        case appeared(ResolvedInterstitial)
        /// It says something else than before.
        case changed(ResolvedInterstitial)
        /// Its tag is gone because its date left the window.
        case passed(InterstitialEvent)
        /// Its tag is gone although its date has not left the window.
        case withdrawn(InterstitialEvent)
    }

    /// The playlist as it stands.
    private(set) var live: LivePlaylist
    /// Where the session starts, on the playlist's clock.
    let start: Duration
    /// How far behind the edge it starts; `nil` when the playlist was complete by then, and its end is no edge.
    let distanceAtStart: Duration?

    private let behaviour: PlayerBehaviour
    private var known: [ResolvedInterstitial] = []
    /// What breaks that are not listed any more added to the distance.
    private var delayOfPassed = Duration.zero

    /// Joins where the viewer wishes, else where EXT-X-START or the hold-back says.
    init(_ live: LivePlaylist, start: Duration, behaviour: PlayerBehaviour) {
        self.live = live
        self.start = start
        self.behaviour = behaviour
        distanceAtStart = live.playlist.isLive ? live.edge - start : nil
    }

    /// The primary as this session sees it.
    var timeline: PrimaryTimeline { live.timeline(startPosition: start) }

    /// What plays when from the listed breaks.
    private var schedule: Schedule { Schedule(timeline, known, behaviour: behaviour) }

    /// Takes over a reload.
    mutating func reload(with playlist: MediaPlaylist) -> LivePlaylist.Update { live.update(with: playlist) }

    /// Breaks that are new or say something else, to be asked for.
    func unresolved(in events: [InterstitialEvent]) -> [InterstitialEvent] {
        let stated = Dictionary(known.map { ($0.event.id, $0.event) }) { first, _ in first }
        return events.filter { stated[$0.id] != $0 }
    }

    /// Takes over the breaks that are in force now.
    ///
    /// - Parameters:
    ///   - events: All of them.
    ///   - resolved: Those of ``unresolved(in:)``, asked for.
    /// - Returns: What happened: first those that went, then the others in the order of the playlist.
    mutating func take(_ events: [InterstitialEvent], resolved: [ResolvedInterstitial]) -> [Change] {
        var changes: [Change] = []
        let listed = Set(events.map(\.id))
        let delays = Dictionary(schedule.delayChanges.map { ($0.eventID, $0.change) }) { first, _ in first }
        for gone in known where !listed.contains(gone.event.id) {
            if let time = time(of: gone.event), time >= live.windowStart {
                changes.append(.withdrawn(gone.event))
            } else {
                delayOfPassed += delays[gone.event.id] ?? .zero
                changes.append(.passed(gone.event))
            }
        }
        let before = Dictionary(known.map { ($0.event.id, $0) }) { first, _ in first }
        let asked = Dictionary(resolved.map { ($0.event.id, $0) }) { first, _ in first }
        known = events.compactMap { asked[$0.id] ?? before[$0.id] }
        for entry in known {
            guard let new = asked[entry.event.id] else { continue }
            changes.append(before[entry.event.id] == nil ? .appeared(new) : .changed(new))
        }
        return changes
    }

    /// What becomes of the listed breaks.
    var outlook: Outlook {
        let schedule = schedule
        var outlook = Outlook()
        for item in schedule.items.compactMap(\.interstitial) { outlook.scheduled[item.event.id] = item }
        for event in schedule.notScheduled { outlook.reasons[event.event.id] = event.reason }
        guard let distanceAtStart else { return outlook }
        for (id, change, total) in schedule.delayChanges {
            guard let item = outlook.scheduled[id], item.outcome == .plays, item.plays != nil else { continue }
            outlook.delays[id] = (change, distanceAtStart + delayOfPassed + total)
        }
        return outlook
    }

    /// What becomes of breaks, by the identifier of their event.
    struct Outlook {
        /// Those that have a place.
        var scheduled: [String: ScheduledInterstitial] = [:]
        /// Why the others have none.
        var reasons: [String: UnscheduledInterstitial.Reason] = [:]
        /// How far behind the edge a viewer is after a break, and what the break adds to that. Without those that do
        /// not play, or whose length is unknown.
        var delays: [String: (change: Duration, distance: Duration)] = [:]
    }

    private func time(of event: InterstitialEvent) -> Duration? {
        switch event.placement {
        case .time(let time): time
        case .date(let date): live.mapping?.place(of: date).time
        }
    }
}

/// What an application does with the breaks of a playlist for one kind of subscriber: a function from events to events.
///
/// It mirrors what AVPlayerInterstitialEventController offers: leave the playlist's events alone, ignore them, or set a
/// list of one's own, which replaces them all.
public struct ServicePlan: Sendable, Hashable, Codable {
    /// The name by which it is asked for.
    public var name: String
    /// One sentence for people.
    public var summary: String?
    /// Whether the playlist's events play at all (`automaticallyHandlesInterstitialEvents`); absent means yes.
    public var handlesPlaylistEvents: Bool?
    /// Changes, applied in order. Any change makes the application the owner of the list: events that the playlist
    /// adds later do not play.
    public var changes: [Change]?

    /// One change.
    public struct Change: Sendable, Hashable, Codable {
        /// Which events: `all`, `id:ad2`, `position:2` (the second of each run at one place), `last` (of each run).
        public var select: String
        /// Removes them.
        public var remove: Bool?
        /// Replaces their restrictions: `SKIP`, `JUMP`; an empty list frees them.
        public var restrict: [String]?
        /// Replaces their resumption offset, in seconds as a decimal.
        public var resumeOffset: String?
        /// Replaces their playout limit, in seconds as a decimal.
        public var playoutLimit: String?
        /// Offers a skip button after that many seconds, as a decimal.
        public var skipControlOffset: String?

        /// Describes a change that selects events and does nothing yet.
        public init(select: String) { self.select = select }
    }

    /// Describes a plan.
    public init(
        name: String, summary: String? = nil, handlesPlaylistEvents: Bool? = nil, changes: [Change]? = nil
    ) {
        self.name = name
        self.summary = summary
        self.handlesPlaylistEvents = handlesPlaylistEvents
        self.changes = changes
    }

    /// The events under the plan, and what is worth knowing about it.
    ///
    /// Events that stand at the same place count as one run, in the order of the playlist.
    public func apply(
        to events: [InterstitialEvent]
    ) -> (events: [InterstitialEvent], diagnostics: [Diagnostic]) {
        var log = DiagnosticLog(uri: nil)
        guard handlesPlaylistEvents ?? true else { return ([], []) }
        guard let changes, !changes.isEmpty else { return (events, []) }
        var kept = events.map { event in
            var event = event
            event.origin = .client
            return event
        }
        for change in changes {
            let chosen = selected(by: change.select, in: kept, &log)
            if chosen.isEmpty {
                log.add(.warning, "plan-selects-nothing", "plan '\(name)': '\(change.select)' selects no event")
            }
            for index in chosen { apply(change, to: &kept[index], &log) }
            if change.remove == true {
                kept = kept.indices.filter { !chosen.contains($0) }.map { kept[$0] }
            }
        }
        log.add(
            .lint, "plan-owns-the-list",
            "plan '\(name)' sets the list of events itself: breaks that the playlist adds later do not play")
        return (kept, log.entries)
    }

    private func selected(by text: String, in events: [InterstitialEvent], _ log: inout DiagnosticLog) -> Set<Int> {
        if text == "all" { return Set(events.indices) }
        if text.hasPrefix("id:") {
            let id = text.dropFirst(3)
            return Set(events.indices.filter { events[$0].id == id })
        }
        var runs: [InterstitialEvent.Placement: [Int]] = [:]
        for index in events.indices { runs[events[index].placement, default: []].append(index) }
        if text == "last" { return Set(runs.values.compactMap(\.last)) }
        if text.hasPrefix("position:"), let position = Int(text.dropFirst(9)), position > 0 {
            return Set(runs.values.compactMap { $0.count >= position ? $0[position - 1] : nil })
        }
        log.add(
            .error, "plan-selector", "plan '\(name)': '\(text)' is none of all, last, id:ID, position:N")
        return []
    }

    private func apply(_ change: Change, to event: inout InterstitialEvent, _ log: inout DiagnosticLog) {
        if let words = change.restrict {
            event.restrictions = Restrictions(words)
            if case .list = event.content {
                log.add(
                    .lint, "plan-frees-whole-list",
                    "plan '\(name)': a restriction belongs to an event, so all assets of '\(event.id)' change together; "
                        + "to free one of them use a skip control or two events")
            }
        }
        if let text = change.resumeOffset, let offset = seconds(text, signed: true, &log) {
            event.resumption = .offset(offset)
        }
        if let text = change.playoutLimit, let limit = seconds(text, signed: false, &log) { event.playoutLimit = limit }
        if let text = change.skipControlOffset, let offset = seconds(text, signed: false, &log) {
            event.skipControl = SkipControl(offset: offset)
        }
    }

    private func seconds(_ text: String, signed: Bool, _ log: inout DiagnosticLog) -> Duration? {
        if let duration = Duration(decimalSeconds: text, signed: signed) { return duration }
        log.add(.error, "plan-seconds", "plan '\(name)': '\(text.prefix(40))' is no number of seconds")
        return nil
    }
}

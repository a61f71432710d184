extension Schedule {
    /// Works out what plays when.
    ///
    /// - Parameters:
    ///   - timeline: The primary.
    ///   - events: All events, in the order of the playlist.
    ///   - behaviour: Whose reading to follow.
    public init(
        _ timeline: PrimaryTimeline, _ events: [ResolvedInterstitial], behaviour: PlayerBehaviour = .draft
    ) {
        self.timeline = timeline
        self.behaviour = behaviour
        var scheduler = Scheduler(timeline: timeline, behaviour: behaviour)
        for (order, event) in events.enumerated() { scheduler.place(event, order: order) }
        scheduler.walk()
        items = scheduler.items
        choices = scheduler.choices
        notScheduled = scheduler.notScheduled.sorted { $0.order < $1.order }.map(\.event)
    }
}

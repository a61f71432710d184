extension Schedule {
    /// A break that is already under way where a live session starts.
    public struct JoinedBreak: Sendable, Hashable {
        /// The break.
        public var eventID: String
        /// How far into it the session starts: the value of `_HLS_start_offset` (rfc8216bis D.4).
        public var startOffset: Duration
        /// Where the primary resumes.
        public var resume: Duration
    }

    /// The break in whose time a live session starts; `nil` when the primary plays there.
    ///
    /// Only breaks that replace primary time can be joined: one with offset zero lies between two samples.
    ///
    /// - Parameters:
    ///   - timeline: The primary, with the position at which the session starts.
    ///   - events: All events of the playlist.
    public static func joinedBreak(
        _ timeline: PrimaryTimeline, _ events: [ResolvedInterstitial], behaviour: PlayerBehaviour = .draft
    ) -> JoinedBreak? {
        var scheduler = Scheduler(timeline: timeline, behaviour: behaviour)
        for (order, event) in events.enumerated() { scheduler.place(event, order: order) }
        let position = timeline.startPosition
        for point in scheduler.breakPoints() where point.at < position && position < point.resume {
            // Breaks of one point follow each other; the one that plays now is the one in whose length it falls.
            var start = point.at
            for (item, length) in zip(point.breaks, point.lengths) {
                guard let length else { break }
                if position < start + length {
                    return JoinedBreak(eventID: item.event.id, startOffset: position - start, resume: point.resume)
                }
                start += length
            }
        }
        return nil
    }
}

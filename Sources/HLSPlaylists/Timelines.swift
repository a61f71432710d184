extension Schedule {
    /// Where each item lies on the two timelines besides the primary's.
    public struct TimelineRow: Sendable, Hashable {
        /// Position in ``Schedule/items``.
        public var index: Int
        /// Begin on the playout timeline, on which everything has the length it plays.
        public var playoutStart: Duration
        /// End on the playout timeline; `nil` when it has none yet.
        public var playoutEnd: Duration?
        /// Begin on the integrated timeline, which viewers see: breaks take their length or one point.
        public var integratedStart: Duration
        /// End on the integrated timeline; `nil` when it has none yet.
        public var integratedEnd: Duration?
    }

    /// All items on the playout and the integrated timeline (X-TIMELINE-OCCUPIES, rfc8216bis D.2). An unknown length
    /// counts as zero there.
    public var timelineRows: [TimelineRow] {
        var playout = Duration.zero
        var integrated = Duration.zero
        return items.enumerated().map { index, item in
            var row = TimelineRow(index: index, playoutStart: playout, integratedStart: integrated)
            switch item {
            case .primary(let span):
                guard let end = span.end else { return row }
                playout += end - span.start
                integrated += end - span.start
            case .interstitial(let item):
                playout += item.plays ?? .zero
                if item.event.timelineOccupies == .range { integrated += item.plays ?? .zero }
            }
            row.playoutEnd = playout
            row.integratedEnd = integrated
            return row
        }
    }

    /// Length of the integrated timeline; `nil` while the primary has no end.
    public var integratedDuration: Duration? {
        items.contains { $0.primary.map { $0.end == nil } ?? false } ? nil : timelineRows.last?.integratedEnd ?? .zero
    }

    /// What each break adds to the distance from the live edge: its length minus the group's offset it contributes.
    /// Zero keeps the distance, positive falls behind. Of a break that a session joins, what is over counts too: the
    /// session starts as far behind where the primary was left.
    public var delayChanges: [(eventID: String, change: Duration, total: Duration)] {
        var total = Duration.zero
        return items.compactMap(\.interstitial).map { item in
            let change = item.elapsed + (item.plays ?? .zero) - item.offset
            total += change
            return (item.event.id, change, total)
        }
    }
}

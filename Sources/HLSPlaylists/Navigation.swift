/// What a viewer may do at one moment.
public struct ViewerPermissions: Sendable, Hashable {
    /// Normal speed.
    public var play = true
    /// Stopping and going on.
    public var pause = true
    /// Moving back inside what plays, and back from it.
    public var seekBackward = true
    /// Moving forward inside what plays.
    public var seekForward = true
    /// Faster than normal speed.
    public var fastForward = true
    /// Breaks ahead that a jump forward has to play first, in order.
    public var guardedBreaks: [String] = []
    /// Whether a button to skip the rest of the break is offered.
    public var skipButton = false
}

/// A stretch of the playout timeline in which the viewer may do the same things.
public struct NavigationSpan: Sendable, Hashable {
    /// Begin on the playout timeline.
    public var start: Duration
    /// End on the playout timeline; `nil` when it has none.
    public var end: Duration?
    /// The break that plays; `nil` in the primary.
    public var eventID: String?
    /// What the viewer may do.
    public var permissions: ViewerPermissions
}

extension Schedule {
    /// What the viewer may do at every moment, in playing order.
    ///
    /// SKIP forbids moving forward inside the break; only JUMP keeps the viewer from jumping over it (rfc8216bis D.2).
    public var navigation: [NavigationSpan] {
        var guarded = items.compactMap(\.interstitial).filter {
            $0.outcome == .plays && $0.event.restrictions.contains(.jump)
        }.map(\.event.id)[...]
        var spans: [NavigationSpan] = []
        for row in timelineRows {
            switch items[row.index] {
            case .primary:
                var permissions = ViewerPermissions()
                permissions.guardedBreaks = Array(guarded.prefix(Self.mostGuarded))
                spans.append(
                    NavigationSpan(start: row.playoutStart, end: row.playoutEnd, permissions: permissions))
            case .interstitial(let item):
                if guarded.first == item.event.id { guarded.removeFirst() }
                spans += Self.spans(of: item, row)
            }
        }
        return spans
    }

    /// What the viewer may do at a time of the playout timeline; `nil` after its end.
    public func permissions(atPlayout time: Duration) -> ViewerPermissions? {
        navigation.first { $0.start <= time && $0.end.map { time < $0 } ?? true }?.permissions
    }

    /// Most breaks ahead that one span names.
    static let mostGuarded = 16

    private static func spans(of item: ScheduledInterstitial, _ row: TimelineRow) -> [NavigationSpan] {
        guard item.outcome == .plays, let length = item.plays, length > .zero else { return [] }
        var permissions = ViewerPermissions()
        permissions.seekForward = !item.event.restrictions.contains(.skip)
        permissions.fastForward = permissions.seekForward
        func span(_ from: Duration, _ to: Duration, button: Bool) -> NavigationSpan? {
            guard from < to else { return nil }
            var permissions = permissions
            permissions.skipButton = button
            return NavigationSpan(
                start: row.playoutStart + from, end: row.playoutStart + to, eventID: item.event.id,
                permissions: permissions)
        }
        guard let window = item.skipWindow else { return [span(.zero, length, button: false)].compactMap(\.self) }
        return [
            span(.zero, window.from, button: false), span(window.from, window.to, button: true),
            span(window.to, length, button: false),
        ].compactMap(\.self)
    }
}

extension ScheduledInterstitial {
    /// When the button to skip is offered, counted from the begin of the break over all of its assets; `nil` when it is
    /// not offered at all.
    public var skipWindow: (from: Duration, to: Duration)? {
        guard let control = skipControl, let length = plays, control.offset < length else { return nil }
        return (control.offset, min(length, control.duration.map { control.offset + $0 } ?? length))
    }
}

/// What plays when: the primary and its breaks in playing order, in exact time.
///
/// ```swift
/// let schedule = Schedule(
///     PrimaryTimeline(duration: .seconds(6)),
///     [ResolvedInterstitial(.client(id: "ad", asset: "ad.m3u8", at: .seconds(4)), assetDurations: [.seconds(15)])])
/// schedule.description   // P 0-4 | I ad @4 +15 ->4 | P 4-6
/// ```
public struct Schedule: Sendable, Hashable {
    /// One stretch.
    public enum Item: Sendable, Hashable {
        /// The primary plays.
        case primary(PrimarySpan)
        /// A break plays, or was to play and does not.
        case interstitial(ScheduledInterstitial)

        /// The stretch of the primary, if it is one.
        public var primary: PrimarySpan? { if case .primary(let span) = self { span } else { nil } }
        /// The break, if it is one.
        public var interstitial: ScheduledInterstitial? { if case .interstitial(let item) = self { item } else { nil } }
    }

    /// In playing order.
    public internal(set) var items: [Item] = []
    /// Events that have no place, in playlist order.
    public internal(set) var notScheduled: [UnscheduledInterstitial] = []
    /// Points that the specification leaves open or that players decide otherwise, in playing order.
    public internal(set) var choices: [ScheduleChoice] = []
    /// The primary it was made for.
    public internal(set) var timeline: PrimaryTimeline
    /// Whose reading was followed.
    public internal(set) var behaviour: PlayerBehaviour

    /// Everything that plays, from start to end; `nil` when a length is unknown or the primary has no end.
    public var playoutDuration: Duration? {
        var sum = Duration.zero
        for item in items {
            switch item {
            case .primary(let span):
                guard let end = span.end else { return nil }
                sum += end - span.start
            case .interstitial(let item):
                guard let plays = item.plays else { return nil }
                sum += plays
            }
        }
        return sum
    }

    /// The breaks that play, in playing order.
    public var breaks: [ScheduledInterstitial] {
        items.compactMap(\.interstitial).filter { $0.outcome == .plays }
    }
}

/// A stretch of the primary.
public struct PrimarySpan: Sendable, Hashable {
    /// First time.
    public var start: Duration
    /// Time at which it is left; `nil` when the primary has no end yet.
    public var end: Duration?
}

/// A break with its place and length.
public struct ScheduledInterstitial: Sendable, Hashable {
    /// Whether it plays.
    public enum Outcome: Sendable, Hashable {
        /// It plays.
        case plays
        /// Its list is empty.
        case empty
        /// Its list or all of its assets failed, for this reason.
        case cancelled(String)
    }

    /// One asset of it.
    public struct Part: Sendable, Hashable {
        /// The asset.
        public var asset: InterstitialAsset
        /// How much of it plays after the limit; zero when it failed; `nil` when its length is unknown.
        public var plays: Duration?
    }

    /// The event.
    public var event: InterstitialEvent
    /// Whether it plays.
    public var outcome: Outcome
    /// Its assets in playing order.
    public var parts: [Part]
    /// Where it was scheduled, before snapping.
    public var scheduledAt: Duration
    /// Where the primary is left.
    public var at: Duration
    /// How much of it is over already where a live session joins it (rfc8216bis D.4); zero when it plays from its beginning.
    public var elapsed: Duration
    /// Length of what plays; `nil` when unknown.
    public var plays: Duration?
    /// What it adds to the group's resumption offset.
    public var offset: Duration
    /// Where the primary would go on if this were the last of its group, after snapping; `nil` after the end.
    public var resume: Duration?
    /// Breaks that follow each other without primary between them share a number, from 0.
    public var group: Int
    /// The button to skip it; `nil` means none.
    public var skipControl: SkipControl?
}

/// An event without a place in the schedule.
public struct UnscheduledInterstitial: Sendable, Hashable {
    /// Why there is no place.
    public enum Reason: Sendable, Hashable {
        /// The playlist states no date, so dates cannot be mapped.
        case noDateMapping
        /// Its date falls into a hole between two stated dates.
        case dateInGap
        /// It lies before the primary begins (at this time) and is no pre-roll.
        case beforePrimary(Duration)
        /// It lies at or after the end of the primary (at this time).
        case afterPrimary(Duration)
        /// Playback starts behind it.
        case beforeStartPosition(Duration)
        /// It lies in primary time that an earlier break replaces.
        case insideReplacedRange(Duration)
        /// The player ignores post-rolls of live playlists, or the primary has no end.
        case noEnd
    }

    /// The event.
    public var event: InterstitialEvent
    /// Why there is no place.
    public var reason: Reason
}

/// A point where other readings give another time.
public struct ScheduleChoice: Sendable, Hashable {
    /// What is open: `snap-out-offset`, `snap-tie`, `inside-replaced-range`, `once-and-jump`, `length-unknown`.
    public var topic: String
    /// The event in question.
    public var eventID: String
    /// What this schedule does.
    public var chosen: String
    /// What others do, each with its players.
    public var alternatives: [String]
}

/// What must be known about the primary.
public struct PrimaryTimeline: Sendable, Hashable {
    /// Its length; `nil` while it may still grow.
    public var duration: Duration?
    /// Where playback starts.
    public var startPosition: Duration
    /// How dates map to times; `nil` when the playlist states none.
    public var mapping: DateMapping?
    /// For each playlist that plays (video, then audio), its segment boundaries from the first start to the last end.
    public var boundaries: [[Duration]]

    /// Describes a primary.
    public init(
        duration: Duration?, startPosition: Duration = .zero, mapping: DateMapping? = nil,
        boundaries: [[Duration]] = []
    ) {
        self.duration = duration
        self.startPosition = startPosition
        self.mapping = mapping
        self.boundaries = boundaries
    }

    /// Describes the primary of media playlists that play together; the first decides dates and length.
    public init(playlists: [MediaPlaylist], startPosition: Duration = .zero) {
        self.init(
            duration: playlists.first.flatMap { $0.isLive ? nil : $0.duration }, startPosition: startPosition,
            mapping: playlists.lazy.compactMap { DateMapping($0) }.first,
            boundaries: playlists.map(\.segments.boundaries))
    }
}

extension Schedule: CustomStringConvertible {
    /// One compact line: `P 0-4 | I ad @4 +15 ->4 | P 4-6`.
    public var description: String {
        items.map { item in
            switch item {
            case .primary(let span): "P \(span.start.decimalSeconds)-\(span.end?.decimalSeconds ?? "")"
            case .interstitial(let item):
                "I \(item.event.id) @\(item.at.decimalSeconds) +\(item.plays?.decimalSeconds ?? "?")"
                    + " ->\(item.resume?.decimalSeconds ?? "end")"
            }
        }.joined(separator: " | ")
    }
}

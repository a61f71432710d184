/// A media playlist over its reloads: one clock for all of them, delta updates filled in (rfc8216bis 6.2.5, 6.3.4).
public struct LivePlaylist: Sendable {
    /// What a reload brought.
    public struct Update: Sendable, Hashable {
        /// Number of segments that were not there before.
        public var newSegments: Int
        /// IDs of date ranges that were not there before, in playlist order.
        public var newDateRanges: [String]
        /// IDs of date ranges that are gone, in the order they had.
        public var removedDateRanges: [String]
        /// What is wrong with the update.
        public var diagnostics: [Diagnostic]
        /// Whether anything changed.
        public var isChanged: Bool
    }

    /// The playlist as it stands, with skipped segments filled in.
    public private(set) var playlist: MediaPlaylist
    /// Time of the first listed segment on a clock that does not move with the window.
    public private(set) var windowStart: Duration = .zero

    /// Starts with the first playlist that was read. A delta update cannot be the first.
    public init(_ playlist: MediaPlaylist) { self.playlist = playlist }

    /// Time at which the last listed segment ends.
    public var edge: Duration { windowStart + playlist.duration }

    /// How dates map to times of the clock; `nil` when the playlist states none.
    public var mapping: DateMapping? { DateMapping(playlist, start: windowStart) }

    /// The timeline for a session that starts at a time of the clock; by default three target durations, or what
    /// HOLD-BACK says, before the edge (rfc8216bis 6.3.3).
    public func timeline(startPosition: Duration? = nil) -> PrimaryTimeline {
        PrimaryTimeline(
            duration: playlist.isLive ? nil : edge, startPosition: startPosition ?? joinPosition, mapping: mapping,
            boundaries: [playlist.segments.boundaries.map { $0 + windowStart }])
    }

    /// Where a client joins without a wish of the viewer.
    public var joinPosition: Duration {
        guard playlist.isLive else { return windowStart }
        let target = playlist.targetDuration ?? .zero
        let back = playlist.serverControl?.holdBack ?? target * 3
        return max(windowStart, edge - back)
    }

    /// How long to wait before the next reload: one target duration after a change, half of it otherwise
    /// (rfc8216bis 6.3.4); `nil` when the playlist is complete.
    public func reloadInterval(after update: Update?) -> Duration? {
        guard playlist.isLive else { return nil }
        let target = playlist.targetDuration ?? .seconds(6)
        return update.map { $0.isChanged ? target : target / 2 } ?? target
    }

    /// Takes over a reload, full or delta.
    public mutating func update(with reload: MediaPlaylist) -> Update {
        var diagnostics: [Diagnostic] = []
        let previous = playlist
        var next = reload
        if let skip = reload.skip { fill(&next, skip, &diagnostics) }
        let moved = next.mediaSequence - previous.mediaSequence
        if moved < 0 {
            diagnostics.append(
                Diagnostic(
                    .error, code: "live-sequence-backwards",
                    message: "the media sequence went back from \(previous.mediaSequence) to \(next.mediaSequence)",
                    clause: "rfc8216bis 6.2.2"))
        }
        windowStart += elapsed(previous, moved, next, &diagnostics)
        playlist = next
        let before = previous.dateRanges.map(\.id)
        let after = next.dateRanges.map(\.id)
        let (known, present) = (Set(before), Set(after))
        let oldEnd = previous.mediaSequence + previous.segments.count
        return Update(
            newSegments: max(0, next.mediaSequence + next.segments.count - oldEnd),
            newDateRanges: after.filter { !known.contains($0) },
            removedDateRanges: before.filter { !present.contains($0) }, diagnostics: diagnostics,
            isChanged: next != previous)
    }

    /// Length of the segments that left the window.
    private func elapsed(
        _ previous: MediaPlaylist, _ moved: Int, _ next: MediaPlaylist, _ diagnostics: inout [Diagnostic]
    ) -> Duration {
        guard moved > 0 else { return .zero }
        var time = previous.segments.rows.prefix(moved).reduce(Duration.zero) { $0 + $1.duration }
        let missed = moved - previous.segments.count
        if missed > 0 {
            diagnostics.append(
                Diagnostic(
                    .warning, code: "live-segments-missed",
                    message: "\(missed) segments came and went between two reloads; dates or the target duration "
                        + "stand in for their length", clause: "rfc8216bis 6.3.4"))
            if let old = mapping, let new = DateMapping(next) {
                return old.place(of: new.date(at: .zero)).time.map { $0 - windowStart } ?? time
            }
            let target = next.targetDuration ?? .zero
            time += target * Int(min(missed, 1_000_000))
        }
        return time
    }

    /// Puts the skipped segments of a delta update back in.
    private func fill(
        _ next: inout MediaPlaylist, _ skip: SkippedSegments, _ diagnostics: inout [Diagnostic]
    ) {
        let first = next.mediaSequence - playlist.mediaSequence
        guard first >= 0, skip.count <= playlist.segments.count, first <= playlist.segments.count - skip.count else {
            diagnostics.append(
                Diagnostic(
                    .error, code: "live-delta-unusable",
                    message: "the delta update skips \(skip.count) segments from \(next.mediaSequence) on, which are "
                        + "not all known; reload in full", line: skip.line.number, clause: "rfc8216bis 6.3.7"))
            return
        }
        next.segments = SegmentList(playlist.segments[first..<first + skip.count], followedBy: next.segments)
        let removed = Set(skip.removedDateRanges)
        let stated = Set(next.dateRanges.map(\.id))
        next.dateRanges =
            playlist.dateRanges.filter { !removed.contains($0.id) && !stated.contains($0.id) } + next.dateRanges
        next.skip = nil
    }
}

extension DateMapping.Place {
    /// The time, unless the date falls into a hole.
    public var time: Duration? { if case .time(let time) = self { time } else { nil } }
}

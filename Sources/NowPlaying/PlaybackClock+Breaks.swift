import HLSPlaylists

extension PlaybackClock {
    /// Which break begins.
    enum Entered: Equatable {
        /// A group of the schedule; whether it is a later part of the one under way.
        case group(Int, continues: Bool)
        /// Advertising inside the programme's own media.
        case advertising
        /// None that is known.
        case unknown
    }

    /// The log says that a break begins.
    ///
    /// - Parameters:
    ///   - id: Its ID; `nil` when the log does not say it. Then the position tells, and else the order.
    ///   - stated: Where the programme stands; `nil` when the log does not say it.
    mutating func enterBreak(_ id: String?, at stated: Duration?, tolerance: Duration) -> Entered {
        let isMarked = marksBreaks
        marksBreaks = true
        notePlaying()
        func isNear(_ group: BreakGroup) -> Bool {
            isLive || stated.map { ($0 - group.at).magnitude <= tolerance } ?? true
        }
        if let id {
            guard let index = groups.firstIndex(where: { $0.eventIDs.contains(id) }) else {
                return leaveSchedule(stated)
            }
            return enter(index, part: groups[index].eventIDs.firstIndex(of: id))
        }
        if let state = current, let index = state.group, isNear(groups[index]) {
            // A break that was guessed has begun; one that was marked goes on with its next part.
            let part = isMarked ? (state.part ?? 0) + 1 : 0
            if part < groups[index].parts.count { return enter(index, part: part) }
        }
        if let left, isNear(groups[left.group]), left.part + 1 < groups[left.group].parts.count {
            return enter(left.group, part: left.part + 1)
        }
        if next < groups.count, isNear(groups[next]) { return enter(next, part: 0) }
        if stated != nil, let index = groups.firstIndex(where: isNear) { return enter(index, part: 0) }
        return leaveSchedule(stated)
    }

    private mutating func leaveSchedule(_ stated: Duration?) -> Entered {
        let place = stated ?? position
        let second = Duration.seconds(1)
        if stretches.contains(where: { place >= $0.start - second && place < $0.end }) { return .advertising }
        current = Break()
        return .unknown
    }

    private mutating func enter(_ index: Int, part: Int?) -> Entered {
        let isSame = current?.group == index || left?.group == index
        let continues = isSame && (part ?? 0) > 0
        left = nil
        if current?.group == index {
            current?.part = part
            return .group(index, continues: continues)
        }
        current = Break(group: index, part: part)
        next = index + 1
        if !isLive {
            position = groups[index].at
            doubt = nil
        }
        return .group(index, continues: continues)
    }

    /// The log says that the break is over.
    ///
    /// - Parameters:
    ///   - id: The ID of the part that ended; `nil` when the log does not say it.
    ///   - stated: Where the programme stands; `nil` when the log does not say it.
    /// - Returns: Where the programme goes on by the schedule; `nil` when that is not known, or when the next part of a
    ///   pod follows.
    mutating func leaveBreak(_ id: String?, at stated: Duration?, tolerance: Duration) -> Duration? {
        marksBreaks = true
        notePlaying()
        guard !isLive else {
            current = nil
            return nil
        }
        guard let index = current?.group else {
            let isUnknown = current != nil
            current = nil
            if let stretch = stretches.first(where: {
                position >= $0.start - tolerance && position <= $0.end + tolerance
            }) {
                position = stretch.end
            } else if isUnknown || stated == nil {
                doubt = .breaks
            }
            return nil
        }
        let group = groups[index]
        current = nil
        doubt = nil
        if let part = id.flatMap(group.eventIDs.firstIndex), part + 1 < group.parts.count,
            stated.map({ ($0 - group.at).magnitude <= tolerance }) ?? false
        {
            left = (index, part)
            position = group.at
            return nil
        }
        position = group.resume ?? duration ?? group.at
        return group.resume
    }

    /// A moment at which advertising inside the programme's own media begins or ends.
    struct Edge {
        /// When, by the clock of the log.
        var time: Duration
        /// The stretch.
        var stretch: AdRanges.Stretch
        /// Whether it begins.
        var isStart: Bool
    }

    /// The next begin or end of advertising that playback reaches up to a time of the log; `nil` when there is none, or
    /// when it is not known where playback stands.
    func edge(until time: Duration) -> Edge? {
        guard isPlaying, knowsPlaying, isCertain, current == nil,
            let stretch = stretches.first(where: { $0.end > position })
        else { return nil }
        let isStart = position < stretch.start
        let place = isStart ? stretch.start : stretch.end
        if next < groups.count, groups[next].at <= place { return nil }
        let reached = since + (place - position)
        return reached <= time ? Edge(time: reached, stretch: stretch, isStart: isStart) : nil
    }

    /// Whether playback stands in advertising inside the programme's own media, or so near to it that nobody can tell.
    ///
    /// - Parameter margin: What to add to the stretches at both ends; less than zero takes away.
    func isInAdvertising(_ margin: Duration) -> Bool {
        stretches.contains { position >= $0.start - margin && position < $0.end + margin }
    }

    /// Whether a break that the log does not mark may have begun or ended here.
    func mayBeInUnmarkedBreak(_ tolerance: Duration) -> Bool {
        guard !marksBreaks, !groups.isEmpty else { return false }
        return current != nil || doubt != nil
            || next < groups.count && groups[next].at <= position + tolerance
            || next > 0 && groups[next - 1].resume.map { ($0 - position).magnitude <= tolerance } ?? false
    }
}

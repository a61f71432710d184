/// A point of the primary at which one or more breaks begin.
public struct BreakPoint: Sendable, Hashable {
    /// Where the primary is left.
    public var at: Duration
    /// The breaks in playing order.
    public var breaks: [ResolvedInterstitial]
    /// Length of each break; `nil` when unknown.
    public var lengths: [Duration?]
    /// What each adds to the resumption point.
    public var offsets: [Duration]
    /// Where the offsets count from.
    public var base: Duration

    /// Where the primary resumes when all breaks played.
    public var resume: Duration { base + offsets.reduce(.zero, +) }

    /// IDs in playing order.
    public var eventIDs: [String] { breaks.map(\.event.id) }

    /// Whether any of the breaks may not be jumped over.
    public var forbidsJump: Bool { breaks.contains { $0.event.restrictions.contains(.jump) } }
}

extension Scheduler {
    /// All points at which breaks begin in the middle of the primary, in order of time.
    mutating func breakPoints() -> [BreakPoint] {
        var points: [BreakPoint] = []
        for placed in sortedMidRolls() {
            if points.last?.at != placed.at {
                points.append(
                    BreakPoint(
                        at: placed.at, breaks: [], lengths: [], offsets: [],
                        base: behaviour.countsOffsetFromSnappedPoint ? placed.at : placed.scheduledAt))
            }
            points[points.count - 1].breaks.append(placed.item)
            points[points.count - 1].lengths.append(length(of: placed.item))
            points[points.count - 1].offsets.append(offset(of: placed.item))
        }
        return points
    }
}

/// When the time line of an asset began, read from what a receiver said in the last second of the hold.
///
/// Each answer allows a time line that began at `time - position`. Receivers report stale positions, so the earliest of the
/// last second's holds. Answers right after the command are never used: there receivers repeat the old asset's position, or
/// tell places before 0.
package struct TimeLineReading: Sendable, Hashable {
    /// What the samples show.
    package enum Outcome: Sendable, Hashable {
        /// The second asset's time line runs.
        case runs
        /// Nothing is loaded, or too little was answered.
        case nothing
        /// Something is loaded and does not move.
        case standsStill
        /// The place went back while it played.
        case jumpedBack(from: Double, to: Double)
        /// What plays began before the command: it is still the first asset.
        case stillBefore
    }

    /// What the samples show.
    package var outcome: Outcome
    /// Seconds from the command to the start of the time line; `nil` where none runs.
    package var start: Double?
    /// The finest difference in ``start`` that these samples can tell, in seconds.
    package var resolution: Double
    /// The steps in which the receiver's position moves, in seconds; `nil` where each answer had a place of its own.
    package var step: Double?

    /// How much of the hold's end is looked at, in seconds.
    package static let window = 1.0
    /// A step back of this much, in seconds, is no matter of rounding.
    static let backwards = 0.25
    /// A time line that began so long before the command, in seconds, is the first asset's.
    static let before = 0.3
    /// Fewest answers in the window.
    static let fewest = 5

    /// Reads samples that are in the order of time.
    ///
    /// - Parameter window: How much of the end is looked at, in seconds.
    package init(_ samples: [PositionSample], window: Double = TimeLineReading.window) {
        let end = samples.last?.time ?? 0
        let last = samples.filter { $0.time > end - window }
        let places = last.compactMap { sample in
            sample.position.flatMap { $0 > 0 && sample.isReady != false ? (time: sample.time, place: $0) : nil }
        }
        let gaps = zip(last.dropFirst(), last).map { $0.time - $1.time }.sorted()
        let interval = gaps.isEmpty ? window : gaps[gaps.count / 2]
        let roundTrip = last.map(\.roundTrip).max() ?? 0
        // A step is noticed up to one interval late; where every answer has a place of its own only its way is in doubt.
        resolution = max(interval, roundTrip)
        step = nil
        start = nil
        guard places.count >= Self.fewest else {
            outcome = .nothing
            return
        }
        let moves = zip(places.dropFirst(), places).map { $0.place - $1.place }
        if let back = moves.firstIndex(where: { $0 < -Self.backwards }) {
            outcome = .jumpedBack(from: places[back].place, to: places[back + 1].place)
            return
        }
        if let jump = Self.jump(in: samples) {
            outcome = .jumpedBack(from: jump.from, to: jump.to)
            return
        }
        guard let first = places.first, let final = places.last,
            final.place - first.place > (final.time - first.time) / 4
        else {
            outcome = .standsStill
            return
        }
        let steps = moves.filter { $0 > 0.001 }.sorted()
        let isStepped = steps.count * 10 < moves.count * 7
        if isStepped { step = steps[steps.count / 2] } else { resolution = max(roundTrip, 0.01) }
        let began = places.map { $0.time - $0.place }.min() ?? 0
        guard began > -Self.before else {
            outcome = .stillBefore
            return
        }
        start = began
        outcome = .runs
    }

    /// A place to which the second asset went back after it had played for a second. Before that, receivers correct
    /// themselves when their sound begins.
    private static func jump(in samples: [PositionSample]) -> (from: Double, to: Double)? {
        var furthest: Double?
        for sample in samples {
            guard let place = sample.position, sample.isReady != false, sample.time - place > -before else { continue }
            if let from = furthest, place < from - 2 * backwards { return (from, place) }
            if place > 1 { furthest = max(furthest ?? place, place) }
        }
        return nil
    }
}

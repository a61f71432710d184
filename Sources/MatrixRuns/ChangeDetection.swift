/// Finds the places where a course of delays changed its level.
///
/// The rule is simple, so that everybody can follow it: at a place, the median of up to five points before is held
/// against the median of up to five points from there on. A change is a difference of more than 80 ms (the least that a
/// viewer notices), more than a fifth of the level before, and more than three times the spread (median distance from
/// the median) on both sides. Of candidates within five points the one counts whose points lie nearest to the
/// medians on both sides, of equal ones the first; what lies before a change is no longer looked at. Nothing is drawn at random.
package enum ChangeDetection {
    /// One change of level.
    package struct Change: Sendable, Hashable, Codable {
        /// The first point of the new level.
        package var at: Int
        /// The median before, in milliseconds.
        package var before: Int
        /// The median from there on.
        package var after: Int

        /// States a change.
        package init(at: Int, before: Int, after: Int) {
            self.at = at
            self.before = before
            self.after = after
        }
    }

    /// How many points make a level.
    static let window = 5

    /// The changes of a course, in order.
    package static func changes(in values: [Int]) -> [Change] {
        var found: [Change] = []
        var start = 0
        var place = 1
        while place < values.count {
            guard var best = change(at: place, in: values, from: start) else {
                place += 1
                continue
            }
            // Where a window straddles a change its neighbours look like one, too: the one that leaves least unrest on
            // both sides is it.
            for other in (place + 1)..<max(place + 1, min(values.count, place + window)) {
                guard let next = change(at: other, in: values, from: start) else { continue }
                if unrest(at: next.at, in: values, from: start) < unrest(at: best.at, in: values, from: start) {
                    best = next
                }
            }
            found.append(best)
            start = best.at
            place = best.at + 1
        }
        return found
    }

    /// How far the points on both sides of a place lie from their medians, all in all.
    private static func unrest(at place: Int, in values: [Int], from start: Int) -> Int {
        [Array(values[max(start, place - window)..<place]), Array(values[place..<min(values.count, place + window)])]
            .map { side in side.reduce(0) { $0 + abs($1 - median(side)) } }.reduce(0, +)
    }

    private static func change(at place: Int, in values: [Int], from start: Int) -> Change? {
        let left = Array(values[max(start, place - window)..<place])
        let right = Array(values[place..<min(values.count, place + window)])
        let (before, after) = (median(left), median(right))
        let step = abs(after - before)
        guard step > 80, step * 5 > before, step > 3 * max(spread(left), spread(right)) else { return nil }
        return Change(at: place, before: before, after: after)
    }

    /// The middle value, of an even number the lower one. There must be at least one.
    static func median(_ values: [Int]) -> Int { values.sorted()[(values.count - 1) / 2] }

    private static func spread(_ values: [Int]) -> Int {
        let middle = median(values)
        return median(values.map { abs($0 - middle) })
    }
}

/// Advertising inside the programme's own media, which counts neither for its length nor for the elapsed time.
package struct AdRanges: Sendable, Hashable {
    /// One stretch.
    package struct Stretch: Sendable, Hashable {
        /// Where it begins on the primary timeline.
        package var start: Duration
        /// How long it is.
        package var length: Duration

        /// Names a stretch.
        package init(start: Duration, length: Duration) {
            self.start = start
            self.length = length
        }

        /// The time after it.
        package var end: Duration { start + length }

        /// Its name where breaks have theirs.
        var name: String { "baked-in ad \(start.decimalSeconds)+\(length.decimalSeconds)" }
    }

    /// In order of time, without overlaps or empty stretches.
    package let stretches: [Stretch]

    /// Orders stretches and joins those that touch.
    package init(_ stretches: [Stretch] = []) {
        var joined: [Stretch] = []
        let nonEmpty = stretches.filter { $0.length > .zero && $0.end > .zero }
        for var stretch in nonEmpty.sorted(by: { ($0.start, $0.length) < ($1.start, $1.length) }) {
            if stretch.start < .zero { stretch = Stretch(start: .zero, length: stretch.end) }
            if let last = joined.last, stretch.start <= last.end {
                joined[joined.count - 1].length = max(last.end, stretch.end) - last.start
            } else {
                joined.append(stretch)
            }
        }
        self.stretches = joined
    }

    /// A time of the primary without the advertising before it. Inside advertising it stands still.
    package func net(_ time: Duration) -> Duration {
        stretches.reduce(time) { net, stretch in
            time <= stretch.start ? net : net - (min(time, stretch.end) - stretch.start)
        }
    }
}

import MediaFormats

/// The pictures of a recording, put together: what was shown from when to when. Times are in microseconds.
struct PictureTrack: Sendable, Hashable {
    /// A time in which one thing was shown.
    struct Showing: Sendable, Hashable {
        /// What.
        enum Content: Sendable, Hashable {
            case frame(asset: Int, number: Int)
            case black
            case unreadable
        }

        var content: Content
        var start: Int
        var end: Int

        var length: Int { end - start }
    }

    /// A time in which one asset was shown from one of its frames on, however interrupted.
    struct Stay: Sendable, Hashable {
        var asset: Int
        /// Its frames in the order in which they were shown.
        var frames: [Shown]

        /// When its first frame appeared.
        var start: Int { frames[0].start }
    }

    /// A frame with the time in which it was seen.
    struct Shown: Sendable, Hashable {
        var number: Int
        var start: Int
        var end: Int
    }

    /// Everything in the order of time.
    private(set) var showings: [Showing] = []
    /// Assets one after the other.
    private(set) var stays: [Stay] = []
    /// The usual time from one picture of the recording to the next.
    private(set) var interval = 0
    /// Whether nine of ten pictures keep that time, so that a longer one is a picture that the recording lost.
    private(set) var isSteady = true
    /// Pictures that show a marker.
    private(set) var marked = 0
    /// Those of them that hold two frames.
    private(set) var blended = 0
    /// Pictures between the first and the last marker that show neither a marker nor darkness.
    private(set) var unreadable = 0
    /// Pictures whose marker contradicts the ones before and after it.
    private(set) var misread = 0
    /// Pictures that do not begin after the one before.
    private(set) var untimely = 0

    private var times: [Int] = []

    /// Frame numbers that go back by more than this are a new start.
    private static let leastJump = 12

    /// Puts pictures together.
    init(_ part: RecordingPart) {
        var pictures: [(time: Int, picture: RecordedPicture)] = []
        for index in 0..<part.pictureCount {
            let time = part.pictureTimes[index]
            guard time.magnitude < 1 << 60, pictures.last.map({ time > $0.time }) ?? true else {
                untimely += 1
                continue
            }
            pictures.append((time, part.picture(index)))
        }
        guard pictures.count > 1 else { return }
        times = pictures.map(\.time)
        let intervals = zip(pictures, pictures.dropFirst()).map { $1.time - $0.time }.sorted()
        interval = intervals[intervals.count / 2]
        let usual = (interval - interval / 4)...(interval + interval / 4)
        isSteady = intervals.count { usual.contains($0) } * 10 >= intervals.count * 9
        // Containers round times, to milliseconds for one; the mean of a steady pace does not.
        let steady = intervals.filter { usual.contains($0) }
        interval = isSteady ? steady.reduce(0, +) / max(1, steady.count) : intervals[intervals.count / 10]
        let first = pictures.firstIndex { $0.picture.isMarked } ?? pictures.endIndex
        let last = pictures.lastIndex { $0.picture.isMarked } ?? first
        for index in pictures.indices {
            let end = index + 1 < pictures.count ? pictures[index + 1].time : pictures[index].time + interval
            switch pictures[index].picture {
            case .marked(let asset, var number, let isBlended):
                marked += 1
                if isBlended { blended += 1 }
                // Of two frames in one picture the earlier one may seem stronger once more.
                if isBlended, case .frame(asset, number + 1) = showings.last?.content { number += 1 }
                add(.frame(asset: asset, number: number), pictures[index].time, end)
            case .black: add(.black, pictures[index].time, end)
            case .unreadable:
                if index > first, index < last { unreadable += 1 }
                add(.unreadable, pictures[index].time, end)
            }
        }
        rejectMisreadings()
        collectStays()
    }

    private mutating func add(_ content: Showing.Content, _ start: Int, _ end: Int) {
        if showings.last?.content == content {
            showings[showings.count - 1].end = end
        } else {
            showings.append(Showing(content: content, start: start, end: end))
        }
    }

    /// Takes frames for unreadable that fit neither what comes before nor what comes after them, while those two fit
    /// each other.
    private mutating func rejectMisreadings() {
        let marked = showings.indices.filter { showings[$0].content.frame != nil }
        guard marked.count > 2 else { return }
        for place in 1..<(marked.count - 1) {
            guard let before = showings[marked[place - 1]].content.frame,
                let this = showings[marked[place]].content.frame,
                let after = showings[marked[place + 1]].content.frame, before.asset == after.asset,
                after.number >= before.number,
                this.asset != before.asset || !((before.number - 1)...(after.number + 1)).contains(this.number),
                showings[marked[place]].length <= interval * 2
            else { continue }
            showings[marked[place]].content = .unreadable
            misread += 1
        }
    }

    private mutating func collectStays() {
        for showing in showings {
            guard let frame = showing.content.frame else { continue }
            let shown = Shown(number: frame.number, start: showing.start, end: showing.end)
            guard let stay = stays.last, stay.asset == frame.asset, let last = stay.frames.last,
                frame.number >= last.number - Self.leastJump
            else {
                stays.append(Stay(asset: frame.asset, frames: [shown]))
                continue
            }
            if frame.number == last.number {
                stays[stays.count - 1].frames[stay.frames.count - 1].end = showing.end
            } else {
                if frame.number < last.number { misread += 1 }
                stays[stays.count - 1].frames.append(shown)
            }
        }
    }

    /// How long something was shown between two times.
    func time(of content: Showing.Content, from start: Int, to end: Int) -> Int {
        var (low, high) = (0, showings.count)
        while low < high {
            let middle = (low + high) / 2
            if showings[middle].end <= start { low = middle + 1 } else { high = middle }
        }
        var time = 0
        for showing in showings[low...] {
            guard showing.start < end else { break }
            if showing.content == content { time += min(showing.end, end) - max(showing.start, start) }
        }
        return time
    }

    /// How precisely the beginning of a picture is known: the time since the picture before it, in a recording that keeps
    /// every picture. Where pictures are only kept when something changes, their times are exact to the shortest interval.
    func resolution(at time: Int) -> Int {
        guard isSteady else { return interval }
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? max(interval, time - times[low - 1]) : interval
    }
}

extension PictureTrack.Showing.Content {
    /// The frame; `nil` for anything else.
    var frame: (asset: Int, number: Int)? {
        guard case .frame(let asset, let number) = self else { return nil }
        return (asset, number)
    }
}

extension RecordedPicture {
    fileprivate var isMarked: Bool {
        if case .marked = self { true } else { false }
    }
}

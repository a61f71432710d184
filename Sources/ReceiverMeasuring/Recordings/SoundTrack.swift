import Glibc
import MediaFormats

/// The sound of a recording: when which asset's tone is heard, and when its ticks begin. Times are in microseconds.
struct SoundTrack: Sendable, Hashable {
    private let times: [Int]
    private let tones: [Int]
    private let levels: [Int]
    private let tickLevels: [Int]

    /// Length of a window.
    static let window = 10_000
    /// A tone counts as heard down to this far below its usual level, in tenths of a decibel.
    private static let depth = 100
    /// A tone must usually be louder than this to be trusted, in tenths of a decibel below full scale.
    private static let faintest = -750
    /// Windows in a row that make a tone.
    private static let leastRun = 3

    /// Takes the sound of a recording.
    init(_ part: RecordingPart) {
        times = part.soundTimes
        tones = part.tones
        levels = part.toneLevels
        tickLevels = part.tickLevels
    }

    /// The windows that begin in a time.
    private func windows(_ time: ClosedRange<Int>) -> Range<Int> {
        func first(_ limit: Int) -> Int {
            var (low, high) = (0, times.count)
            while low < high {
                let middle = (low + high) / 2
                if times[middle] < limit { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let start = first(time.lowerBound)
        return start..<max(start, first(time.upperBound))
    }

    /// The usual level of a tone in a time; `nil` where it is not heard.
    func level(of tone: Int, in time: ClosedRange<Int>) -> Int? {
        let heard = windows(time).filter { tones[$0] == tone }.map { levels[$0] }.sorted()
        guard heard.count >= Self.leastRun, heard[heard.count / 2] > Self.faintest else { return nil }
        return heard[heard.count / 2]
    }

    /// When a tone that is usually heard at a level is heard first in a time.
    func start(of tone: Int, at level: Int, in time: ClosedRange<Int>) -> Int? {
        var run = 0
        for index in windows(time) {
            run = isHeard(tone, at: level, index) ? run + 1 : 0
            if run == Self.leastRun { return times[index - run + 1] }
        }
        return nil
    }

    /// When a tone that is usually heard at a level is no longer heard in a time.
    func end(of tone: Int, at level: Int, in time: ClosedRange<Int>) -> Int? {
        var run = 0
        for index in windows(time).reversed() {
            run = isHeard(tone, at: level, index) ? run + 1 : 0
            if run == Self.leastRun { return times[index + run - 1] + Self.window }
        }
        return nil
    }

    private func isHeard(_ tone: Int, at level: Int, _ index: Int) -> Bool {
        tones[index] == tone && levels[index] >= level - Self.depth
    }

    /// When the ticks of an asset begin in a time: those that sound while its tone does.
    ///
    /// The first window of a tick holds only its end. Its level tells how much of it, so that the beginning is known to a
    /// fraction of the window.
    func ticks(with tone: Int, in time: ClosedRange<Int>) -> [Int] {
        let range = windows(time)
        let sorted = range.map { tickLevels[$0] }.sorted()
        // A tick of 40 ms a second is in 4 of 100 windows.
        guard sorted.count >= 50, let loudest = sorted.last else { return [] }
        guard loudest - sorted[sorted.count / 2] > 150, loudest > Self.faintest else { return [] }
        var ticks: [Int] = []
        for index in range.dropFirst() where index + 2 < range.upperBound {
            guard tickLevels[index] > loudest - 200, tickLevels[index - 1] <= loudest - 200 else { continue }
            let full = max(tickLevels[index + 1], tickLevels[index + 2])
            guard full > loudest - 60, [tones[index], tones[index + 2]].contains(tone) else { continue }
            let share = min(1, pow(10, Double(tickLevels[index] - full) / 200))
            ticks.append(times[index] + Int((1 - share) * Double(Self.window)))
        }
        return ticks
    }
}

import Glibc
import MediaFormats

/// Measures how loud the assets' tones and their tick are, in windows of 10 ms one after the other.
///
/// All of them are multiples of 100 Hz, so that in a window of 10 ms none is heard in place of another (Goertzel's filter).
struct ToneMeter {
    /// One window.
    struct Window: Hashable {
        /// When it begins, in microseconds.
        var time: Int
        /// The strongest of the tones, in hertz; 0 where there is none.
        var tone: Int
        /// Its level in tenths of a decibel below full scale.
        var level: Int
        /// The level of the tick.
        var tickLevel: Int
    }

    private let tones: [Int]
    private let tick: Int
    private var rate = 0
    private var channels: [[Float]] = []
    /// When the first collected sample sounds, in microseconds.
    private var start = 0

    /// Sound that begins further from the end of the last one is not joined to it, in microseconds.
    private static let largestJump = 15_000
    /// Below this nothing is heard, in tenths of a decibel.
    private static let floor = -1200

    /// Listens for tones of these frequencies.
    init(tones: [Int], tick: Int) {
        self.tones = tones
        self.tick = tick
    }

    /// Takes samples of at most two channels and gives the windows that are full now.
    mutating func add(_ samples: [[Float]], rate: Int, at time: Int?) -> [Window] {
        guard rate >= 8000, let count = samples.first?.count, count > 0 else { return [] }
        let collected = channels.first?.count ?? 0
        let expected = start + (rate == self.rate ? collected * 1_000_000 / rate : 0)
        let isJoined = rate == self.rate && channels.count == samples.count
        if let time, !isJoined || abs(time - expected) > Self.largestJump {
            channels = samples
            start = time
        } else if isJoined {
            for index in channels.indices { channels[index] += samples[index] }
        } else {
            return []
        }
        self.rate = rate
        return takeWindows()
    }

    private mutating func takeWindows() -> [Window] {
        var windows: [Window] = []
        let available = channels.first?.count ?? 0
        // 441 samples at 44.1 kHz, 480 at 48 kHz.
        let length = rate / 100
        var taken = 0
        while available - taken >= length {
            var best = (tone: 0, power: Float(0))
            for tone in tones {
                let power = power(of: tone, from: taken, length: length)
                if power > best.power { best = (tone, power) }
            }
            let tickPower = tick > 0 ? power(of: tick, from: taken, length: length) : 0
            let level = Self.level(best.power)
            windows.append(
                Window(
                    time: start + taken * 1_000_000 / rate, tone: level > Self.floor ? best.tone : 0, level: level,
                    tickLevel: Self.level(tickPower)))
            taken += length
        }
        guard taken > 0 else { return windows }
        for index in channels.indices { channels[index].removeFirst(taken) }
        start += taken * 1_000_000 / rate
        return windows
    }

    /// The square of a tone's amplitude, of the louder channel.
    private func power(of tone: Int, from first: Int, length: Int) -> Float {
        guard tone * 2 < rate else { return 0 }
        let coefficient = 2 * cosf(2 * Float.pi * Float(tone) / Float(rate))
        var loudest: Float = 0
        for channel in channels {
            let power = channel.withUnsafeBufferPointer { samples in
                var (one, two) = (Float(0), Float(0))
                for index in first..<(first + length) { (one, two) = (samples[index] + coefficient * one - two, one) }
                return one * one + two * two - coefficient * one * two
            }
            loudest = max(loudest, power)
        }
        return loudest * 4 / Float(length * length)
    }

    private static func level(_ power: Float) -> Int {
        guard power.isFinite, power > 1e-12 else { return floor }
        return max(floor, Int((100 * log10f(power)).rounded()))
    }
}

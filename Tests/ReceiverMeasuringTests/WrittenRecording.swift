import Foundation
import MediaFormats
import TransitionRisk

@testable import ReceiverMeasuring

/// A recording written down picture by picture, so that what it shows is known.
struct WrittenRecording {
    var part = RecordingPart()
    /// Microseconds from a picture to the next.
    var interval: Double
    private var next = 0.0

    init(rate: Double) { interval = 1e6 / rate }

    /// The time that the next picture begins at, in seconds.
    var time: Double { next / 1e6 }

    /// Shows something for a time.
    mutating func show(_ picture: RecordedPicture, seconds: Double) {
        let end = next + seconds * 1e6
        while next < end - interval / 2 {
            part.append(picture, at: Int(next.rounded()))
            next += interval
        }
    }

    /// Plays frames of an asset at its rate; each picture shows the frame that is due then.
    mutating func play(
        _ asset: Int, from first: Int, count: Int, framesPerSecond: Double, without missing: Set<Int> = []
    ) {
        let start = next
        let end = start + Double(count) * 1e6 / framesPerSecond
        while next < end - interval / 2 {
            var frame = first + Int(((next - start) / 1e6 * framesPerSecond + 1e-6).rounded(.down))
            while missing.contains(frame) { frame -= 1 }
            part.append(.marked(asset: asset, frame: frame, isBlended: false), at: Int(next.rounded()))
            next += interval
        }
    }

    /// Sounds a tone for a time, with ticks of 40 ms at these times.
    mutating func sound(_ tone: Int, from start: Double, to end: Double, ticks: [Double] = [], level: Int = -120) {
        for window in Int((start * 100).rounded())..<Int((end * 100).rounded()) {
            let time = Double(window) / 100
            let tick = ticks.contains { time > $0 - 0.0001 && time < $0 + 0.0399 }
            part.appendSound(
                tone: tone, level: tone == 0 ? -1200 : level, tickLevel: tick ? -80 : -900, at: window * 10_000)
        }
    }

    /// Two assets at 24 frames a second, of 240 frames, and what differs between them.
    static var assets: MarkedAssets {
        get throws {
            try MarkedAssets(
                Data(
                    #"""
                    {"schema":"segue.assets/1","tickHertz":4100,"assets":[
                    {"id":0,"name":"base","frames":240,"frameRate":{"numerator":24,"denominator":1},"toneHertz":700},
                    {"id":2,"name":"hevc","frames":240,"frameRate":{"numerator":24,"denominator":1},"toneHertz":900}],
                    "pairs":[{"from":"base","to":"hevc","changes":["video.codec_family"]}]}
                    """#.utf8), name: "assets.json")
        }
    }
}

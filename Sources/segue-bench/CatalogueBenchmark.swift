import DeviceMatrix
import Foundation
import Glibc
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import Synchronization
import TransitionRisk

/// Judging pairs drawn from a catalogue whose parameters repeat.
struct CatalogueBenchmark {
    /// What one run found.
    struct Result {
        let seconds: Double
        let processorSeconds: Double
        let verdicts: Int
        let distinct: Int
        let peakMegabytes: Double
        /// Verdicts by band, so that nothing is left out as unused.
        let bands: [Band: Int]
    }

    let matrix: DeviceMatrix
    let signatures: Int
    let pairs: Int

    /// Draws pairs and judges each on every receiver, on two threads.
    func run() -> Result {
        let clock = ContinuousClock()
        let (start, processor) = (clock.now, Self.usage().seconds)
        let delivery = Delivery(usesAssetList: true, usesNewHost: true, usesPlaylists: true, notice: .seconds(600))
        let scorer = CatalogueScorer(
            model: DelayModel(costs: matrix.costs), receivers: matrix.profiles, delivery: delivery)
        let media = Self.catalogue(signatures).map(scorer.prepare)
        let halves = Halves()
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            var random = Generator(state: UInt64(half + 1))
            var bands: [Band: Int] = [:]
            for _ in 0..<pairs / 2 {
                let (a, b) = (random.next(media.count), random.next(media.count))
                for cell in scorer.cells(from: media[a], to: media[b]) { bands[cell.band, default: 0] += 1 }
            }
            halves.add(bands)
        }
        let usage = Self.usage()
        return Result(
            seconds: (clock.now - start) / .seconds(1), processorSeconds: usage.seconds - processor,
            verdicts: scorer.counts.asked, distinct: scorer.counts.distinct, peakMegabytes: usage.peakMegabytes,
            bands: halves.bands)
    }

    /// Distinct parameters as catalogues have them, in a fixed order, taken evenly from all combinations.
    private static func catalogue(_ count: Int) -> [ProfiledVariant] {
        let rates = [(24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1)]
        let sizes = [(640, 360), (960, 540), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160), (1440, 1080)]
        var made: [OperatingParameters] = []
        for (codec, range) in [
            (VideoCodec.avc, DynamicRange.sdr), (.hevc, .sdr), (.hevc, .hlg), (.hevc, .pq), (.hevc, .dolbyVision),
        ] {
            for (numerator, denominator) in rates {
                for (width, height) in sizes {
                    for (sound, layout) in [
                        (AudioCodec.aac, ChannelLayout.stereo), (.aac, .surround51), (.ac3, .surround51),
                        (.eac3, .surround51), (.aac, .mono), (.eac3, .stereo),
                    ] {
                        for sampleRate in [44100, 48000] {
                            for protection in [ProtectionScheme.none, .cbcs] {
                                for isMuxed in [true, false] {
                                    for profile in ["High", "Main"] {
                                        made.append(
                                            SampleMedia.film {
                                                $0.video?.codec = codec
                                                $0.video?.sampleEntry = SampleEntry(
                                                    rawValue: codec == .avc ? "avc1" : "hvc1")
                                                $0.video?.profile = codec == .avc ? profile : "\(profile) 10"
                                                $0.video?.dynamicRange = range
                                                if range == .dolbyVision {
                                                    $0.video?.dolbyVision = DolbyVisionConfiguration(
                                                        profile: profile == "High" ? 8 : 5, level: 6,
                                                        baseCompatibility: profile == "High" ? 1 : 0)
                                                }
                                                $0.video?.bitDepth = range == .sdr ? 8 : 10
                                                $0.video?.frameRate = FrameRate(numerator, denominator)
                                                $0.video?.resolution = Resolution(width: width, height: height)
                                                $0.video?.protection = protection
                                                $0.audio?.codec = sound
                                                $0.audio?.objectType = sound == .aac ? .lowComplexity : nil
                                                $0.audio?.layout = layout
                                                $0.audio?.sampleRate = sampleRate
                                                $0.trackLayout = isMuxed ? .muxed : .demuxed
                                            })
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return (0..<count).map { index in
            ProfiledVariant(label: "\(index)", measured: made[index * made.count / count])
        }
    }

    static func usage() -> (seconds: Double, peakMegabytes: Double) {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return (seconds(usage.ru_utime) + seconds(usage.ru_stime), Double(usage.ru_maxrss) / 1024)
    }
}

/// Counts of both threads.
private final class Halves: Sendable {
    private let counts = Mutex<[Band: Int]>([:])

    var bands: [Band: Int] { counts.withLock(\.self) }

    func add(_ more: [Band: Int]) { counts.withLock { $0.merge(more, uniquingKeysWith: +) } }
}

/// Steele, Lea and Flood's generator, for the same pairs in every run.
private struct Generator {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}

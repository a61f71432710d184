import ArgumentParser
import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import TransitionRisk

/// Judging transitions. No other program does this, so there is no peer.
struct VerdictBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verdict", abstract: "Judge transitions between distinct media on every class of receiver.")

    @Option(help: "Pairs drawn from the catalogue.")
    var pairs = 1_000_000

    @Option(help: "Distinct sets of parameters in the catalogue.")
    var signatures = 17_000

    @OptionGroup var options: BenchmarkOptions

    func run() async throws {
        let matrix = try DeviceMatrix.load()
        let transitions = Self.transitions
        let some = Array(transitions.prefix(8))
        var first: [Double] = []
        var again: [Double] = []
        var check: [Double] = []
        var checkProcessor: [Double] = []
        for _ in 0..<options.runs {
            // A new assessor knows no verdict yet.
            let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))
            first.append(seconds { judge(transitions, assessor, matrix) })
            again.append(seconds { judge(transitions, assessor, matrix) })
            let processor = CatalogueBenchmark.usage().seconds
            check.append(
                seconds { judge(some, TransitionAssessor(model: DelayModel(costs: matrix.costs)), matrix) })
            checkProcessor.append(CatalogueBenchmark.usage().seconds - processor)
        }
        let count = Double(transitions.count * matrix.profiles.count)
        var table = BenchmarkTable(benchmark: "verdict", runs: options.runs)
        table.rows = [
            .init("distinct verdicts", "/s", segue: count / first.median),
            .init("verdicts met before", "/s", segue: count / again.median),
            .init("all \(some.count) transitions of one check", "ms", segue: check.median * 1000, goal: "under 100"),
            .init("the same, processor", "ms", segue: checkProcessor.median * 1000),
        ]
        table.notes.append(
            "\(transitions.count) distinct pairs of media on \(matrix.profiles.count) classes, one thread")
        add(CatalogueBenchmark(matrix: matrix, signatures: signatures, pairs: pairs).run(), to: &table, matrix)
        try table.show(json: options.json)
    }

    private func add(_ catalogue: CatalogueBenchmark.Result, to table: inout BenchmarkTable, _ matrix: DeviceMatrix) {
        let distinct = Double(catalogue.distinct)
        table.rows += [
            .init("\(pairs) pairs of \(signatures) media, wall", "s", segue: catalogue.seconds, goal: "under 60"),
            .init("the same, processor", "s", segue: catalogue.processorSeconds),
            .init("the same, peak memory of the process", "MB", segue: catalogue.peakMegabytes, goal: "under 500"),
            .init(
                "processor time a distinct verdict", "ms", segue: catalogue.processorSeconds * 1000 / max(1, distinct)),
            .init(
                "verdicts met before", "%", segue: 100 * (1 - distinct / Double(max(1, catalogue.verdicts)))),
        ]
        let bands = Band.allCases.compactMap { band in catalogue.bands[band].map { "\(band.rawValue) \($0)" } }
        table.notes.append(
            "\(catalogue.verdicts) verdicts of the catalogue on \(matrix.profiles.count) classes and two threads, one"
                + " run, \(catalogue.distinct) of them distinct: \(bands.joined(separator: ", "))")
    }

    private func judge(_ transitions: [Transition], _ assessor: TransitionAssessor, _ matrix: DeviceMatrix) {
        for transition in transitions {
            for profile in matrix.profiles { withExtendedLifetime(assessor.assess(transition, on: profile)) {} }
        }
    }

    private func seconds(_ work: () -> Void) -> Double { ContinuousClock().measure(work) / .seconds(1) }

    /// From one film into every combination of what ads differ in.
    private static var transitions: [Transition] {
        let film = SampleMedia.asset("film", SampleMedia.film)
        var transitions: [Transition] = []
        for codec in [VideoCodec.avc, .hevc] {
            for range in [DynamicRange.sdr, .hlg, .pq] {
                for rate in [FrameRate(24000, 1001), FrameRate(25), FrameRate(30000, 1001), FrameRate(60)] {
                    for size in [Resolution(width: 1280, height: 720), Resolution(width: 1920, height: 1080)] {
                        for sound in [AudioCodec.aac, .ac3, .eac3] {
                            for layout in [ChannelLayout.stereo, .surround51] {
                                let ad = SampleMedia.film {
                                    $0.video?.codec = codec
                                    $0.video?.sampleEntry = SampleEntry(rawValue: codec == .avc ? "avc1" : "hvc1")
                                    $0.video?.dynamicRange = range
                                    $0.video?.bitDepth = range == .sdr ? 8 : 10
                                    $0.video?.frameRate = rate
                                    $0.video?.resolution = size
                                    $0.audio?.codec = sound
                                    $0.audio?.layout = layout
                                }
                                transitions.append(transition(from: film, to: ad, number: transitions.count))
                            }
                        }
                    }
                }
            }
        }
        return transitions
    }

    private static func transition(from film: AssetProfile, to ad: OperatingParameters, number: Int) -> Transition {
        Transition(
            id: "ad-\(number)/enter", kind: .enter, at: .seconds(600), from: film,
            to: SampleMedia.asset("ad-\(number)", ad), primary: film,
            delivery: Delivery(usesAssetList: false, usesNewHost: false, usesPlaylists: true, notice: .seconds(600)))
    }
}

import ArgumentParser
import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import SuitePlanning
import TransitionRisk

/// Planning test suites. No other program does this, so there is no peer.
struct PlanBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Choose the fewest receivers, and plan for a large catalogue.")

    @OptionGroup var options: BenchmarkOptions

    @Option(help: "Assets of the large catalogue.")
    var assets = 100_000

    func run() async throws {
        var table = BenchmarkTable(benchmark: "plan", runs: options.runs)
        for instance in Self.instances {
            var times: [Double] = []
            var nodes = 0
            for _ in 0..<options.runs {
                times.append(
                    seconds {
                        let cover = instance.problem.smallestCover()
                        nodes = cover.nodes
                        precondition(cover.isOptimal, "\(instance.name) was not solved to the end")
                    })
            }
            table.rows.append(.init("smallest set, \(instance.name)", "s", segue: times.median, goal: "< 5"))
            table.notes.append("\(instance.name): \(nodes) nodes")
        }
        let matrix = try DeviceMatrix.load()
        let facets = try DeviceMatrix.facets()
        let models = Candidate.models(try DeviceMatrix.models(), defaults: matrix.profiles)
        let catalogue = Self.catalogue(assets: assets, plans: matrix.servicePlans.map(\.plan))
        var times: [Double] = []
        for run in 0..<max(1, options.runs / 3) {
            var planner = SuitePlanner(facets: facets, costs: matrix.costs)
            planner.models = models
            planner.candidates = models
            times.append(
                seconds {
                    let plan = planner.plan(catalogue)
                    guard run == 0 else { return }
                    table.notes.append(
                        "\(plan.catalogue.visits) breaks under plans, \(plan.catalogue.distinct) distinct, "
                            + "\(plan.receivers.chosen.count) receivers, \(plan.cases.count) cases, \(plan.leftOut.cases) left out"
                    )
                })
        }
        table.rows.append(.init("a plan for \(assets) assets", "s", segue: times.median, goal: "< 20"))
        try table.show(json: options.json)
    }

    private func seconds(_ work: () -> Void) -> Double { ContinuousClock().measure(work) / .seconds(1) }

    /// 60 receivers and 200 facets: each facet on a few random receivers, and one that looks alike from everywhere.
    private static var instances: [(name: String, problem: CoverProblem)] {
        var numbers = RandomNumbers(state: 11)
        let random = [3, 5, 8, 12].map { size in
            var sets = [[Int]](repeating: [], count: 60)
            for facet in 0..<200 {
                var receivers: Set<Int> = []
                while receivers.count < size { receivers.insert(numbers.below(60)) }
                for receiver in receivers { sets[receiver].append(facet) }
            }
            return ("60 receivers, 200 facets on \(size) each", CoverProblem(facetCount: 200, sets: sets))
        }
        var sets = [[Int]](repeating: [], count: 60)
        for facet in 0..<180 {
            for offset in [[0, 1, 5], [0, 7, 19], [0, 11, 26]][facet / 60] { sets[(facet + offset) % 60].append(facet) }
        }
        return random + [("60 receivers, 180 facets in circles", CoverProblem(facetCount: 180, sets: sets))]
    }

    /// Films with fifty ads each, of two thousand different encodings.
    private static func catalogue(assets: Int, plans: [ServicePlan]) -> [PlannedPresentation] {
        let encodings = encodings
        var numbers = RandomNumbers(state: 5)
        return (0..<max(1, assets / 50)).map { film in
            let primary = SampleMedia.asset("film-\(film)", encodings[numbers.below(8)], duration: .seconds(7200))
            var profiles: [String: AssetProfile] = [:]
            let breaks = (0..<49).map { place in
                let id = "ad-\(film)-\(place)"
                profiles[id] = SampleMedia.asset(id, encodings[numbers.below(encodings.count)])
                var event = InterstitialEvent(
                    id: id, placement: .time(.seconds(120 * (place + 1))), content: .asset(id))
                event.resumption = .offset(.zero)
                event.restrictions = place % 3 == 0 ? .jump : place % 3 == 1 ? [.skip, .jump] : []
                return ResolvedInterstitial(event, assetDurations: [.seconds(15 + place % 2 * 15)])
            }
            let sessions = PlannedSession.sessions(
                under: plans, breaks: breaks, timeline: PrimaryTimeline(duration: .seconds(7200))
            ) { schedule in
                schedule.breaks.map { item in
                    PlayedBreak(
                        id: item.event.id, at: item.at, resume: item.resume,
                        assets: [profiles[item.event.id]].compactMap(\.self).map {
                            PlayedAsset(profile: $0, plays: item.plays ?? .zero)
                        }, usesAssetList: false)
                }
            }
            return PlannedPresentation(
                id: "film-\(film)", title: "Film \(film)", address: "film-\(film).m3u8", isLive: false,
                primary: primary,
                keyframes: KeyframeGrid(segmentStarts: (0..<1800).map { .seconds(4 * $0) }, interval: .seconds(2)),
                sessions: sessions)
        }
    }

    /// 2,016 combinations of what ads differ in.
    private static var encodings: [OperatingParameters] {
        var result: [OperatingParameters] = []
        for codec in [VideoCodec.avc, .hevc] {
            for range in [DynamicRange.sdr, .hlg, .pq] {
                for rate in [
                    FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30),
                    FrameRate(50), FrameRate(60),
                ] {
                    for size in [
                        Resolution(width: 1280, height: 720), Resolution(width: 1920, height: 1080),
                        Resolution(width: 3840, height: 2160), Resolution(width: 960, height: 540),
                    ] {
                        for sound in [AudioCodec.aac, .ac3, .eac3] {
                            for layout in [ChannelLayout.stereo, .surround51] {
                                for sampleRate in [44_100, 48_000] {
                                    result.append(
                                        SampleMedia.film {
                                            $0.video?.codec = codec
                                            $0.video?.sampleEntry = SampleEntry(
                                                rawValue: codec == .avc ? "avc1" : "hvc1")
                                            $0.video?.dynamicRange = range
                                            $0.video?.bitDepth = range == .sdr ? 8 : 10
                                            $0.video?.frameRate = rate
                                            $0.video?.resolution = size
                                            $0.audio?.codec = sound
                                            $0.audio?.layout = layout
                                            $0.audio?.sampleRate = sampleRate
                                        })
                                }
                            }
                        }
                    }
                }
            }
        }
        return result
    }
}

/// Random numbers that are the same in every run (SplitMix64).
private struct RandomNumbers {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}

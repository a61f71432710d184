import DeviceMatrix
import HLSPlaylists
import HarnessTestSupport
import MediaFormats
import TransitionRisk

@testable import AirPlayReceivers
@testable import SuitePlanning

/// A presentation with breaks, as the pipeline would hand it over.
struct PlannedFilm: Sendable {
    /// One break: an event at a time with one asset.
    struct Break: Sendable {
        var id: String
        var at: Duration
        var length: Duration = .seconds(10)
        var media = SampleMedia.film
        var restrictions: Restrictions = []
        var change: @Sendable (inout InterstitialEvent) -> Void = { _ in }
    }

    var id = "film"
    var length: Duration? = .seconds(600)
    var media = SampleMedia.film
    var breaks: [Break] = []
    var plans: [ServicePlan] = [ServicePlan(name: "A")]

    var presentation: PlannedPresentation {
        var profiles: [String: AssetProfile] = [:]
        let resolved = breaks.map { item in
            var event = InterstitialEvent(id: item.id, placement: .time(item.at), content: .asset(item.id))
            event.resumption = .offset(.zero)
            event.restrictions = item.restrictions
            item.change(&event)
            profiles[item.id] = SampleMedia.asset(item.id, item.media, duration: item.length)
            return ResolvedInterstitial(event, assetDurations: [item.length])
        }
        let primary = SampleMedia.asset(id, media, duration: length ?? .seconds(60))
        let sessions = PlannedSession.sessions(
            under: plans, breaks: resolved, timeline: PrimaryTimeline(duration: length)
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
            id: id, title: "The \(id)", address: "\(id).m3u8", isLive: length == nil, primary: primary,
            keyframes: KeyframeGrid(segmentStarts: (0..<100).map { .seconds($0) }, interval: .seconds(1)),
            sessions: sessions)
    }
}

extension SampleMedia {
    /// The film in HEVC.
    static let hevc = film {
        $0.video?.codec = .hevc
        $0.video?.sampleEntry = SampleEntry(rawValue: "hvc1")
    }

    /// The film in Dolby Vision 8.1.
    static let dolbyVision = film {
        $0.video?.codec = .hevc
        $0.video?.sampleEntry = SampleEntry(rawValue: "hvc1")
        $0.video?.bitDepth = 10
        $0.video?.dynamicRange = .dolbyVision
        $0.video?.dolbyVision = DolbyVisionConfiguration(profile: 8, level: 6, baseCompatibility: 1)
    }
}

/// The shipped matrix, read once.
enum Shipped {
    static let matrix = try! DeviceMatrix.load()
    static let facets = try! DeviceMatrix.facets()
    static let table = try! DeviceMatrix.models()
    static let models = Candidate.models(table, defaults: matrix.profiles)
    static let plans = matrix.servicePlans.map(\.plan)

    /// A planner that chooses from the model table.
    static var planner: SuitePlanner {
        var planner = SuitePlanner(facets: facets, costs: matrix.costs)
        planner.models = models
        planner.candidates = models
        return planner
    }

    /// An inventory of these models, each under its own name.
    static func inventory(_ models: [String]) -> (candidates: [Candidate], problems: [String]) {
        let found = LabInventory(found: [])
        var inventory = found
        inventory.receivers = models.map { LabInventory.Item(id: "id-\($0)", name: $0, model: $0) }
        return Candidate.inventory(inventory, models: table, defaults: matrix.profiles)
    }
}

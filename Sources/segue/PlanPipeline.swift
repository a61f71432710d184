import DeviceMatrix
import HLSPlaylists
import HarnessReports
import MediaProbing
import NowPlaying
import SuitePlanning
import TransitionRisk

/// From a catalogue to what a plan is made of: each primary is checked as `segue check` would, and what plays under each
/// service plan is worked out from its playlists.
struct PlanPipeline {
    let matrix: DeviceMatrix
    let requestTimeout: Duration
    /// Measurements of earlier runs; `nil` to measure always.
    let cache: MeasurementCache?
    /// Whether asset lists are asked for, or taken from what was kept.
    let assetLists: AssetListStore.Mode

    /// What one entry gave.
    struct Loaded: Sendable {
        /// `nil` when the primary cannot be read.
        var presentation: PlannedPresentation?
        /// What could not be read, a sentence each.
        var problems: [String]
    }

    /// Reads one entry.
    func load(_ entry: Catalogue.Entry) async -> Loaded {
        func failed(_ why: String) -> Loaded {
            Loaded(presentation: nil, problems: ["'\(entry.id)' is left out: \(why)"])
        }
        var plans: [ServicePlan] = []
        for name in entry.servicePlans ?? matrix.servicePlans.map(\.plan.name) {
            guard let known = matrix.servicePlan(named: name) else {
                let names = matrix.servicePlans.map(\.plan.name).joined(separator: ", ")
                return failed("there is no service plan '\(name)'; there are \(names)")
            }
            plans.append(known.plan)
        }
        var request = CheckRequest()
        if !entry.playlistBreaks { request.clientEvents = [] }
        request.inserted = entry.breaks
        request.assetLists = assetLists
        let pipeline = CheckPipeline(
            matrix: matrix, receivers: [], request: request, requestTimeout: requestTimeout, cache: cache)
        do {
            return planned(entry, plans, try await pipeline.gathered(entry.reference))
        } catch {
            return failed("\(error)")
        }
    }

    private func planned(_ entry: Catalogue.Entry, _ plans: [ServicePlan], _ found: CheckPipeline.Gathered) -> Loaded {
        var sessions = PlannedSession.sessions(under: plans, breaks: found.lengthened, timeline: found.timeline) {
            $0.playedBreaks(found.assets)
        }
        let whole = Schedule(found.timeline, found.lengthened)
        let breaks = BreakGroup.groups(of: whole)
        // A break that the catalogue itself names has to play.
        let unheard = whole.notScheduled.filter { $0.event.origin == .client }.map(\.diagnostic.message)
        let type = found.presentation.playingPlaylists().first.map(ContentType.init(of:)) ?? .vod
        for index in sessions.indices {
            let (plan, schedule) = (sessions[index].plan, sessions[index].schedule)
            let stream = PlannedStream(
                plan: plan.name, terms: NowPlayingTerms(type: type, schedule: schedule),
                session: PlaybackSession(found.timeline, sessions[index].breaks))
            sessions[index].appleSide = AppleSideCases.suite(stream, breaks: breaks)
        }
        return Loaded(
            presentation: PlannedPresentation(
                id: entry.id, title: entry.title, address: entry.address, isLive: found.presentation.isLive ?? false,
                primary: found.primary, keyframes: found.presentation.keyframes(found.primary), later: found.later,
                sessions: sessions),
            problems: unheard.map { "'\(entry.id)', break \($0)" }
                + found.breaks.compactMap { item in
                    guard case .failed(let why) = item.content else { return nil }
                    return "'\(entry.id)', break '\(item.event.id)' is left out: \(why)"
                })
    }
}

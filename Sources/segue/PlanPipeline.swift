import DeviceMatrix
import HLSPlaylists
import HarnessReports
import MediaProbing
import SuitePlanning
import TransitionRisk

/// From a catalogue to what a plan is made of: each primary is checked as `segue check` would, and what plays under each
/// service plan is worked out from its playlists.
struct PlanPipeline {
    let matrix: DeviceMatrix
    let requestTimeout: Duration

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
        let source = ContentFetcher(policy: FetchPolicy(requestTimeout: requestTimeout, transfersPerOrigin: 32))
        let presentation: Presentation
        do {
            presentation = try await PresentationLoader(source: source).load(entry.reference)
        } catch {
            return failed("\(error)")
        }
        let own = entry.playlistBreaks ? presentation.events : []
        let events = own + entry.breaks
        let checked = await CheckPipeline(matrix: matrix, receivers: [], requestTimeout: requestTimeout).check(
            entry.reference, client: entry.breaks, failOn: .blocking)
        let media = AssetProfiles(
            ([checked.primary] + checked.interstitials).map { ($0.reference, $0) })
        let resolved = await InterstitialLoader(source: source).load(events, base: entry.reference)
        let breaks = resolved.map { media.lengthened($0) }
        let timeline = presentation.timeline(measuredDuration: checked.primary.duration)
        let sessions = PlannedSession.sessions(under: plans, breaks: breaks, timeline: timeline) {
            $0.playedBreaks(media)
        }
        return Loaded(
            presentation: PlannedPresentation(
                id: entry.id, title: entry.title, address: entry.address, isLive: presentation.isLive ?? false,
                primary: checked.primary, keyframes: presentation.keyframes(checked.primary),
                known: checked.transitions.map(\.transition), sessions: sessions),
            problems: breaks.compactMap { item in
                guard case .failed(let why) = item.content else { return nil }
                return "'\(entry.id)', break '\(item.event.id)' is left out: \(why)"
            })
    }
}

import DeviceMatrix
import HLSPlaylists
import HarnessReports
import MediaFormats
import MediaProbing
import TransitionRisk

/// From a stream to a report: load → probe → schedule → compare → assess.
///
/// Requests that do not wait for each other run side by side: the primary's media are measured while lists and ads are
/// still being loaded, so a presentation with an asset list takes six round trips in sequence, however many assets it has.
struct CheckPipeline {
    private let matrix: DeviceMatrix
    private let receivers: [ReceiverProfile]
    private let source: ContentFetcher
    private let workers: ProbeWorkerPool
    private let profiler: AssetProfiler

    /// - Parameter receivers: The columns of the verdict; the classes of the matrix unless given.
    init(matrix: DeviceMatrix, receivers: [ReceiverProfile]? = nil, requestTimeout: Duration) {
        self.matrix = matrix
        self.receivers = receivers ?? matrix.profiles
        // As many connections as a presentation of a few assets needs at once: with fewer, requests that could run side by
        // side would queue, and a check would take more round trips than its documents have levels.
        source = ContentFetcher(policy: FetchPolicy(requestTimeout: requestTimeout, transfersPerOrigin: 32))
        workers = ProbeWorkerPool()
        profiler = AssetProfiler(prober: MediaProber(source: source, pool: workers))
    }

    /// Checks one primary with the breaks of its playlists and those of the client.
    func check(_ reference: AssetReference, client: [InterstitialEvent], failOn: Band) async throws -> CheckReport {
        workers.start()
        do {
            let report = try await run(reference, client: client, failOn: failOn)
            await workers.shutdown()
            return report
        } catch {
            await workers.shutdown()
            throw error
        }
    }

    private func run(
        _ reference: AssetReference, client: [InterstitialEvent], failOn: Band
    ) async throws
        -> CheckReport
    {
        let presentation = try await PresentationLoader(source: source).load(reference)
        async let measuring = profiler.profile(presentation)
        let (breaks, profiles) = await load(presentation.events + client, base: reference)
        let primary = await measuring

        let schedule = Schedule(
            presentation.timeline(measuredDuration: primary.duration), breaks.map { profiles.lengthened($0) })
        let transitions = TransitionBuilder(primary: primary, keyframes: presentation.keyframes(primary))
            .transitions(schedule.playedBreaks(profiles))
        let judged = judge(transitions)
        let usage = source.usage
        return CheckReport(
            tool: .segue, primary: primary, interstitials: profiles.inOrder,
            timeline: schedule.spans(primary: reference.title, profiles), transitions: judged,
            findings: Finding.collect(judged),
            diagnostics: diagnostics(presentation, breaks, schedule, [primary] + profiles.inOrder),
            usage: Usage(requests: usage.requests, bytes: usage.bytesReceived + usage.localBytes), failOn: failOn,
            costsVersion: matrix.costs.version)
    }

    /// Each break with its assets measured. No break waits for another: the media of one are fetched while the list of
    /// the next is still being asked for.
    private func load(
        _ events: [InterstitialEvent], base: AssetReference
    ) async
        -> ([ResolvedInterstitial], AssetProfiles)
    {
        await withTaskGroup(of: (Int, [ResolvedInterstitial], [AssetProfile]).self) { group in
            for (index, event) in events.enumerated() {
                group.addTask {
                    let resolved = await InterstitialLoader(source: source).load([event], base: base)
                    let assets = resolved.flatMap(\.assets).compactMap(\.presentation)
                    return (index, resolved, await profile(assets))
                }
            }
            var found: [(index: Int, breaks: [ResolvedInterstitial], profiles: [AssetProfile])] = []
            for await result in group { found.append(result) }
            found.sort { $0.index < $1.index }
            return (found.flatMap(\.breaks), AssetProfiles(found.flatMap(\.profiles)))
        }
    }

    private func profile(_ presentations: [Presentation]) async -> [AssetProfile] {
        await withTaskGroup(of: (Int, AssetProfile).self) { group in
            for (index, presentation) in presentations.enumerated() {
                group.addTask { (index, await profiler.profile(presentation)) }
            }
            var found: [Int: AssetProfile] = [:]
            for await (index, profile) in group { found[index] = profile }
            return found.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private func judge(_ transitions: [Transition]) -> [JudgedTransition] {
        let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))
        return transitions.map { transition in
            JudgedTransition(
                transition: transition, assessments: receivers.map { assessor.assess(transition, on: $0) })
        }
    }

    /// What went wrong, each once: lint is for `segue inspect`.
    private func diagnostics(
        _ presentation: Presentation, _ breaks: [ResolvedInterstitial], _ schedule: Schedule, _ assets: [AssetProfile]
    ) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        let all =
            presentation.diagnostics + breaks.flatMap(\.allDiagnostics) + assets.flatMap(\.problems)
            + schedule.notScheduled.map(\.diagnostic)
        return all.filter { $0.severity != .lint && seen.insert($0).inserted }
    }
}

/// The measured assets of all breaks, by reference.
struct AssetProfiles {
    /// Each asset once, in order of appearance.
    let inOrder: [AssetProfile]
    private let byReference: [AssetReference: AssetProfile]

    init(_ profiles: [AssetProfile]) {
        byReference = Dictionary(profiles.map { ($0.reference, $0) }) { first, _ in first }
        var seen: Set<AssetReference> = []
        inOrder = profiles.filter { seen.insert($0.reference).inserted }
    }

    subscript(asset: InterstitialAsset) -> AssetProfile? { asset.reference.flatMap { byReference[$0] } }

    /// The break with the measured length of assets whose playlists state none, such as plain files.
    func lengthened(_ resolved: ResolvedInterstitial) -> ResolvedInterstitial {
        guard case .assets(let assets) = resolved.content else { return resolved }
        var result = resolved
        result.content = .assets(
            assets.map { asset in
                guard asset.duration == nil else { return asset }
                var asset = asset
                asset.declaredDuration = self[asset]?.duration
                return asset
            })
        return result
    }
}

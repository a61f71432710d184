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
    let source: ContentFetcher
    private let workers: ProbeWorkerPool
    private let profiler: AssetProfiler

    /// More breaks than a day of television has are not judged one by one.
    static let mostBreaks = 500

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
    ///
    /// A primary that cannot be read gives a report with nothing but the reason.
    func check(_ reference: AssetReference, client: [InterstitialEvent], failOn: Band) async -> CheckReport {
        workers.start()
        let report: CheckReport
        do {
            report = try await judged(reference, client: client, failOn: failOn)
        } catch {
            let nothing = AssetProfile(reference: reference, variants: [])
            report = self.report(
                primary: nothing,
                diagnostics: [
                    Diagnostic(.error, code: "primary-not-readable", message: "\(error)", uri: reference.description)
                ], failOn: failOn)
        }
        await workers.shutdown()
        return report
    }

    /// Starts the workers for several primaries; ``check(_:client:failOn:)`` does so itself.
    func open() { workers.start() }

    /// Ends the workers that ``open()`` started.
    func close() async { await workers.shutdown() }

    /// What is being done, for a progress line.
    var progress: String { "\(source.usage.requests) requests, \(source.usage.bytesReceived / 1024) KiB" }

    private func judged(
        _ reference: AssetReference, client: [InterstitialEvent], failOn: Band
    ) async throws(PresentationError)
        -> CheckReport
    {
        let gathered = try await gather(reference) { $0.events + client }
        return report(
            primary: gathered.primary, interstitials: gathered.interstitials, timeline: gathered.timeline,
            transitions: judge(gathered.transitions), hadBreaks: gathered.hadBreaks,
            diagnostics: gathered.diagnostics, failOn: failOn)
    }

    /// What reading and measuring a primary with its breaks gives, before any receiver is looked at.
    struct Gathered: Sendable {
        let primary: AssetProfile
        let interstitials: [AssetProfile]
        let timeline: [TimelineSpan]
        let transitions: [Transition]
        let hadBreaks: Bool
        let diagnostics: [Diagnostic]
    }

    /// Reads and measures one primary with its breaks. The workers must have been started.
    ///
    /// - Parameter events: The breaks in force in the primary.
    func gather(
        _ reference: AssetReference, events: (Presentation) -> [InterstitialEvent]
    ) async throws(PresentationError) -> Gathered {
        let presentation = try await PresentationLoader(source: source).load(reference)
        let events = events(presentation)
        async let measuring = profiler.profile(presentation)
        let breaks = await InterstitialLoader(source: source).load(
            Array(events.prefix(Self.mostBreaks)), base: reference)
        let profiles = await profile(breaks)
        let primary = await measuring

        let schedule = Schedule(
            presentation.timeline(measuredDuration: primary.duration), breaks.map { profiles.lengthened($0) })
        let played = schedule.playedBreaks(profiles)
        let later = await stretches(of: presentation, playing: played)
        let transitions = TransitionBuilder(
            primary: primary, later: later, keyframes: presentation.keyframes(primary)
        ).transitions(played)
        return Gathered(
            primary: primary, interstitials: profiles.inOrder,
            timeline: schedule.spans(primary: reference.title, profiles), transitions: transitions,
            hadBreaks: !events.isEmpty,
            diagnostics: CheckDiagnostics(
                presentation: presentation, breaks: breaks, schedule: schedule, assets: [primary] + profiles.inOrder,
                breaksLeftOut: events.count - breaks.count
            ).all)
    }

    private func report(
        primary: AssetProfile, interstitials: [AssetProfile] = [], timeline: [TimelineSpan] = [],
        transitions: [JudgedTransition] = [], hadBreaks: Bool = false, diagnostics: [Diagnostic], failOn: Band
    ) -> CheckReport {
        let usage = source.usage
        return CheckReport(
            tool: .segue, primary: primary, interstitials: interstitials, timeline: timeline, transitions: transitions,
            findings: Finding.collect(transitions), diagnostics: diagnostics,
            usage: Usage(requests: usage.requests, bytes: usage.bytesReceived + usage.localBytes), failOn: failOn,
            costsVersion: matrix.costs.version, hadBreaks: hadBreaks)
    }

    /// Every asset of the breaks measured once, however often it plays.
    private func profile(_ breaks: [ResolvedInterstitial]) async -> AssetProfiles {
        var seen: Set<AssetReference> = []
        let loaded = breaks.flatMap(\.assets).compactMap { asset -> (AssetReference, Presentation)? in
            guard let reference = asset.reference, let presentation = asset.presentation,
                seen.insert(reference).inserted
            else { return nil }
            return (reference, presentation)
        }
        return await withTaskGroup(of: (Int, AssetProfile).self) { group in
            for (index, (_, presentation)) in loaded.enumerated() {
                group.addTask { (index, await profiler.profile(presentation)) }
            }
            var found: [Int: AssetProfile] = [:]
            for await (index, profile) in group { found[index] = profile }
            return AssetProfiles(found.sorted { $0.key < $1.key }.map { (loaded[$0.key].0, $0.value) })
        }
    }

    /// The media behind those discontinuities of the primary that a break lies behind.
    private func stretches(of presentation: Presentation, playing breaks: [PlayedBreak]) async -> [PrimaryStretch] {
        let starts = presentation.changeTimes
        guard !starts.isEmpty else { return [] }
        let times = breaks.flatMap { [$0.at, $0.resume].compactMap(\.self) }
        let needed = Set(
            times.flatMap { time in [starts.last { $0 < time }, starts.last { $0 <= time }].compactMap(\.self) })
        var stretches: [PrimaryStretch] = []
        for start in needed.sorted().prefix(Self.mostBreaks) {
            stretches.append(PrimaryStretch(start: start, profile: await profiler.profile(presentation, at: start)))
        }
        return stretches
    }

    private func judge(_ transitions: [Transition]) -> [JudgedTransition] {
        let assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs))
        return transitions.map { transition in
            JudgedTransition(
                transition: transition, assessments: receivers.map { assessor.assess(transition, on: $0) })
        }
    }
}

/// The measured assets of all breaks, by the reference under which the break names them.
struct AssetProfiles {
    /// Each asset once, in order of appearance.
    let inOrder: [AssetProfile]
    private let byReference: [AssetReference: AssetProfile]

    init(_ profiles: [(AssetReference, AssetProfile)]) {
        byReference = Dictionary(profiles) { first, _ in first }
        inOrder = profiles.map(\.1)
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

import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import MediaFormats
import MediaProbing
import TransitionRisk

/// From streams to a report: load → ask → probe → schedule → compare → assess → advise.
///
/// Requests that do not wait for each other run side by side: the primary's media are measured while lists and ads are
/// still being loaded, so a presentation with an asset list takes six round trips in sequence, however many assets it has.
struct CheckPipeline: Sendable {
    private let matrix: DeviceMatrix
    private let receivers: [ReceiverProfile]
    private let request: CheckRequest
    private let fetcher: ContentFetcher
    let source: ReceiverViewSource
    private let workers: ProbeWorkerPool
    private let profiles: ProfileShelf
    private let profiler: AssetProfiler
    private let assessor: TransitionAssessor

    /// More breaks than a day of television has are not judged one by one.
    static let mostBreaks = 500
    /// A day of stitched ads has fewer stretches.
    private static let mostStretches = 500
    /// What players send as `_HLS_primary_id`; theirs differs from session to session.
    private static let primaryID = "segue"
    /// Primaries that are checked side by side.
    private static let width = 4

    /// - Parameters:
    ///   - receivers: The columns of the verdict.
    ///   - request: What to do with each primary.
    ///   - cache: Measurements of earlier runs; `nil` to measure always.
    init(
        matrix: DeviceMatrix, receivers: [ReceiverProfile], request: CheckRequest, requestTimeout: Duration,
        cache: MeasurementCache? = nil
    ) {
        self.matrix = matrix
        self.receivers = receivers
        self.request = request
        // As many connections as a presentation of a few assets needs at once: with fewer, requests that could run side by
        // side would queue, and a check would take more round trips than its documents have levels.
        fetcher = ContentFetcher(policy: FetchPolicy(requestTimeout: requestTimeout, transfersPerOrigin: 32))
        source = ReceiverViewSource(source: fetcher)
        workers = ProbeWorkerPool()
        profiler = AssetProfiler(prober: MediaProber(source: source, pool: workers, cache: cache))
        profiles = ProfileShelf(profiler: profiler)
        assessor = TransitionAssessor(model: DelayModel(costs: matrix.costs), calibrations: matrix.calibrations)
    }

    /// Checks primaries with the breaks of their playlists and those of the request.
    ///
    /// A primary that cannot be read gives a report with nothing but the reason.
    func check(_ references: [AssetReference]) async -> CheckReport? {
        workers.start()
        let reports = await withTaskGroup(of: (Int, CheckReport).self) { group in
            var found: [Int: CheckReport] = [:]
            for (index, reference) in references.enumerated() {
                if index >= Self.width, let (done, report) = await group.next() { found[done] = report }
                group.addTask { (index, await check(reference)) }
            }
            for await (index, report) in group { found[index] = report }
            return found.sorted { $0.key < $1.key }.map(\.value)
        }
        await workers.shutdown()
        guard var report = CheckReport.combined(reports) else { return nil }
        report.usage = usage
        report.findings += Reachability.findings(on: ReceiverItinerary(refusals: source.refusals))
        report.findings = report.findings.worstFirst
        report.failOnTotal = request.failOnTotal
        report.policies = request.policies.map(\.name)
        report.recommendations = EncodeAdvisor(receivers: receivers) { assess($0, $1) }
            .recommendations(for: report.transitions)
        return report
    }

    /// Starts the workers for several primaries; ``check(_:)`` does so itself.
    func open() { workers.start() }

    /// Ends the workers that ``open()`` started.
    func close() async { await workers.shutdown() }

    /// What is being done, for a progress line.
    var progress: String { "\(fetcher.usage.requests) requests, \(fetcher.usage.bytesReceived / 1024) KiB" }

    private var usage: Usage {
        let usage = fetcher.basis
        return Usage(requests: usage.requests, bytes: usage.bytesReceived + usage.localBytes)
    }

    private func check(_ reference: AssetReference) async -> CheckReport {
        do {
            return try await judged(reference)
        } catch {
            let unread = Diagnostic(
                .error, code: "primary-not-readable", message: "\(error)", uri: reference.description)
            return report(primary: AssetProfile(reference: reference, variants: []), diagnostics: [unread])
        }
    }

    /// Loads and measures one primary with its breaks, and judges nothing.
    func gathered(_ reference: AssetReference) async throws(PresentationError) -> Gathered {
        workers.start()
        let result: Result<Gathered, PresentationError>
        do throws(PresentationError) {
            result = .success(try await gather(reference, for: request))
        } catch {
            result = .failure(error)
        }
        await workers.shutdown()
        return try result.get()
    }

    /// Loads and measures one primary with its breaks. The workers must have been started.
    func gather(
        _ reference: AssetReference, for request: CheckRequest
    ) async throws(PresentationError) -> Gathered {
        let presentation = try await PresentationLoader(source: source).load(reference)
        async let measuring = profiler.profile(presentation)
        async let later = stretches(of: presentation)
        // Only a file has to be measured before its length is known.
        var length = presentation.duration
        if case .file = presentation.kind, request.creatives.contains(where: { $0.time == nil }) {
            length = await measuring.duration
        }
        var (events, remarks) = request.breaks(in: presentation, length: length)
        let breaksLeftOut = max(0, events.count - Self.mostBreaks)
        events = Array(events.prefix(Self.mostBreaks))
        let breaks = await resolve(events, base: reference, for: request, through: source, remarks: &remarks)
        return Gathered(
            presentation: presentation, breaks: breaks, assets: await profiles.profiles(of: breaks),
            primary: await measuring, later: await later, remarks: remarks, breaksLeftOut: breaksLeftOut)
    }

    /// Puts what was gathered into the order of playback.
    func scheduled(_ found: Gathered, title: String) -> Scheduled {
        let (presentation, primary, assets) = (found.presentation, found.primary, found.assets)
        let schedule = Schedule(found.timeline, found.lengthened)
        let played = schedule.playedBreaks(assets)
        let builder = TransitionBuilder(
            primary: primary, later: found.later, keyframes: presentation.keyframes(primary))
        let diagnostics = CheckDiagnostics(
            presentation: presentation, breaks: found.breaks, schedule: schedule, primary: primary, assets: assets,
            breaksLeftOut: found.breaksLeftOut,
            stretchesLeftOut: max(0, presentation.changeTimes.count - Self.mostStretches), remarks: found.remarks
        ).all
        return Scheduled(
            spans: schedule.spans(primary: title, assets),
            transitions: builder.transitions(played).joined(by: builder.discontinuities(without: played)),
            diagnostics: diagnostics)
    }

    private func judged(_ reference: AssetReference) async throws(PresentationError) -> CheckReport {
        let found = try await gather(reference, for: request)
        let scheduled = scheduled(found, title: reference.title)
        var report = report(
            primary: found.primary, interstitials: found.assets.inOrder, timeline: scheduled.spans,
            transitions: judge(scheduled.transitions), hadBreaks: !found.breaks.isEmpty,
            diagnostics: scheduled.diagnostics)
        report.findings += furtherFindings(
            report, found.presentation, found.breaks, plays: scheduled.spans.last.map { $0.start + $0.length })
        report.findings = report.findings.worstFirst
        return report
    }

    /// The breaks with their assets, as a player asks for them.
    func resolve(
        _ events: [InterstitialEvent], base: AssetReference, for request: CheckRequest, through source: any AssetSource,
        remarks: inout [Diagnostic]
    ) async -> [ResolvedInterstitial] {
        var loader = InterstitialLoader(source: source, primaryID: Self.primaryID)
        let folder = request.assetListFolder
        let store = AssetListStore(
            mode: request.assetLists,
            folder: folder ?? AssetListStore.usualFolder(ProcessInfo.processInfo.environment),
            isAskedFor: folder != nil, primary: base)
        let (answers, problems) = await store.answers(for: events, base: base, asking: loader)
        loader.listAnswers = answers
        remarks += problems
        return await loader.load(events, base: base)
    }

    /// What policies, the limit on the whole delay and the way to the stream have to say.
    private func furtherFindings(
        _ report: CheckReport, _ presentation: Presentation, _ breaks: [ResolvedInterstitial], plays: Duration?
    ) -> [Finding] {
        let itinerary = ReceiverItinerary(
            primary: presentation, breaks: breaks, now: request.now, plays: plays)
        let breaches = request.policies.isEmpty ? [] : breaches(presentation, breaks)
        return Reachability.findings(on: itinerary)
            + (request.failOnTotal?.findings(report.transitions, limits: matrix.costs.limits) ?? [])
            + request.policies.flatMap { policy in
                PolicyCheck(policy).findings(
                    primaries: report.primaries.map(\.asset), interstitials: report.interstitials,
                    transitions: report.transitions, breaches: breaches)
            }
    }

    private func breaches(_ presentation: Presentation, _ breaks: [ResolvedInterstitial]) -> [RuleFinding] {
        var seen: Set<AssetReference> = []
        let assets = breaks.flatMap(\.assets).compactMap(\.presentation).filter { seen.insert($0.reference).inserted }
        return PlaylistRule.findings(in: presentation)
            + assets.flatMap { asset in
                AssetRule.findings(asset: asset, primary: presentation, name: asset.reference.title)
            }
    }

    private func report(
        primary: AssetProfile, interstitials: [AssetProfile] = [], timeline: [TimelineSpan] = [],
        transitions: [JudgedTransition] = [], hadBreaks: Bool = false, diagnostics: [Diagnostic]
    ) -> CheckReport {
        CheckReport(
            tool: .segue, primary: primary, interstitials: interstitials, timeline: timeline, transitions: transitions,
            findings: Finding.collect(transitions), diagnostics: diagnostics, usage: usage, failOn: request.failOn,
            costsVersion: matrix.costs.version, hadBreaks: hadBreaks)
    }

    /// The media behind each discontinuity of the primary.
    private func stretches(of presentation: Presentation) async -> [PrimaryStretch] {
        let starts = presentation.changeTimes.prefix(Self.mostStretches)
        return await withTaskGroup(of: PrimaryStretch.self) { group in
            for start in starts {
                group.addTask { PrimaryStretch(start: start, profile: await profiler.profile(presentation, at: start)) }
            }
            var stretches: [PrimaryStretch] = []
            for await stretch in group { stretches.append(stretch) }
            return stretches.sorted { $0.start < $1.start }
        }
    }

    private func judge(_ transitions: [Transition]) -> [JudgedTransition] {
        transitions.map { transition in
            JudgedTransition(transition: transition, assessments: receivers.map { assess(transition, $0) })
        }
    }

    private func assess(_ transition: Transition, _ receiver: ReceiverProfile) -> RiskAssessment {
        assessor.assess(transition, on: receiver, under: request.conditions)
    }
}

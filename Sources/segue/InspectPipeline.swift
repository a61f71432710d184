import HLSPlaylists
import HarnessReports
import MediaProbing

/// From a playlist to a report: load → read breaks → apply the plan → ask for assets → schedule → audit.
struct InspectPipeline {
    /// Whose reading to follow.
    var behaviour = PlayerBehaviour.draft
    /// What the application does with the playlist's breaks.
    var plan: ServicePlan?
    /// The breaks that the application sets instead of the playlist's.
    var clientEvents: [InterstitialEvent]?
    /// Where playback starts; `nil` leaves it to the playlist.
    var start: Duration?
    /// Whether lists and the playlists of assets are asked for.
    var loadsAssets = true
    /// Seeks to work out.
    var seeks: [SeekArgument] = []
    /// Severity from which something found fails the inspection.
    var failOn = Diagnostic.Severity.error

    let source: ContentFetcher

    /// The breaks in force, and what was found on the way to them.
    struct Breaks: Sendable {
        var events: [InterstitialEvent] = []
        var replaced: [String] = []
        var diagnostics: [Diagnostic] = []
    }

    /// Reads everything that the playlists name, and no media.
    ///
    /// - Throws: When not even the first document can be read.
    func inspect(_ reference: AssetReference) async throws(PresentationError) -> PresentationReport {
        let presentation = try await PresentationLoader(source: source).load(reference)
        let breaks = breaks(in: presentation)
        let timeline = presentation.timeline(startPosition: start ?? presentation.usualStart)
        let resolved = await resolve(breaks.events, timeline, base: presentation.reference)
        let schedule = Schedule(timeline, resolved, behaviour: behaviour)
        let usage = source.usage
        return PresentationReport(
            tool: .segue, presentation: presentation, eventSource: eventSource, breaks: resolved,
            replacedEvents: breaks.replaced, schedule: schedule,
            diagnostics: unique(
                presentation.diagnostics + breaks.diagnostics + resolved.flatMap(\.allDiagnostics)),
            audit: schedule.audit().map { $0.placed(among: breaks.events) }, findings: findings(presentation, resolved),
            seeks: seeks.map { seek in
                SeekReport(from: seek.from, to: seek.to, timeline: timeline, breaks: resolved, behaviour: behaviour)
            },
            usage: Usage(requests: usage.requests, bytes: usage.bytesReceived + usage.localBytes), failOn: failOn)
    }

    private var eventSource: PresentationReport.EventSource {
        if clientEvents != nil { return .client }
        return plan.map { .plan($0.name) } ?? .playlist
    }

    /// The breaks in force in a presentation.
    func breaks(in presentation: Presentation) -> Breaks {
        let (own, diagnostics) = presentation.interstitials(as: behaviour)
        var breaks = Breaks(events: own, diagnostics: diagnostics)
        if let clientEvents {
            breaks.events = clientEvents
        } else if let plan {
            let (events, remarks) = plan.apply(to: own)
            breaks.events = events
            breaks.diagnostics += remarks
        }
        let inForce = clientEvents == nil ? Set(breaks.events.map(\.id)) : []
        breaks.replaced = own.map(\.id).filter { !inForce.contains($0) }
        return breaks
    }

    /// The breaks with their assets. A list is told how far into its break a live session starts (rfc8216bis D.4).
    func resolve(
        _ events: [InterstitialEvent], _ timeline: PrimaryTimeline, base: AssetReference
    ) async -> [ResolvedInterstitial] {
        let stated = events.map { ResolvedInterstitial($0) }
        guard loadsAssets else { return stated }
        var loader = InterstitialLoader(source: source)
        if timeline.duration == nil, let joined = Schedule.joinedBreak(timeline, stated, behaviour: behaviour) {
            loader.startOffsets[joined.eventID] = joined.startOffset
        }
        return await loader.load(events, base: base)
    }

    private func findings(_ presentation: Presentation, _ breaks: [ResolvedInterstitial]) -> [LocatedFinding] {
        var seen: Set<AssetReference> = []
        let assets = breaks.flatMap(\.assets).compactMap(\.presentation).filter { seen.insert($0.reference).inserted }
        return PlaylistRule.findings(in: presentation).map {
            LocatedFinding($0, uri: presentation.document(of: $0).description)
        }
            + assets.flatMap { asset in
                AssetRule.findings(asset: asset, primary: presentation, name: asset.reference.title).map {
                    LocatedFinding($0, uri: asset.reference.description)
                }
            }
    }

    private func unique(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return diagnostics.filter { seen.insert($0).inserted }
    }
}

extension Presentation {
    /// Where a viewer without a wish starts: at EXT-X-START, in a live presentation near the edge, else at the begin.
    var usualStart: Duration {
        guard let playlist = playingPlaylists().first else { return .zero }
        if let start = statedStart ?? playlist.start {
            let time = start.offset < .zero ? playlist.duration + start.offset : start.offset
            return min(max(.zero, time), playlist.duration)
        }
        return LivePlaylist(playlist).joinPosition
    }

    /// EXT-X-START of the multivariant playlist, which counts for all its media playlists.
    private var statedStart: StartPoint? { if case .multivariant(let playlist) = kind { playlist.start } else { nil } }

    /// The breaks as one player reads the tags of all media playlists; of those with one ID the first.
    func interstitials(as behaviour: PlayerBehaviour) -> (events: [InterstitialEvent], diagnostics: [Diagnostic]) {
        if behaviour == .draft || behaviour == .avfoundation { return (events, []) }
        var events: [InterstitialEvent] = []
        var diagnostics: [Diagnostic] = []
        var seen: Set<String> = []
        for (_, media) in mediaPlaylists {
            let reading = media.playlist.interstitials(as: behaviour, base: media.reference)
            if let refusal = reading.refusal {
                diagnostics.append(
                    Diagnostic(
                        .error, code: "player-refuses-playlist",
                        message: "\(behaviour.rawValue) refuses the playlist: \(refusal)",
                        uri: media.reference.description))
            }
            events += reading.events.filter { seen.insert($0.id).inserted }
        }
        return (events, diagnostics)
    }

    /// All media playlists that were read, each once, with the name that rules give them.
    private var mediaPlaylists: [(name: String, media: LoadedMediaPlaylist)] {
        var seen: Set<AssetReference> = []
        let video = variants.compactMap { variant in variant.media.map { (variant.label, $0) } }
        let audio = variants.flatMap(\.audio).compactMap { rendition in
            rendition.media.map { ("audio '\(rendition.name)' of \(rendition.groupID)", $0) }
        }
        return (video + audio).filter { seen.insert($0.1.reference).inserted }
    }

    /// The document that a finding of a rule is about: rules about time look at media playlists, the others at tags of
    /// the multivariant one.
    fileprivate func document(of finding: RuleFinding) -> AssetReference {
        guard finding.rule.hasPrefix("timing-") || finding.line == nil else { return reference }
        return mediaPlaylists.first { $0.name == finding.subject }?.media.reference ?? reference
    }
}

extension Diagnostic {
    /// The diagnostic with the document of the break that it names by its line.
    fileprivate func placed(among events: [InterstitialEvent]) -> Diagnostic {
        guard uri == nil, let line else { return self }
        var placed = self
        let candidates = events.filter { line > 0 && $0.line.number == line }
        if let event = candidates.first(where: { message.contains("'\($0.id)'") }) ?? candidates.first {
            placed.uri = event.base?.description
        } else {
            placed.line = nil
        }
        return placed
    }
}

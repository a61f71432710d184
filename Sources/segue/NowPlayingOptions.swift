import ArgumentParser
import DeviceMatrix
import HLSPlaylists
import HarnessReports
import MediaProbing
import NowPlaying

/// What of a stream decides what has to be published; common to the commands of `segue nowplaying`.
struct NowPlayingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What is played: vod, event or live (default: by the playlist).", valueName: "type"))
    var type: ContentTypeArgument?

    @Option(help: ArgumentHelp("What the application does with the playlist's breaks.", valueName: "name"))
    var servicePlan: String?

    @Option(
        help: ArgumentHelp(
            "Events that the application sets (YAML or JSON); they replace all of the playlist.", valueName: "file"))
    var events: String?

    @Option(
        help: ArgumentHelp(
            "Advertising inside the programme's own media, in seconds of the primary; repeatable.",
            valueName: "start+length"))
    var adRange: [AdRangeArgument] = []

    @Flag(help: "Take date ranges with SCTE35-OUT and a length as advertising inside the programme's own media.")
    var adMarkers = false

    @Option(help: ArgumentHelp("The external content identifier to publish.", valueName: "id"))
    var contentIdentifier: String?

    @Option(help: ArgumentHelp("The service identifier to publish (live).", valueName: "id"))
    var serviceIdentifier: String?

    @Option(help: ArgumentHelp("Where the credits begin, in seconds of the primary.", valueName: "seconds"))
    var creditsStart: SecondsArgument?

    @Option(help: ArgumentHelp("Where playback starts, in seconds of the primary.", valueName: "seconds"))
    var start: SecondsArgument?

    @Option(help: ArgumentHelp("Lowest severity that gives code 1: error, warning or lint.", valueName: "severity"))
    var failOn = SeverityArgument(severity: .error)

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout = TimeoutArgument(duration: .seconds(10))

    @OptionGroup var matrix: MatrixOptions

    func validate() throws {
        if events != nil, servicePlan != nil {
            throw ValidationError("--events and --service-plan both set the list of events; give one of them.")
        }
    }

    /// A stream with what has to be published.
    struct Loaded {
        var uri: String
        var terms: NowPlayingTerms
        /// What could not be read, or contradicts the options.
        var diagnostics: [Diagnostic]
    }

    /// Loads the stream under the plan asked for.
    func load(_ primary: String, quiet: Bool) async throws -> Loaded {
        var pipeline = pipeline
        if let events { pipeline.clientEvents = try DeviceMatrix.clientEvents(file: events) }
        if let servicePlan { pipeline.plan = try loadMatrix(matrix).plan(named: servicePlan) }
        let (presentation, timeline) = try await presentation(primary, pipeline, quiet: quiet)
        return await loaded(presentation, timeline, pipeline).0
    }

    /// The cases of a stream, under the plan asked for or under all.
    func cases(_ primary: String, quiet: Bool) async throws -> ([AppleSideCase], Loaded) {
        var pipeline = pipeline
        var plans =
            try servicePlan.map { [try loadMatrix(matrix).plan(named: $0)] }
            ?? loadMatrix(matrix).servicePlans.map(\.plan)
        if let events {
            pipeline.clientEvents = try DeviceMatrix.clientEvents(file: events)
            plans = [ServicePlan(name: "own events")]
        }
        let (presentation, timeline) = try await presentation(primary, pipeline, quiet: quiet)
        let (plain, _) = await loaded(presentation, timeline, pipeline)
        var streams: [PlannedStream] = []
        for plan in plans.sorted(by: { $0.name < $1.name }) {
            pipeline.plan = plan
            let (planned, resolved) = await loaded(presentation, timeline, pipeline)
            streams.append(
                PlannedStream(
                    plan: plan.name, terms: planned.terms, session: PlaybackSession(timeline, resolved)))
        }
        return (AppleSideCases.cases(streams, breaks: plain.terms.groups), plain)
    }

    private var pipeline: InspectPipeline {
        InspectPipeline(
            source: ContentFetcher(
                policy: FetchPolicy(requestTimeout: requestTimeout.duration, transfersPerOrigin: 32)))
    }

    private func presentation(
        _ primary: String, _ pipeline: InspectPipeline, quiet: Bool
    ) async throws -> (Presentation, PrimaryTimeline) {
        let fetcher = pipeline.source
        let progress = ProgressLine(shown: !quiet) { "\(fetcher.usage.requests) requests" }
        defer { progress.end() }
        do {
            let presentation = try await PresentationLoader(source: fetcher).load(try AssetReference(argument: primary))
            guard !presentation.playingPlaylists().isEmpty else {
                let why = presentation.diagnostics.first { $0.severity == .error }?.description
                throw Failure(
                    message: why ?? "\(presentation.reference): no media playlist; name the playlist of the programme",
                    code: 2)
            }
            return (presentation, presentation.timeline(startPosition: start?.duration ?? presentation.usualStart))
        } catch let error as AssetReferenceError {
            throw Failure(message: error.description, code: 2)
        } catch let error as PresentationError {
            throw Failure(message: error.description, code: 2)
        }
    }

    private func loaded(
        _ presentation: Presentation, _ timeline: PrimaryTimeline, _ pipeline: InspectPipeline
    ) async -> (Loaded, [ResolvedInterstitial]) {
        let breaks = pipeline.breaks(in: presentation)
        let resolved = await pipeline.resolve(breaks.events, timeline, base: presentation.reference)
        let schedule = Schedule(timeline, resolved)
        let playlist = presentation.playingPlaylists()[0]
        let terms = NowPlayingTerms(
            type: type?.type ?? ContentType(of: playlist), schedule: schedule,
            adRanges: adRanges(presentation, timeline),
            contentIdentifier: contentIdentifier, serviceIdentifier: serviceIdentifier,
            creditsStart: creditsStart?.duration)
        var diagnostics = (presentation.diagnostics + breaks.diagnostics + resolved.flatMap(\.allDiagnostics)).filter {
            $0.severity == .error
        }
        if terms.type == .vod, timeline.duration == nil {
            diagnostics.append(
                Diagnostic(
                    .error, code: "now-playing-no-duration",
                    message: "a video on demand has a length, but the playlist has no end; say --type event or live",
                    uri: presentation.reference.description))
        }
        var seen: Set<Diagnostic> = []
        diagnostics = diagnostics.filter { seen.insert($0).inserted }
        let loaded = Loaded(uri: presentation.reference.description, terms: terms, diagnostics: diagnostics)
        return (loaded, resolved)
    }

    private func adRanges(_ presentation: Presentation, _ timeline: PrimaryTimeline) -> AdRanges {
        var stretches = adRange.map(\.stretch)
        if adMarkers, let mapping = timeline.mapping {
            stretches += presentation.dateRanges.compactMap { range in
                guard range.attributes["SCTE35-OUT"] != nil, range.rangeClass != "com.apple.hls.interstitial",
                    let length = range.knownDuration, case .time(let start) = mapping.place(of: range.startDate)
                else { return nil }
                return AdRanges.Stretch(start: start, length: length)
            }
        }
        return AdRanges(stretches)
    }
}

/// A kind of programme as given on the command line.
struct ContentTypeArgument: ExpressibleByArgument {
    let type: ContentType

    init?(argument: String) {
        guard let type = ContentType(rawValue: argument) else { return nil }
        self.type = type
    }

    static let allValueStrings = ContentType.allCases.map(\.rawValue)
}

/// Advertising inside the programme as given on the command line: `300+20`.
struct AdRangeArgument: ExpressibleByArgument {
    let stretch: AdRanges.Stretch

    init?(argument: String) {
        let times = argument.split(separator: "+", omittingEmptySubsequences: false).map {
            Duration(decimalSeconds: $0)
        }
        guard times.count == 2, let start = times[0], let length = times[1], length > .zero else { return nil }
        stretch = AdRanges.Stretch(start: start, length: length)
    }
}

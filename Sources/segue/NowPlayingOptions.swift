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

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout = TimeoutArgument(duration: .seconds(10))

    func validate() throws {
        if events != nil, servicePlan != nil {
            throw ValidationError("--events and --service-plan both set the list of events; give one of them.")
        }
        for (option, value) in [
            ("--content-identifier", contentIdentifier), ("--service-identifier", serviceIdentifier),
        ] where value?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("\(option) is empty; leave it out when the identifier is not known.")
        }
        if let type { try checkIdentifiers(of: type.type) }
    }

    /// Refuses identifiers that a kind of programme must not publish.
    private func checkIdentifiers(of type: ContentType) throws {
        if serviceIdentifier != nil, type != .live {
            throw ValidationError(
                "--service-identifier belongs to a live channel, and this is \(type.article); "
                    + "give --content-identifier, or --type live.")
        }
        if contentIdentifier != nil, type == .live {
            throw ValidationError(
                "--content-identifier does not belong to a live channel; give --service-identifier, or --type.")
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
    func load(_ primary: String, matrix: MatrixOptions, quiet: Bool) async throws -> Loaded {
        var pipeline = pipeline
        if let events { pipeline.clientEvents = try DeviceMatrix.clientEvents(file: events) }
        if let servicePlan { pipeline.plan = try loadMatrix(matrix).plan(named: servicePlan) }
        let (presentation, timeline) = try await presentation(primary, pipeline, quiet: quiet)
        try checkTimes(timeline, of: presentation.reference.description)
        let loaded = await loaded(presentation, timeline, pipeline).0
        try checkIdentifiers(of: loaded.terms.type)
        return loaded
    }

    /// The cases of a stream, under the plan asked for or under all.
    func cases(
        _ primary: String, matrix: MatrixOptions, quiet: Bool
    ) async throws -> ([AppleSideCase], Loaded) {
        var pipeline = pipeline
        var plans =
            try servicePlan.map { [try loadMatrix(matrix).plan(named: $0)] }
            ?? loadMatrix(matrix).servicePlans.map(\.plan)
        if let events {
            pipeline.clientEvents = try DeviceMatrix.clientEvents(file: events)
            plans = [ServicePlan(name: "own events")]
        }
        let (presentation, timeline) = try await presentation(primary, pipeline, quiet: quiet)
        try checkTimes(timeline, of: presentation.reference.description)
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

    /// Times of the command line that the programme does not have would give expectations about nothing.
    private func checkTimes(_ timeline: PrimaryTimeline, of name: String) throws(Failure) {
        guard let end = timeline.duration else { return }
        func check(_ option: String, _ time: Duration, isAllowed: Bool) throws(Failure) {
            guard !isAllowed else { return }
            throw Failure(
                message:
                    "\(option) \(time.decimalSeconds): \(name) ends at \(end.decimalSeconds) s; give a time before that",
                code: 64)
        }
        if let start { try check("--start", start.duration, isAllowed: start.duration < end) }
        if let creditsStart {
            try check("--credits-start", creditsStart.duration, isAllowed: creditsStart.duration <= end)
        }
        for range in adRange.map(\.stretch) {
            // Lengths are written in whole seconds where the programme's is not.
            let isAllowed = range.start < end && range.end <= end + .seconds(1)
            try check(
                "--ad-range \(range.start.decimalSeconds)+\(range.length.decimalSeconds) reaches", range.end,
                isAllowed: isAllowed)
        }
    }

    private func loaded(
        _ presentation: Presentation, _ timeline: PrimaryTimeline, _ pipeline: InspectPipeline
    ) async -> (Loaded, [ResolvedInterstitial]) {
        let breaks = pipeline.breaks(in: presentation)
        let resolved = await pipeline.resolve(breaks.events, timeline, base: presentation.reference)
        let schedule = Schedule(timeline, resolved)
        let playlist = presentation.playingPlaylists()[0]
        let marked = markedAdvertising(presentation, timeline)
        let terms = NowPlayingTerms(
            type: type?.type ?? ContentType(of: playlist), schedule: schedule,
            wholeSchedule: Schedule(presentation.timeline(startPosition: .zero), resolved),
            adRanges: AdRanges(adRange.map(\.stretch) + marked.stretches),
            contentIdentifier: contentIdentifier, serviceIdentifier: serviceIdentifier,
            creditsStart: creditsStart?.duration)
        var diagnostics = (presentation.diagnostics + breaks.diagnostics + resolved.flatMap(\.allDiagnostics)).filter {
            $0.severity == .error
        }
        diagnostics += marked.diagnostics
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

    /// Advertising that the playlist's own markers tell, and the markers that do not say how long it is.
    private func markedAdvertising(
        _ presentation: Presentation, _ timeline: PrimaryTimeline
    ) -> (stretches: [AdRanges.Stretch], diagnostics: [Diagnostic]) {
        var stretches: [AdRanges.Stretch] = []
        var diagnostics: [Diagnostic] = []
        guard adMarkers else { return (stretches, diagnostics) }
        for range in presentation.dateRanges
        where range.attributes["SCTE35-OUT"] != nil && range.rangeClass != "com.apple.hls.interstitial" {
            if let length = range.knownDuration ?? range.plannedDuration,
                case .time(let start)? = timeline.mapping?.place(of: range.startDate)
            {
                stretches.append(AdRanges.Stretch(start: start, length: length))
                continue
            }
            let why =
                range.knownDuration ?? range.plannedDuration == nil
                ? "states no length" : "has a date that maps to no time of the playlist"
            diagnostics.append(
                Diagnostic(
                    .error, code: "now-playing-ad-marker",
                    message:
                        "date range '\(range.id)' has SCTE35-OUT and \(why), so its advertising cannot be taken off; "
                        + "give it with --ad-range", uri: presentation.reference.description))
        }
        return (stretches, diagnostics)
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

import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import MediaProbing
import ReceiverDiscovery

/// `segue inspect`: what playlists say, and what follows from it.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show playlists, interstitials, their schedule, and what a viewer may do when. Reads no media.",
        discussion: """
            Loads a playlist, its media playlists, asset lists and the playlists of assets, works out what plays when by \
            rfc8216bis appendix D, and names what is illegal, what contradicts itself, and where players differ. Times \
            are exact.

            EXAMPLES
              segue inspect https://example.com/film/main.m3u8
              segue inspect film.m3u8 --service-plan C
              segue inspect film.m3u8 --as media3
              segue inspect film.m3u8 --seek 5:50
              segue inspect film.m3u8 --events events.yaml --start 600
              segue inspect https://example.com/live.m3u8 --watch
              segue inspect film.m3u8 --json | jq '.schedule[] | {type, id, fromSeconds, toSeconds}'

            SEVERITIES
              error    what must be refused, or breaks a MUST of a rule
              warning  what is ignored or contradicts itself, or breaks a SHOULD
              lint     legal, but worth knowing

            EXIT CODES
              0   nothing found at or above --fail-on
              1   something found at or above --fail-on
              2   a playlist, list or asset could not be read, and nothing else reaches --fail-on
              64  wrong usage
              130 interrupted (--watch)
            """)

    @Argument(help: "A multivariant or media playlist: path or http(s) URL.")
    var playlist: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Whose reading to follow: draft, avfoundation, hlsjs, shaka or media3.", valueName: "player"))
    var player = PlayerArgument(behaviour: .draft)

    @Option(
        help: ArgumentHelp(
            "What the application does with the playlist's breaks: A, B, C or one of the matrix.", valueName: "name"))
    var servicePlan: String?

    @Option(
        help: ArgumentHelp(
            "Events that the application sets (YAML or JSON, fields of AVPlayerInterstitialEvent); they replace all of "
                + "the playlist.", valueName: "file"))
    var events: String?

    @Option(help: ArgumentHelp("Where playback starts, in seconds of the primary.", valueName: "seconds"))
    var start: SecondsArgument?

    @Option(
        help: ArgumentHelp(
            "Say what a seek meets, after watching from the start: which breaks play, where it lands; repeatable.",
            valueName: "from:to"))
    var seek: [SeekArgument] = []

    @Flag(inversion: .prefixedNo, help: "Read asset lists and the playlists of assets.")
    var assets = true

    @Flag(help: "Reload a live playlist and print breaks as they appear, until it ends.")
    var watch = false

    @Option(help: ArgumentHelp("Lowest severity that gives code 1: error, warning or lint.", valueName: "severity"))
    var failOn = SeverityArgument(severity: .error)

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout = TimeoutArgument(duration: .seconds(10))

    @OptionGroup var matrixOptions: MatrixOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if events != nil, servicePlan != nil {
            throw ValidationError("--events and --service-plan both set the list of events; give one of them.")
        }
    }

    func run() async throws {
        var pipeline = InspectPipeline(
            source: ContentFetcher(
                policy: FetchPolicy(requestTimeout: requestTimeout.duration, transfersPerOrigin: 32)))
        pipeline.behaviour = player.behaviour
        pipeline.start = start?.duration
        pipeline.loadsAssets = assets
        pipeline.failOn = failOn.severity
        if let servicePlan { pipeline.plan = try loadMatrix(matrixOptions).plan(named: servicePlan) }
        pipeline.seeks = seek
        if let events { pipeline.clientEvents = try DeviceMatrix.clientEvents(file: events) }
        do {
            let reference = try AssetReference(argument: playlist)
            if watch {
                return try await PlaylistWatch(pipeline: pipeline, json: output.json, verbose: output.verbose).run(
                    reference)
            }
            try report(try await inspect(reference, with: pipeline))
        } catch let error as AssetReferenceError {
            throw Failure(message: error.description, code: 2)
        } catch let error as PresentationError {
            throw Failure(message: error.description, code: 2)
        }
    }

    private func inspect(
        _ reference: AssetReference, with pipeline: InspectPipeline
    ) async throws(PresentationError) -> PresentationReport {
        let fetcher = pipeline.source
        let progress = ProgressLine(shown: !output.quiet) { "\(fetcher.usage.requests) requests" }
        defer { progress.end() }
        return try await pipeline.inspect(reference)
    }

    private func report(_ inspected: PresentationReport) throws {
        if output.json {
            print(try inspected.json().escapedForTerminal, terminator: "")
        } else if !output.quiet {
            print(inspected.text(style: output.style), terminator: "")
        }
        if output.json || output.quiet {
            for diagnostic in inspected.diagnostics where diagnostic.severity == .error {
                printError(diagnostic.description.printable)
            }
        }
        if inspected.outcome != .clean { throw ExitCode(inspected.outcome.rawValue) }
    }
}

/// A number of seconds as given on the command line, without rounding.
struct SecondsArgument: ExpressibleByArgument, CustomStringConvertible {
    /// At least zero.
    let duration: Duration

    var description: String { duration.decimalSeconds }

    init(_ duration: Duration) { self.duration = duration }

    init?(argument: String) {
        guard let duration = Duration(decimalSeconds: argument) else { return nil }
        self.duration = duration
    }
}

/// A seek as given on the command line: `5:50`, in seconds of the primary.
struct SeekArgument: ExpressibleByArgument {
    /// Where the viewer is after watching from the start.
    let from: Duration
    /// Where the viewer wants to go.
    let to: Duration

    init?(argument: String) {
        let times = argument.split(separator: ":", omittingEmptySubsequences: false).map {
            Duration(decimalSeconds: $0)
        }
        guard times.count == 2, let from = times[0], let to = times[1] else { return nil }
        self.from = from
        self.to = to
    }
}

/// A player as given on the command line.
struct PlayerArgument: ExpressibleByArgument, CustomStringConvertible {
    let behaviour: PlayerBehaviour

    init(behaviour: PlayerBehaviour) { self.behaviour = behaviour }

    init?(argument: String) {
        guard let behaviour = PlayerBehaviour(rawValue: argument) else { return nil }
        self.behaviour = behaviour
    }

    var description: String { behaviour.rawValue }

    static let allValueStrings = PlayerBehaviour.allCases.map(\.rawValue)
}

/// The severity from which something found fails an inspection.
struct SeverityArgument: ExpressibleByArgument, CustomStringConvertible {
    let severity: Diagnostic.Severity

    init(severity: Diagnostic.Severity) { self.severity = severity }

    init?(argument: String) {
        guard let severity = Diagnostic.Severity(rawValue: argument) else { return nil }
        self.severity = severity
    }

    var description: String { severity.rawValue }

    static let allValueStrings = ["error", "warning", "lint"]
}

import ArgumentParser
import HarnessReports
import NowPlaying

/// `segue nowplaying`: what an app must publish around breaks, and whether it did.
struct NowPlayingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nowplaying",
        abstract: "Say what an app must publish as Now Playing around breaks, and check a log of what it did.",
        subcommands: [Expect.self, Check.self, Cases.self])

    struct Expect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "expect", abstract: "Print every property that must, may and must not be published, and when.",
            discussion: """
                EXAMPLES
                  segue nowplaying expect https://example.com/film/main.m3u8 --type vod
                  segue nowplaying expect film.m3u8 --service-plan C --content-identifier film-1
                  segue nowplaying expect film.m3u8 --ad-range 300+20 --json

                EXIT CODES
                  0 the stream allows it; 1 findings at or above --fail-on; 2 something could not be read; 64 wrong usage
                """)

        @Argument(help: "A multivariant or media playlist: path or http(s) URL.")
        var primary: String

        @OptionGroup var stream: NowPlayingOptions
        @OptionGroup var findings: AppleSideOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let policies = try findings.policies()
            let loaded = try await stream.load(primary, matrix: findings.matrix, quiet: output.quiet)
            var report = ExpectationsReport(
                tool: .segue, uri: loaded.uri, plan: stream.servicePlan,
                expectations: NowPlayingExpectations(loaded.terms),
                diagnostics: loaded.diagnostics, failOn: findings.failOn.severity)
            report.policies = policies
            try output.write(loaded.diagnostics, text: report.text(style: output.style), json: report.json())
            try findings.finish(report.outcome, html: report.html, json: report.json)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check a log of what an app published.",
            discussion: """
                The log has one JSON object a line; docs/now-playing.md describes it, and Examples/NowPlayingRecorder \
                writes it. '-' reads standard input.

                EXAMPLES
                  segue nowplaying check log.jsonl --against film.m3u8 --type vod
                  segue nowplaying check log.jsonl --against film.m3u8 --identifiers feed.xml --identifier-at item/@contentId
                  segue nowplaying check log.jsonl --against film.m3u8 --policy our-app.yaml --report out
                  segue nowplaying check log.jsonl --against film.m3u8 --json | jq '.findings[] | {timeSeconds, message}'

                EXIT CODES
                  0 clean; 1 findings at or above --fail-on; 2 something could not be checked; 64 wrong usage
                """)

        @Argument(help: "The log.")
        var log: String

        @Option(help: ArgumentHelp("The primary that was played: path or http(s) URL.", valueName: "primary"))
        var against: String

        @OptionGroup var stream: NowPlayingOptions
        @Option(
            help: ArgumentHelp(
                "Identifiers of the availability feed: a list with one a line, or XML with --identifier-at.",
                valueName: "file"))
        var identifiers: String?

        @Option(
            help: ArgumentHelp(
                "Where identifiers stand in XML: an element's text or an attribute.", valueName: "element[/@attribute]")
        )
        var identifierAt: IdentifierPlaceArgument?

        @Option(help: ArgumentHelp("What two clocks may differ by.", valueName: "seconds"))
        var tolerance = SecondsArgument(.seconds(1))

        @OptionGroup var findings: AppleSideOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if identifierAt != nil, identifiers == nil { throw ValidationError("--identifier-at needs --identifiers.") }
        }

        func run() async throws {
            let feed = try identifiers.map { try IdentifierFeed(path: $0, place: identifierAt?.place) }
            let policies = try findings.policies()
            let loaded = try await stream.load(against, matrix: findings.matrix, quiet: output.quiet)
            let checker = LogChecker(loaded.terms, feed: feed, tolerance: tolerance.duration)
            let verdict = try await LogFile(path: log).check(with: checker)
            guard verdict.entries > 0 else {
                throw Failure(message: LogFile(path: log).nothingRead(of: verdict), code: 2)
            }
            var report = LogCheckReport(
                tool: .segue, log: log, uri: loaded.uri, plan: stream.servicePlan,
                expectations: NowPlayingExpectations(loaded.terms), verdict: verdict, diagnostics: loaded.diagnostics,
                failOn: findings.failOn.severity)
            report.policies = policies
            try output.write(loaded.diagnostics, text: report.text(style: output.style), json: report.json())
            if output.quiet, !output.json { for line in report.failures { print(line) } }
            try findings.finish(report.outcome, html: report.html, json: report.json)
        }
    }

    struct Cases: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cases",
            abstract: "Print what to try on a device: deep links around breaks, Now Playing, picture in picture, cues.",
            discussion: """
                EXAMPLES
                  segue nowplaying cases film.m3u8
                  segue nowplaying cases film.m3u8 --json | jq '.cases[] | select(.kind == "deep-link")'

                EXIT CODES
                  0 printed; 2 something could not be read; 64 wrong usage
                """)

        @Argument(help: "A multivariant or media playlist: path or http(s) URL.")
        var primary: String

        @OptionGroup var stream: NowPlayingOptions
        @OptionGroup var matrix: MatrixOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (cases, loaded) = try await stream.cases(primary, matrix: matrix, quiet: output.quiet)
            let report = AppleSideCasesReport(
                tool: .segue, uri: loaded.uri, cases: cases, diagnostics: loaded.diagnostics)
            try output.write(loaded.diagnostics, text: report.text(style: output.style), json: report.json())
            if !loaded.diagnostics.isEmpty { throw ExitCode(2) }
        }
    }
}

/// Where identifiers stand in XML, as given on the command line.
struct IdentifierPlaceArgument: ExpressibleByArgument {
    let place: IdentifierFeed.Place

    init?(argument: String) {
        guard let place = IdentifierFeed.Place(argument) else { return nil }
        self.place = place
    }
}

import ArgumentParser
import Foundation
import HLSPlaylists
import HarnessReports
import MediaFormats
import MediaProbing
import ReceiverDiscovery
import Synchronization

/// `segue probe`: the operating parameters of assets, declared and measured.
struct ProbeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Show the operating parameters of assets: what playlists declare and what the media are.",
        discussion: """
            An asset is a multivariant or media playlist, or a media file. Each rendition is measured at its first segment \
            with libavformat; every value says where it was read, and claims that the media contradict are named. \
            Measurements are kept in the user's cache folder and used again only while origin or file system say that the \
            media are the same.

            EXAMPLES
              segue probe film/main.m3u8
              segue probe https://example.com/ad.mp4 --details
              segue probe *.mp4 --json | jq '.assets[] | {uri, video: .renditions[0].measured.video}'
              segue probe film/main.m3u8 --tier headers
              segue probe film/main.m3u8 --segments 5
              segue probe --stdin --ndjson < creatives.txt > profiles.ndjson

            EXIT CODES
              0 everything was measured; 2 something could not be; 64 wrong usage; 130 interrupted, with what was done
            """)

    @Argument(help: ArgumentHelp("Playlists or media files: paths or http(s) URLs.", valueName: "asset"))
    var assets: [String] = []

    @Flag(help: "Read references from standard input, one a line.")
    var stdin = false

    @Flag(help: "Print one JSON document a line for each asset, as soon as it may be.")
    var ndjson = false

    @Flag(help: "Tell assets in the order of completion, not of asking.")
    var asCompleted = false

    @Flag(help: "Show each value of each rendition with where it was read.")
    var details = false

    @Option(
        help: ArgumentHelp(
            "How deep to look: declared (playlists only), headers (a few small reads), full (libavformat).",
            valueName: "tier"))
    var tier = TierArgument(tier: .full)

    @Option(
        help: ArgumentHelp(
            """
            Look at the times of this many segments of each rendition too, subtitles included: the first, the last and \
            others evenly between; or 'all'.
            """, valueName: "n"))
    var segments: SegmentArgument?

    @Option(help: ArgumentHelp("Bytes read of one rendition at most.", valueName: "bytes"))
    var maxBytes = 16 << 20

    @Option(help: ArgumentHelp("HTTP requests for one asset at most, without redirects and retries.", valueName: "n"))
    var maxRequests: Int?

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout = TimeoutArgument(duration: .seconds(10))

    @Option(help: ArgumentHelp("Processes that measure side by side.", valueName: "n"))
    var workers = 2

    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if assets.isEmpty, !stdin { throw ValidationError("Name an asset, or give a list of them with --stdin.") }
        if !assets.isEmpty, stdin { throw ValidationError("Give assets as arguments or with --stdin, not both.") }
        if output.json, ndjson {
            throw ValidationError("--json prints one document, --ndjson one a line; give one of them.")
        }
        if output.json, asCompleted {
            throw ValidationError("--as-completed is for text and --ndjson; --json prints at the end.")
        }
        if segments != nil, tier.tier == .declared {
            throw ValidationError("--tier declared reads no media; give --segments with headers or full.")
        }
        guard maxBytes > 0 else { throw ValidationError("--max-bytes must be at least 1.") }
        guard maxRequests ?? 1 > 0 else { throw ValidationError("--max-requests must be at least 1.") }
        guard (1...64).contains(workers) else { throw ValidationError("--workers must be 1 to 64.") }
    }

    func run() async throws {
        Interrupt.listen()
        let pipeline = ProbePipeline(
            fetch: FetchPolicy(requestTimeout: requestTimeout.duration, transfersPerOrigin: 32),
            probe: ProbePolicy(
                tier: tier.tier, byteBudget: maxBytes, initializationLimit: min(4 << 20, maxBytes)), workers: workers,
            cache: cacheOptions.measurements,
            mostRequests: maxRequests, segments: segments?.count)
        let tally = ProbeTally(total: stdin ? nil : assets.count)
        let progress = ProgressLine(shown: !output.quiet) { "\(tally.bar), \(pipeline.progress)" }
        var kept: [ProfileReport.Asset] = []
        do {
            try await pipeline.run(isOrdered: !asCompleted, next: orders()) { asset in
                tally.count(asset)
                if output.json {
                    kept.append(asset)
                } else {
                    try progress.hidden { try tell(asset) }
                }
            }
            progress.end()
            if output.json {
                try write(try report(kept).json().escapedForTerminal)
                for asset in kept { complain(about: asset) }
            } else if !ndjson, !output.quiet, tally.told > 0 {
                try write(ProfileReport.legend(style: output.style))
            }
        } catch is BrokenOutput {
            progress.end()
            throw ExitCode(2)
        }
        output.note("\(tally.told) assets, \(tally.told - tally.complete) not measured in full; \(pipeline.progress)")
        if Interrupt.hasCome {
            printError("segue: interrupted; of the \(tally.told) assets begun \(tally.complete) were measured in full")
            throw ExitCode(130)
        }
        if tally.complete < tally.told { throw ExitCode(2) }
    }

    /// The assets to be measured, one for each call.
    private func orders() -> @Sendable () async -> ProbePipeline.Order? {
        if stdin {
            let lines = ReferenceLines()
            return { await lines.next().map { ProbePipeline.Order(text: $0.text, line: $0.number) } }
        }
        let rest = OrderList(assets)
        return { rest.next() }
    }

    private func report(_ assets: [ProfileReport.Asset]) -> ProfileReport {
        ProfileReport(tool: .segue, tier: tier.tier, assets: assets)
    }

    private func tell(_ asset: ProfileReport.Asset) throws {
        if ndjson {
            try write(try report([asset]).jsonLine().escapedForTerminal)
        } else if !output.quiet {
            try write(report([asset]).text(style: output.style, details: details))
            return
        }
        complain(about: asset)
    }

    /// Errors for people where standard output is no text for them.
    private func complain(about asset: ProfileReport.Asset) {
        let failures = [asset.failure] + (asset.profile?.renditions ?? []).map(\.shortfall)
        for failure in failures.compactMap(\.self) {
            let place = asset.line.map { "line \($0): " } ?? ""
            printError("segue: \(place)\(failure)".printable)
        }
    }
}

/// Writes text to standard output at once, so that who reads it sees each asset as it is told.
private func write(_ text: String) throws {
    do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch { throw BrokenOutput() }
}

/// Nobody reads standard output any more.
private struct BrokenOutput: Error {}

/// References that are handed out one by one.
private final class OrderList: Sendable {
    private let rest: Mutex<ArraySlice<String>>

    init(_ references: [String]) { rest = Mutex(references[...]) }

    func next() -> ProbePipeline.Order? {
        rest.withLock { $0.popFirst() }.map { ProbePipeline.Order(text: $0, line: nil) }
    }
}

/// A number of segments, or all of them, as given on the command line.
struct SegmentArgument: ExpressibleByArgument {
    let count: Int

    init?(argument: String) {
        guard let count = argument == "all" ? Int.max : Int(argument), count > 0 else { return nil }
        self.count = count
    }
}

/// A tier as given on the command line.
struct TierArgument: ExpressibleByArgument, CustomStringConvertible {
    let tier: MeasuringTier

    init(tier: MeasuringTier) { self.tier = tier }

    init?(argument: String) {
        guard let tier = MeasuringTier(rawValue: argument) else { return nil }
        self.tier = tier
    }

    var description: String { tier.rawValue }

    static let allValueStrings = MeasuringTier.allCases.map(\.rawValue)
}

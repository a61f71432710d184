import ArgumentParser
import HLSPlaylists
import HarnessReports
import MediaProbing

/// `segue metadata`: the timed metadata of a stream.
struct MetadataCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metadata",
        abstract: "List timed ID3 cues and event messages, and what is wrong with them around breaks.",
        discussion: """
            Reads a transport stream, a fragmented MP4 file, or every segment of a presentation: variants, audio \
            renditions, and the assets of its breaks.

            EXAMPLES
              segue metadata film.ts
              segue metadata https://example.com/film/main.m3u8 --first-variant
              segue metadata film.m3u8 --json | jq '.tracks[0].cues[] | {timeSeconds, frames}'

            EXIT CODES
              0 nothing at or above --fail-on; 1 findings; 2 something could not be read; 64 wrong usage
            """)

    @Argument(help: "A playlist or media file: path or http(s) URL.")
    var asset: String

    @Flag(help: "Read the first variant only, and no audio renditions.")
    var firstVariant = false

    @Flag(inversion: .prefixedNo, help: "Read the assets of breaks too.")
    var interstitials = true

    @Option(help: ArgumentHelp("What the application does with the playlist's breaks.", valueName: "name"))
    var servicePlan: String?

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout = TimeoutArgument(duration: .seconds(10))

    @OptionGroup var findings: AppleSideOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let fetcher = ContentFetcher(
            policy: FetchPolicy(requestTimeout: requestTimeout.duration, transfersPerOrigin: 32))
        var inspection = InspectPipeline(source: fetcher)
        if let servicePlan { inspection.plan = try loadMatrix(findings.matrix).plan(named: servicePlan) }
        var pipeline = MetadataPipeline(inspection: inspection)
        pipeline.readsFirstVariantOnly = firstVariant
        pipeline.readsInterstitials = interstitials
        pipeline.failOn = findings.failOn.severity
        let policies = try findings.policies()
        var report = try await report(pipeline, fetcher)
        report.policies = policies
        try output.write(report.diagnostics, text: report.text(style: output.style), json: report.json())
        try findings.finish(report.outcome, html: report.html, json: report.json)
    }

    private func report(_ pipeline: MetadataPipeline, _ fetcher: ContentFetcher) async throws -> MetadataReport {
        let progress = ProgressLine(shown: !output.quiet) {
            "\(fetcher.usage.requests) requests, \((fetcher.usage.bytesReceived + fetcher.usage.localBytes) >> 20) MiB"
        }
        defer { progress.end() }
        do {
            return try await pipeline.report(on: AssetReference(argument: asset))
        } catch let error as AssetReferenceError {
            throw Failure(message: error.description, code: 2)
        } catch let error as PresentationError {
            throw Failure(message: error.description, code: 2)
        }
    }
}

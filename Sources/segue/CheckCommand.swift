import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import TransitionRisk

/// `segue check`: the main job, from streams to an explained verdict.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Predict how visible each transition between a primary and its interstitials is.",
        discussion: """
            Loads each primary and the interstitials that its playlists schedule, measures the media on both sides of each \
            transition with libavformat, and says for every class of AirPlay receiver whether the transition plays, how \
            long a viewer waits, why, and what to change.

            With several primaries, every --interstitial and every creative is judged in each of them, and the names of \
            transitions begin with that of their primary.

            EXAMPLES
              segue check https://example.com/film/main.m3u8
              segue check film.m3u8 --interstitial ad.m3u8@600 --interstitial promo.mp4@1200.5
              segue check film.m3u8 series.m3u8 --creatives ads.xml
              segue check film.m3u8 --service-plan C --class smart-tv --class apple-tv/high
              segue check film.m3u8 --bandwidth 4M --lead 3s --setting match-dynamic-range=off
              segue check film.m3u8 --asset-lists recorded
              segue check film.m3u8 --receivers lab.json
              segue check film.m3u8 --policy airplay --policy our-ads.yaml
              segue check film.m3u8 --report out --fail-on severe --fail-on-total 4s
              segue check film.m3u8 --baseline yesterday.json
              segue check film.m3u8 --json | jq '.findings[] | {severity, subject, message}'

            EXIT CODES
              0   clean
              1   findings at or above --fail-on, or above --fail-on-total; with --baseline new ones only
              2   something could not be checked, and nothing else fails
              64  wrong usage
            """)

    @Argument(help: "Multivariant or media playlists, or media files: paths or http(s) URLs.")
    var primary: [String]

    @OptionGroup(title: "Breaks") var breaks: CheckBreakOptions
    @OptionGroup(title: "Receivers") var receivers: CheckReceiverOptions
    @OptionGroup(title: "Limits") var limits: CheckLimitOptions

    @Flag(help: "Print every verdict with its reasons, its fix path and the line that reproduces it.")
    var explain = false

    @Option(help: ArgumentHelp("Write report.html and report.json into this folder.", valueName: "folder"))
    var report: String?

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout: TimeoutArgument = TimeoutArgument(duration: .seconds(10))

    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var matrixOptions: MatrixOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let matrix = try loadMatrix(matrixOptions)
        var request = CheckRequest()
        request.now = Int(Date().timeIntervalSince1970)
        try breaks.apply(to: &request, matrix: matrix)
        try limits.apply(to: &request, matrix: matrix)
        request.conditions = receivers.conditions
        let baseline = try limits.readBaseline()
        let columns = try await receivers.columns(matrix, overlay: matrixOptions.folder, quiet: output.quiet)
        let references = try primary.map(reference)
        let pipeline = CheckPipeline(
            matrix: matrix, receivers: columns, request: request, requestTimeout: requestTimeout.duration,
            cache: cacheOptions.measurements)
        let progress = ProgressLine(shown: !output.quiet) { pipeline.progress }
        guard var checked = await pipeline.check(references) else { return }
        progress.end()
        output.note("costs \(matrix.costs.version), \(matrix.files.count) matrix files; \(pipeline.progress)")
        checked.baseline = baseline?.compare(checked.findings)
        try print(checked)
        if let report { try write(checked, to: report) }
        if checked.outcome != .clean { throw ExitCode(checked.outcome.rawValue) }
    }

    private func reference(_ argument: String) throws -> AssetReference {
        do throws(AssetReferenceError) {
            return try AssetReference(argument: argument)
        } catch {
            throw Failure(message: error.description, code: 2)
        }
    }

    /// The report in the form asked for, and errors also on standard error where standard output is no text for people.
    private func print(_ checked: CheckReport) throws {
        let errors = checked.diagnostics.filter { $0.severity == .error }
        if output.json {
            Swift.print(try checked.json(), terminator: "")
        } else if output.quiet {
            for finding in checked.failing {
                let head = "\(finding.severity.rawValue): \(finding.subject): "
                Swift.print((head + "\(finding.message) [\(finding.rule)]").printable)
            }
            if checked.outcome == .incomplete, errors.isEmpty {
                printError("segue: something could not be checked; without --quiet the report says what")
            }
        } else if checked.primaries.contains(where: { !$0.asset.variants.isEmpty }) || errors.isEmpty {
            Swift.print(checked.text(style: output.style, explained: explain), terminator: "")
            return
        }
        for error in errors {
            // Every line names its input: some messages do, the others stand behind their place.
            let namesInput = error.uri.map(error.message.contains) ?? true
            printError((namesInput ? "segue: \(error.message)" : error.description).printable)
        }
    }

    private func write(_ checked: CheckReport, to folder: String) throws {
        do {
            let url = URL(filePath: folder)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(checked.json().utf8).write(to: url.appending(path: "report.json"), options: .atomic)
            try Data(checked.html().utf8).write(to: url.appending(path: "report.html"), options: .atomic)
        } catch let error as CocoaError {
            // The verdict was printed; findings stay findings.
            printError("segue: the report cannot be written to \(folder): \(error.localizedDescription)".printable)
            throw ExitCode(checked.outcome == .findings ? 1 : 2)
        }
    }
}

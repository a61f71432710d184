import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import MediaProbing
import ReceiverDiscovery
import TransitionRisk

/// `segue check`: the main job, from a stream to an explained verdict.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Predict how visible each transition between a primary and its interstitials is.",
        discussion: """
            Loads the primary and the interstitials that its playlists schedule, measures the media on both sides of each \
            transition with libavformat, and says for every class of AirPlay receiver whether the transition plays, how \
            long a viewer waits, why, and what to change.

            EXAMPLES
              segue check https://example.com/film/main.m3u8
              segue check film.m3u8 --interstitial ad.m3u8@600 --interstitial promo.mp4@1200.5
              segue check film.m3u8 --receivers lab.json
              segue check film.m3u8 --report out --fail-on severe
              segue check film.m3u8 --json | jq '.findings[] | {severity, subject, message}'

            EXIT CODES
              0 clean; 1 findings at or above --fail-on; 2 something could not be checked; 64 wrong usage
            """)

    @Argument(help: "A multivariant or media playlist, or a media file: path or http(s) URL.")
    var primary: String

    @Option(
        name: .customLong("interstitial"),
        help: ArgumentHelp(
            "An asset to insert at a time of the primary, in seconds; may be repeated.", valueName: "asset@seconds"))
    var interstitials: [InterstitialArgument] = []

    @Option(
        help: ArgumentHelp(
            "Lowest severity that ends the check with code 1: low, medium, high, severe or blocking.",
            valueName: "severity"))
    var failOn: FailOnArgument = FailOnArgument(band: .high)

    @Option(
        help: ArgumentHelp(
            "Judge for the receivers of a scan (segue discover --save) instead of the classes.", valueName: "file"))
    var receivers: String?

    @Option(help: ArgumentHelp("Write report.html and report.json into this folder.", valueName: "folder"))
    var report: String?

    @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
    var requestTimeout: TimeoutArgument = TimeoutArgument(duration: .seconds(10))

    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var matrixOptions: MatrixOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let matrix = try loadMatrix(matrixOptions)
        let pipeline = CheckPipeline(
            matrix: matrix, receivers: try await columns(matrix), requestTimeout: requestTimeout.duration,
            cache: cacheOptions.measurements)
        let reference = try primaryReference()
        let events = interstitials.enumerated().map { $1.event(number: $0 + 1) }
        let progress = ProgressLine(shown: !output.quiet) { pipeline.progress }
        let checked = await pipeline.check(reference, client: events, failOn: failOn.band)
        progress.end()
        output.note("costs \(matrix.costs.version), \(matrix.files.count) matrix files; \(pipeline.progress)")
        try print(checked)
        if let report { try write(checked, to: report) }
        if checked.outcome != .clean { throw ExitCode(checked.outcome.rawValue) }
    }

    private func primaryReference() throws -> AssetReference {
        do {
            return try AssetReference(argument: primary)
        } catch {
            throw Failure(message: "\(error)", code: 2)
        }
    }

    /// The report in the form asked for, and errors also on standard error where standard output is no text for people.
    private func print(_ checked: CheckReport) throws {
        let errors = checked.diagnostics.filter { $0.severity == .error }
        if output.json {
            Swift.print(try checked.json(), terminator: "")
        } else if output.quiet {
            let failing = checked.findings.filter { $0.severity.isJudged && $0.severity >= failOn.band }
            for finding in failing {
                let head = "\(finding.severity.rawValue): \(finding.subject): "
                Swift.print((head + "\(finding.message) [\(finding.rule)]").printable)
            }
        } else if !checked.primary.variants.isEmpty || errors.isEmpty {
            Swift.print(checked.text(style: output.style), terminator: "")
            return
        }
        for error in errors {
            // Every line names its input: some messages do, the others stand behind their place.
            let namesInput = error.uri.map(error.message.contains) ?? true
            printError((namesInput ? "segue: \(error.message)" : error.description).printable)
        }
    }

    /// One column for each receiver of the scan; `nil` when none is given.
    private func columns(_ matrix: DeviceMatrix) async throws -> [ReceiverProfile]? {
        guard let receivers else { return nil }
        do {
            let models = try DeviceMatrix.models(overlay: matrixOptions.folder)
            let scan = try await RecordedScan(path: receivers).scan()
            let found = ReceiverClassifier(models: models).receivers(from: scan.records)
            guard !found.isEmpty else {
                throw DiscoveryError.recording(path: receivers, problem: "it names no receiver")
            }
            return found.compactMap { ReceiverProfile($0, defaults: matrix.profiles) }
        } catch let error as DiscoveryError {
            throw Failure(message: error.description, code: 2)
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

/// An asset and the primary time at which it is inserted, as given on the command line.
///
/// Relative paths are relative to the working directory, as everywhere on a command line, and are taken literally.
struct InterstitialArgument: ExpressibleByArgument {
    private let reference: AssetReference
    private let time: Duration
    private let seconds: String

    init?(argument: String) {
        guard let at = argument.lastIndex(of: "@") else { return nil }
        let (asset, seconds) = (String(argument[..<at]), argument[argument.index(after: at)...])
        guard !asset.isEmpty, let time = Duration(decimalSeconds: seconds), time >= .zero,
            let reference = try? AssetReference(argument: asset)
        else { return nil }
        self.reference = reference
        self.time = time
        self.seconds = String(seconds)
    }

    /// The event that the argument stands for, with AVFoundation's defaults for events set by a client.
    ///
    /// - Parameter number: Its place among the arguments, from 1; two breaks may play the same asset at the same time.
    func event(number: Int) -> InterstitialEvent {
        let uri =
            switch reference.location {
            case .file(let path): URL(filePath: path).absoluteURL.absoluteString
            case .remote(let url): url
            }
        var event = InterstitialEvent.client(id: "\(number):\(reference.title)@\(seconds)", asset: uri, at: time)
        event.base = AssetReference(path: FileManager.default.currentDirectoryPath + "/")
        return event
    }
}

/// The severity from which a finding fails a check.
struct FailOnArgument: ExpressibleByArgument, CustomStringConvertible {
    let band: Band

    init(band: Band) { self.band = band }

    init?(argument: String) {
        guard let band = Band(rawValue: argument), band.isJudged, band != .none else { return nil }
        self.band = band
    }

    var description: String { band.rawValue }

    static let allValueStrings = ["low", "medium", "high", "severe", "blocking"]
}

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

    @OptionGroup var matrixOptions: MatrixOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let matrix = try loadMatrix(matrixOptions)
        let pipeline = CheckPipeline(
            matrix: matrix, receivers: try await columns(matrix), requestTimeout: requestTimeout.duration)
        let checked: CheckReport
        do {
            checked = try await pipeline.check(
                AssetReference(argument: primary), client: interstitials.map(\.event), failOn: failOn.band)
        } catch let error as AssetReferenceError {
            printError("segue: \(error)")
            throw ExitCode(2)
        } catch let error as PresentationError {
            printError("segue: \(error)".printable)
            throw ExitCode(2)
        }
        if let report { try write(checked, to: report) }
        if output.json {
            print(try checked.json(), terminator: "")
        } else if !output.quiet {
            print(checked.text(style: output.style), terminator: "")
        }
        if output.json || output.quiet {
            for diagnostic in checked.diagnostics where diagnostic.severity == .error {
                printError(diagnostic.description.printable)
            }
        }
        if checked.outcome != .clean { throw ExitCode(checked.outcome.rawValue) }
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
            printError("segue: \(error.description.printable)")
            throw ExitCode(2)
        }
    }

    private func write(_ checked: CheckReport, to folder: String) throws {
        do {
            let url = URL(filePath: folder)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(checked.json().utf8).write(to: url.appending(path: "report.json"), options: .atomic)
            try Data(checked.html().utf8).write(to: url.appending(path: "report.html"), options: .atomic)
        } catch let error as CocoaError {
            printError("segue: the report cannot be written to \(folder): \(error.localizedDescription)")
            throw ExitCode(2)
        }
    }
}

/// An asset and the primary time at which it is inserted, as given on the command line.
struct InterstitialArgument: ExpressibleByArgument {
    /// The event that the argument stands for, with AVFoundation's defaults for events set by a client.
    let event: InterstitialEvent

    init?(argument: String) {
        guard let at = argument.lastIndex(of: "@") else { return nil }
        let (asset, seconds) = (String(argument[..<at]), argument[argument.index(after: at)...])
        guard !asset.isEmpty, let time = Duration(decimalSeconds: seconds), time >= .zero else { return nil }
        event = .client(id: "\(asset.split(separator: "/").last ?? "ad")@\(seconds)", asset: asset, at: time)
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

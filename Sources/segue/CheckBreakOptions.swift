import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports

/// Which breaks `segue check` judges.
struct CheckBreakOptions: ParsableArguments {
    @Option(
        name: .customLong("interstitial"),
        help: ArgumentHelp(
            "An asset to insert at a time of every primary, in seconds, beside its own breaks; repeatable.",
            valueName: "asset@seconds"))
    var interstitials: [InterstitialArgument] = []

    @Option(
        help: ArgumentHelp(
            "Ads to insert, each as a break of its own: VAST 2 to 4, CSV with a column 'asset', or one asset a line. Those "
                + "without a time are spread over the primary. Repeatable.", valueName: "file"))
    var creatives: [String] = []

    @Option(
        help: ArgumentHelp(
            "Events that the application sets (YAML or JSON, fields of AVPlayerInterstitialEvent); they replace all of "
                + "the playlist.", valueName: "file"))
    var events: String?

    @Option(
        help: ArgumentHelp(
            "What the application does with the playlist's breaks: A, B, C or one of the matrix.", valueName: "name"))
    var servicePlan: String?

    @Option(
        help: ArgumentHelp(
            "Ask for asset lists and keep the answers (live), or take what was kept (recorded).", valueName: "mode"))
    var assetLists = AssetListStore.Mode.live

    @Option(
        help: ArgumentHelp(
            "Where answers of asset lists are kept; segue/asset-lists in the user's cache folder unless given.",
            valueName: "folder"))
    var assetListFolder: String?

    func validate() throws {
        if events != nil, servicePlan != nil {
            throw ValidationError("--events and --service-plan both set the list of events; give one of them.")
        }
    }

    func apply(to request: inout CheckRequest, matrix: DeviceMatrix) throws {
        request.inserted = interstitials.enumerated().map { $1.event(number: $0 + 1) }
        for file in creatives {
            let list = try CreativeList.read(file: file)
            for left in list.leftOut { printError("segue: \(file): \(left)".printable) }
            request.creatives += list.creatives
        }
        if let events { request.clientEvents = try DeviceMatrix.clientEvents(file: events) }
        if let servicePlan { request.servicePlan = try matrix.plan(named: servicePlan) }
        request.assetLists = assetLists
        request.assetListFolder = assetListFolder
    }
}

extension AssetListStore.Mode: ExpressibleByArgument {}

extension DeviceMatrix {
    /// The plan that a user asked for.
    func plan(named name: String) throws(ValidationError) -> ServicePlan {
        guard let entry = servicePlan(named: name) else {
            let names = servicePlans.map { "\($0.plan.name) (\($0.alias))" }.joined(separator: ", ")
            throw ValidationError("There is no service plan '\(name.printable)'; there are \(names).")
        }
        return entry.plan
    }
}

/// An asset and the primary time at which it is inserted, as given on the command line.
///
/// Relative paths are relative to the working directory, as everywhere on a command line, and are taken literally.
struct InterstitialArgument: ExpressibleByArgument {
    private let asset: String
    private let title: String
    private let time: Duration
    private let seconds: String

    init?(argument: String) {
        guard let at = argument.lastIndex(of: "@") else { return nil }
        let (asset, seconds) = (String(argument[..<at]), argument[argument.index(after: at)...])
        guard !asset.isEmpty, let time = Duration(decimalSeconds: seconds), time >= .zero,
            let reference = try? AssetReference(argument: asset)
        else { return nil }
        self.asset = asset
        self.time = time
        self.seconds = String(seconds)
        title = reference.title
    }

    /// The event that the argument stands for, with AVFoundation's defaults for events set by a client.
    ///
    /// - Parameter number: Its place among the arguments, from 1; two breaks may play the same asset at the same time.
    func event(number: Int) -> InterstitialEvent {
        .client(id: "\(number):\(title)@\(seconds)", literal: asset, at: time)
    }
}

extension InterstitialEvent {
    /// An event of a client that plays an asset as a person typed it: a path is relative to the working directory.
    static func client(id: String, literal asset: String, at time: Duration) -> InterstitialEvent {
        var uri = asset
        if case .file(let path)? = (try? AssetReference(argument: asset))?.location {
            uri = URL(filePath: path).absoluteURL.absoluteString
        }
        var event = InterstitialEvent.client(id: id, asset: uri, at: time)
        event.base = AssetReference(path: FileManager.default.currentDirectoryPath + "/")
        return event
    }
}

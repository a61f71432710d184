import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import HarnessReports
import ReceiverDiscovery
import TransitionRisk

/// For whom `segue check` judges.
struct CheckReceiverOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Judge for the receivers of a scan (segue discover --save) instead of the classes.", valueName: "file"))
    var receivers: String?

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "Judge for this class only, or for one of its tiers: smart-tv, smart-tv/low; repeatable.",
            valueName: "class[/tier]"))
    var classes: [String] = []

    @Option(
        help: ArgumentHelp(
            "Bits a second that reach the receiver: 8M, 800k; as much as it likes unless given.", valueName: "rate"))
    var bandwidth: BandwidthArgument?

    @Option(
        help: ArgumentHelp(
            "How long before its start a break is known: 3s, 500ms; as early as the schedule allows unless given.",
            valueName: "duration"))
    var lead: LeadArgument?

    @Option(
        name: .customLong("setting"),
        help: ArgumentHelp(
            "A setting of the viewer: match-dynamic-range, match-frame-rate or quick-media-switching on or off, "
                + "audio-format auto, stereo, dolby-digital or bitstream; repeatable.", valueName: "name=value"))
    var settings: [String] = []

    /// The settings that were given.
    private func viewerSettings() throws(ValidationError) -> ViewerSettings {
        var result = ViewerSettings()
        for assignment in settings {
            do throws(ViewerSettingError) {
                try result.set(assignment)
            } catch {
                throw ValidationError("--setting: \(error.description)".printable)
            }
        }
        return result
    }

    func validate() throws { _ = try viewerSettings() }

    /// What is assumed about the playback.
    var conditions: PlaybackConditions { PlaybackConditions(bandwidth: bandwidth?.bitsPerSecond, lead: lead?.duration) }

    /// The columns of the verdict.
    ///
    /// - Parameters:
    ///   - overlay: The user's matrix folder.
    ///   - quiet: Whether what was left out of a scan goes without a word.
    func columns(_ matrix: DeviceMatrix, overlay: String?, quiet: Bool) async throws -> [ReceiverProfile] {
        for name in classes where !matrix.profiles.contains(where: { $0.matches(name) }) {
            let known = matrix.profiles.map(\.id).joined(separator: ", ")
            throw ValidationError("There is no receiver class '\(name.printable)'; there are \(known).")
        }
        let settings = try viewerSettings()
        let all = (try await receiverColumns(matrix, overlay: overlay, quiet: quiet) ?? matrix.profiles).map { column in
            var column = column
            column.settings = column.settings.overlaid(by: settings)
            return column
        }
        guard !classes.isEmpty else { return all }
        let chosen = all.filter { column in classes.contains { column.matches($0) } }
        guard !chosen.isEmpty else {
            throw Failure(message: "none of the receivers is of class \(classes.joined(separator: ", "))", code: 2)
        }
        return chosen
    }

    /// One column for each receiver of the scan; `nil` when none is given.
    private func receiverColumns(
        _ matrix: DeviceMatrix, overlay: String?, quiet: Bool
    ) async throws -> [ReceiverProfile]? {
        guard let receivers else { return nil }
        do {
            let models = try DeviceMatrix.models(overlay: overlay)
            let scan = try await RecordedScan(path: receivers).scan()
            if !quiet { for omission in scan.omissions { printError("segue: \(receivers): \(omission.neutralised)") } }
            let found = ReceiverClassifier(models: models).receivers(from: scan.records)
            guard !found.isEmpty else {
                throw DiscoveryError.recording(path: receivers, problem: "it names no receiver")
            }
            return found.compactMap { ReceiverProfile($0, defaults: matrix.profiles) }
        } catch let error as DiscoveryError {
            throw Failure(message: error.description, code: 2)
        }
    }
}

extension ReceiverProfile {
    /// Whether a name as in `smart-tv` or `smart-tv/low` means this column.
    fileprivate func matches(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == receiverClass.rawValue || name == "\(receiverClass.rawValue)/\(tier.rawValue)"
    }
}

/// A bit rate as given on the command line, such as `8M`, `800k` or `8000000`.
struct BandwidthArgument: ExpressibleByArgument {
    /// At least 1000.
    let bitsPerSecond: Int

    init?(argument: String) {
        let scales: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
        let scale = argument.last.flatMap { scales[$0] }
        guard let number = Double(scale == nil ? argument[...] : argument.dropLast()), number.isFinite,
            (1e3...1e12).contains(number * (scale ?? 1))
        else { return nil }
        bitsPerSecond = Int(number * (scale ?? 1))
    }
}

/// A notice as given on the command line, such as `3s`, `500ms` or `0`.
struct LeadArgument: ExpressibleByArgument {
    /// From zero to a day.
    let duration: Duration

    init?(argument: String) {
        let isMilliseconds = argument.hasSuffix("ms")
        let digits = argument.dropLast(isMilliseconds ? 2 : argument.hasSuffix("s") ? 1 : 0)
        guard let number = Double(digits), number.isFinite,
            (0...86_400_000).contains(number * (isMilliseconds ? 1 : 1000))
        else { return nil }
        duration = .milliseconds(Int(number * (isMilliseconds ? 1 : 1000)))
    }
}

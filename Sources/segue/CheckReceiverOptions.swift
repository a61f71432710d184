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

    /// The columns of the verdict.
    ///
    /// - Parameter overlay: The user's matrix folder.
    func columns(_ matrix: DeviceMatrix, overlay: String?) async throws -> [ReceiverProfile] {
        for name in classes where !matrix.profiles.contains(where: { $0.matches(name) }) {
            let known = matrix.profiles.map(\.id).joined(separator: ", ")
            throw ValidationError("There is no receiver class '\(name.printable)'; there are \(known).")
        }
        let all = try await receiverColumns(matrix, overlay: overlay) ?? matrix.profiles
        guard !classes.isEmpty else { return all }
        let chosen = all.filter { column in classes.contains { column.matches($0) } }
        guard !chosen.isEmpty else {
            throw Failure(message: "none of the receivers is of class \(classes.joined(separator: ", "))", code: 2)
        }
        return chosen
    }

    /// One column for each receiver of the scan; `nil` when none is given.
    private func receiverColumns(_ matrix: DeviceMatrix, overlay: String?) async throws -> [ReceiverProfile]? {
        guard let receivers else { return nil }
        do {
            let models = try DeviceMatrix.models(overlay: overlay)
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
}

extension ReceiverProfile {
    /// Whether a name as in `smart-tv` or `smart-tv/low` means this column.
    fileprivate func matches(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == receiverClass.rawValue || name == "\(receiverClass.rawValue)/\(tier.rawValue)"
    }
}

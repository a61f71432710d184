import AirPlayReceivers
import DeviceMatrix
import Foundation
import HarnessReports
import MatrixRuns
import MediaFormats
import ReceiverDiscovery
import TransitionRisk

/// What a run is made of: the matrix, the catalogue, what is expected, and a name for all of it.
struct RunInputs {
    let matrix: DeviceMatrix
    let items: [CatalogueReader.Item]
    /// A name for catalogue, matrix and limit: what a resumed run must find unchanged.
    let digest: String
    /// A name for this build of the program.
    let program: String
    private let command: RunCommand
    private let folder: String?
    private let expectations: [Expectation]
    private let inventory: LabInventory?

    init(_ command: RunCommand, folder: String?, matrix: DeviceMatrix) throws {
        self.command = command
        self.folder = folder
        self.matrix = matrix
        guard let file = command.catalogue ?? folder.map({ $0 + "/catalogue.yaml" }) else {
            throw Failure(
                message: "no catalogue: name one with --catalogue, or a folder with a catalogue.yaml with --matrix",
                code: 2)
        }
        let catalogue = try DeviceMatrix.catalogue(file: file)
        items = try CatalogueReader.items(of: catalogue, tags: command.tag, matrix: matrix)
        guard !items.isEmpty else {
            let why = command.tag.isEmpty ? "" : " with a tag of \(command.tag.joined(separator: ", "))"
            throw Failure(message: "\(file): no primary takes part\(why); nothing to check", code: 2)
        }
        expectations = try DeviceMatrix.expectations(overlay: folder)
        let labFile = command.lab ?? folder.map { $0 + "/lab.yaml" }
        let isThere = labFile.map { FileManager.default.fileExists(atPath: $0) } ?? false
        if let labFile, command.lab != nil || (isThere && !command.classes) {
            inventory = try DeviceMatrix.inventory(file: labFile)
        } else {
            inventory = nil
        }
        digest = try Self.digest(command, catalogue: file, folder: folder)
        program = Self.program()
    }

    private static func digest(_ command: RunCommand, catalogue: String, folder: String?) throws -> String {
        var parts = [command.failOn.description, command.tag.joined(separator: " ")]
        parts.append((try? String(contentsOfFile: catalogue, encoding: .utf8)) ?? "")
        if let folder {
            // What is expected, and who is there, was kept when the run began.
            for (path, text) in try DeviceMatrix.texts(in: folder).sorted(by: { $0.key < $1.key })
            where !path.hasPrefix("expectations/") && path != "lab.yaml" {
                parts += [path, text]
            }
        }
        return SHA256.name(of: parts)
    }

    /// Version, size and time of the program and its worker: another build may judge differently.
    private static func program() -> String {
        let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        let files = [own, own.deletingLastPathComponent().appending(path: "segue-probe")]
        return SHA256.name(
            of: [Tool.segue.version]
                + files.map { file in
                    let found = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
                    let changed = (found?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
                    return "\(found?[.size] ?? 0) \(changed)"
                })
    }

    /// The edition of the costs: the table's name, its numbers, and what was measured beside them.
    private var costs: String {
        let calibrations =
            matrix.calibrations.isEmpty ? "" : "+" + SHA256.name(of: ["\(matrix.calibrations)"]).prefix(8)
        return "\(matrix.costs.version)#\(matrix.costs.digest)\(calibrations)"
    }

    /// What the run is over.
    private var scope: RunScope { RunScope(subject: command.classes ? .classes : .receivers, tags: command.tag) }

    /// What is fixed when the run begins.
    func setup(_ lab: RunLab, remarks: [String]) -> RunSetup {
        RunSetup(
            tool: "\(Tool.segue.name) \(Tool.segue.version)", program: program,
            rules: String(SHA256.name(of: RuleEdition.texts).prefix(12)), costs: costs, inputs: digest,
            failOn: command.failOn.band, columns: lab.columns,
            entries: items.map { RunSetup.Entry(name: $0.name, address: $0.entry.address.printable) },
            expectations: expectations, remarks: lab.remarks + remarks, scope: scope,
            folder: FileManager.default.currentDirectoryPath.printable)
    }

    /// The receivers of the run.
    func lab(_ history: History) async throws -> RunLab {
        if command.classes { return RunLab(classes: matrix.profiles) }
        let models = try DeviceMatrix.models(overlay: folder)
        let classifier = ReceiverClassifier(models: models)
        let source: any ReceiverSource
        if let replay = command.replay {
            source = RecordedScan(path: replay)
        } else {
            var links = AvahiScan(
                timeout: command.timeout.duration, asksForInfo: true, isInterrupted: { Interrupt.hasCome })
            if let inventory {
                links.isEnough = { inventory.isCovered(by: ReceiverClassifier(models: []).receivers(from: $0)) }
            }
            source = links
        }
        let found: [Receiver]
        do {
            let scan = try await source.scan()
            for omission in scan.omissions { printError("segue: \(command.replay ?? ""): \(omission.neutralised)") }
            found = classifier.receivers(from: scan.records)
        } catch let error as DiscoveryError {
            var message = error.description
            switch error {
            case .noBus, .noDaemon: message += " `segue run` does without with --replay FILE or --classes."
            default: break
            }
            throw Failure(message: message, code: 2)
        }
        let known = try await history.knownReceivers()
        var before: Set<String> = []
        // A run over classes missed nobody.
        let last = try await history.runs().last { $0.state == .finished && $0.scope.subject == .receivers }
        if let last {
            before = Set(try await history.load(last.id).receivers.filter(\.isPresent).map(\.receiver.id))
        }
        return RunLab(
            found: found, inventory: inventory, known: known, before: before, defaults: matrix.profiles,
            hasCalibrations: !matrix.calibrations.isEmpty)
    }

    /// What is different from the run before, apart from the lab.
    func remarks(_ history: History) async throws -> [String] {
        let runs = try await history.runs()
        var remarks: [String] = []
        let folders = RunOutputs.newest(in: command.reports.folder)
        if folders > runs.last?.id ?? 0 {
            remarks.append(
                "\(command.reports.folder) has reports up to run \(folders) that the history does not know; they are kept, "
                    + "and this run has the next number")
        }
        guard let last = runs.last else { return remarks }
        let now = RunClock.now
        if last.started > now {
            remarks.append("the clock went back: run \(last.id) began at \(last.started), and now it is \(now)")
        }
        let names = Set(items.map(\.name))
        if command.tag.isEmpty, let like = runs.last(where: { $0.scope == scope }) {
            for entry in try await history.load(like.id).setup.entries where !names.contains(entry.name) {
                remarks.append("'\(entry.name)' was in run \(like.id) and is no longer in the catalogue")
            }
        }
        return remarks
    }
}

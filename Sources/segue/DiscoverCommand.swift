import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import Foundation
import HarnessReports
import ReceiverDiscovery

/// `segue discover`: the receivers of the links, of given hosts, or of a recorded scan.
struct DiscoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Find the AirPlay receivers on the network and say what each one is.",
        discussion: """
            Browses _airplay._tcp and _raop._tcp on all interfaces, IPv4 and IPv6, through the Avahi daemon, puts the \
            services of each device together, and asks each for /info. A model alone proves nothing: programs borrow \
            Apple's. What speaks for a class is in the JSON document under evidence; a class with a question mark is only \
            likely.

            EXAMPLES
              segue discover
              segue discover --timeout 10s --save lab.json
              segue discover --replay lab.json
              segue discover --host 10.1.2.3 --host tv.example:7000
              segue discover --expect lab.yaml
              segue discover --watch
              segue discover --json | jq '.receivers[] | {name, class, tier}'

            EXIT CODES
              0  done
              1  the lab is not as --expect says
              2  the network, a given host or a recording could not be asked or read
              64 wrong usage
              130 interrupted; what was found until then is printed and saved
            """)

    @Option(help: ArgumentHelp("How long to listen: 3s, 500ms, 1.5s.", valueName: "duration"))
    var timeout = TimeoutArgument(duration: .seconds(3))

    @Option(
        help: ArgumentHelp(
            "Read a recorded scan (segue.scan/1, or what avahi-browse -arpkt printed) instead of the network.",
            valueName: "file"))
    var replay: String?

    @Option(help: ArgumentHelp("Write the scan to a file that --replay reads.", valueName: "file"))
    var save: String?

    @Option(help: ArgumentHelp("Ask this host directly instead of the links; repeatable.", valueName: "host[:port]"))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "Compare with an inventory (lab.yaml), and stop as soon as all of it has answered.", valueName: "file"))
    var expect: String?

    @Flag(help: "Go on, and print what appears, changes and vanishes, until interrupted.")
    var watch = false

    @Flag(inversion: .prefixedNo, help: "Ask each receiver for /info, unauthenticated.")
    var info = true

    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if replay != nil, watch || !host.isEmpty {
            throw ValidationError("--replay goes with neither --host nor --watch.")
        }
        if watch, !host.isEmpty || save != nil || expect != nil {
            throw ValidationError("--watch goes with none of --host, --save and --expect.")
        }
        if let wrong = host.first(where: { HostInquiry.Host($0) == nil }) {
            throw ValidationError("'\(wrong)' is no host: give an address or a name, with :port if need be.")
        }
    }

    func run() async throws {
        do {
            let models = try DeviceMatrix.models(overlay: matrix.folder)
            if watch { return try await ReceiverWatch(models: models, json: output.json).run() }
            let inventory = try expect.map { try DeviceMatrix.inventory(file: $0) }
            Interrupt.listen()
            progress(replay == nil ? "Looking for receivers, \(timeout) …" : "")
            let scan = try await source(until: inventory).scan()
            progress("")
            if !output.quiet {
                for omission in scan.omissions { printError("segue: \(replay ?? ""): \(omission.neutralised)") }
            }
            let receivers = ReceiverClassifier(models: models).receivers(
                from: scan.records, statedOn: scan.statement?.day)
            let difference = inventory.map { InventoryDifference(expected: $0, found: receivers) }
            let document = ScanDocument(
                scan: scan, receivers: receivers, tool: .init(name: Tool.segue.name, version: Tool.segue.version),
                difference: difference)
            if let save { try write(document, to: save) }
            if output.json {
                print(try document.json(), terminator: "")
            } else if output.quiet {
                if let difference, !difference.isEmpty { print(ScanText.inventory(difference).joined(separator: "\n")) }
            } else {
                let text = ScanText(
                    receivers: receivers, statement: scan.statement, difference: difference, style: output.style,
                    showsDetails: output.verbose)
                print(text.text)
            }
            if Interrupt.hasCome { throw ExitCode(130) }
            if let difference, !difference.isEmpty { throw ExitCode(1) }
            if scan.statement?.unanswered?.isEmpty == false { throw ExitCode(2) }
        } catch let error as DiscoveryError {
            progress("")
            printError("segue: \(error.description.neutralised)")
            throw ExitCode(2)
        } catch let error as MatrixError {
            printError(error.description)
            throw ExitCode(2)
        }
    }

    /// Replaces the line of progress, which only a person at a terminal sees.
    private func progress(_ text: String) {
        guard !output.quiet, isatty(STDERR_FILENO) == 1 else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    private func source(until inventory: LabInventory?) -> any ReceiverSource {
        if let replay { return RecordedScan(path: replay) }
        if !host.isEmpty { return HostInquiry(hosts: host.compactMap { HostInquiry.Host($0) }) }
        var links = AvahiScan(timeout: timeout.duration, asksForInfo: info, isInterrupted: { Interrupt.hasCome })
        if let inventory {
            links.isEnough = { records in
                // Identities do not depend on the model table.
                inventory.isCovered(by: ReceiverClassifier(models: []).receivers(from: records))
            }
        }
        return links
    }

    private func write(_ document: ScanDocument, to path: String) throws {
        do {
            try Data(document.json().utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
            throw DiscoveryError.cannotWrite(
                path: path,
                problem: FileManager.default.fileExists(atPath: folder)
                    ? "you may not write there, or the disk is full" : "there is no folder \(folder)")
        }
    }
}

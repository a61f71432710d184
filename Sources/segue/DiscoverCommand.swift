import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import Foundation
import ReceiverDiscovery

/// Finds and classifies the receivers of the links, or of a recorded scan.
struct DiscoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Find the AirPlay receivers on the network and say what each one is.",
        discussion: """
            Browses _airplay._tcp and _raop._tcp on all interfaces, IPv4 and IPv6, through the Avahi daemon, and puts the \
            services of each device together. A model alone proves nothing: programs borrow Apple's. What speaks for a \
            class is in the JSON document under evidence; a class with a question mark is only likely.

            Examples:
              segue discover
              segue discover --timeout 10s --save lab.json
              segue discover --replay lab.json
              segue discover --json | jq '.receivers[] | {name, class, tier}'

            Exit codes: 0 done; 2 the network could not be asked, or a recording not be read; 64 wrong usage.
            """)

    @Option(help: ArgumentHelp("How long to listen: 3s, 500ms, 1.5s.", valueName: "duration"))
    var timeout: TimeoutArgument = TimeoutArgument(duration: .seconds(3))

    @Option(help: ArgumentHelp("Read a recorded scan (segue.scan/1) instead of the network.", valueName: "file"))
    var replay: String?

    @Option(help: ArgumentHelp("Write the scan to a file that --replay reads.", valueName: "file"))
    var save: String?

    @Flag(inversion: .prefixedNo, help: "Ask each receiver for /info, unauthenticated.")
    var info = true

    @Flag(help: "Print one JSON document (segue.scan/1) and nothing else.")
    var json = false

    @Flag(inversion: .prefixedNo, help: "Colour the table. NO_COLOR in the environment does the same as --no-color.")
    var color = true

    func run() async throws {
        do {
            let scan = try await source.scan()
            let receivers = ReceiverClassifier(models: try shippedModels()).receivers(from: scan.records)
            let document = ScanDocument(scan: scan, receivers: receivers, tool: .segue)
            if let save { try write(document, to: save) }
            print(json ? try document.json() : text(receivers, scan.statement), terminator: json ? "" : "\n")
        } catch let error as DiscoveryError {
            Terminal.complain("\(error)")
            throw ExitCode(2)
        }
    }

    private var source: any ReceiverSource {
        if let replay { return RecordedScan(path: replay) }
        let links = AvahiScan(timeout: timeout.duration)
        return info ? InfoGathering(source: links) : links
    }

    private func write(_ document: ScanDocument, to path: String) throws {
        do {
            try Data(document.json().utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw DiscoveryError.recording(path: path, problem: "it cannot be written (\(error.localizedDescription))")
        }
    }

    private func text(_ receivers: [Receiver], _ statement: ScanStatement?) -> String {
        var lines = [ReceiverTable(receivers: receivers, coloured: color && Terminal.takesColour).text]
        if receivers.isEmpty { lines = ["No receivers."] }
        lines.append("")
        lines += summary(receivers, statement)
        return lines.joined(separator: "\n")
    }

    private func summary(_ receivers: [Receiver], _ statement: ScanStatement?) -> [String] {
        let open = receivers.filter { $0.receiverClass == .unknown }.count
        var lines = ["\(receivers.count) receivers, \(open) of unknown class."]
        guard let statement else { return lines + ["Replayed; the recording does not say how complete it is."] }
        let announcements = statement.answered.count + statement.failed.count
        lines.append(
            "Asked for \(statement.asked.map(\.rawValue).joined(separator: ", ")) during \(statement.durationSeconds) s:"
                + " \(statement.answered.count) of \(announcements) announcements resolved.")
        for failure in statement.failed {
            let instance = failure.instance
            lines.append(
                "Not resolved: \(instance.instanceName.neutralised) (\(instance.serviceType), \(instance.interface.neutralised), "
                    + "\(instance.family)): \(failure.reason)")
        }
        return lines
    }
}

/// A length of time as given on the command line.
struct TimeoutArgument: ExpressibleByArgument, CustomStringConvertible {
    /// The time, from 1 ms to an hour.
    let duration: Duration

    init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        let (digits, milliseconds): (Substring, Double) =
            if argument.hasSuffix("ms") { (argument.dropLast(2), 1) } else if argument.hasSuffix("s") {
                (argument.dropLast(), 1000)
            } else {
                (argument[...], 1000)
            }
        guard let number = Double(digits), number.isFinite, (1...3_600_000).contains(number * milliseconds) else {
            return nil
        }
        duration = .milliseconds(Int(number * milliseconds))
    }

    var description: String { "\(duration / .milliseconds(1) / 1000)s".replacing(".0s", with: "s") }
}

extension ScanDocument.Tool {
    /// This program.
    static let segue = ScanDocument.Tool(name: "segue", version: "0.1.0")
}

/// What the terminal wants and takes.
enum Terminal {
    /// Whether the standard output is a terminal whose owner has not asked for no colour.
    static var takesColour: Bool {
        isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    }

    /// Writes a line to the standard error.
    static func complain(_ message: String) {
        FileHandle.standardError.write(Data("segue: \(message.neutralised)\n".utf8))
    }
}

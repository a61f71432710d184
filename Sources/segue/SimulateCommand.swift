import AirPlayReceivers
import ArgumentParser
import DeviceMatrix
import Foundation
import HarnessReports
import ReceiverDiscovery
import Synchronization

/// `segue simulate`: a network of receivers without a lab.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Publish simulated receivers on the network, and answer /info for them.",
        usage: "segue simulate <file> [<options>]",
        discussion: """
            FILE is a scan that segue discover --save wrote, what avahi-browse -arpkt printed, or a list in YAML; see \
            docs/simulate.md. Receivers are published under names, host names and addresses of their own. An address that \
            is not this machine's is replaced by this machine's, with a free port. Everybody on the link sees them: \
            --interface lo keeps them to this machine. SIGHUP reads FILE again and publishes what differs.

            EXAMPLES
              segue simulate lab.json
              segue simulate receivers.yaml --interface lo --for 60s
              segue simulate lab.json --suffix ' (simulated)' --json
              printf 'receivers: [{name: TV, like: LS03F, count: 300}]' > lab.yaml && segue simulate lab.yaml

            EXIT CODES
              0  the time of --for is up
              2  the file cannot be read, there is no Avahi daemon, or a name or port is taken
              64 wrong usage
              130 interrupted: everything was withdrawn
            """)

    @Argument(help: "A recorded scan, or a YAML list of receivers.")
    var file: String

    @Option(help: ArgumentHelp("Publish on this interface only; all but the loopback otherwise.", valueName: "name"))
    var interface: String?

    @Option(
        help: ArgumentHelp(
            "Put this after every name, to publish a recorded lab beside the real one.", valueName: "text"))
    var suffix = ""

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this time: 60s, 500ms.", valueName: "duration"))
    var time: TimeoutArgument?

    @OptionGroup var matrix: MatrixOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        Interrupt.listen()
        signal(SIGHUP, noticeHangUp)
        do {
            let models = try DeviceMatrix.models(overlay: matrix.folder)
            let simulation = try Simulation(
                of: try await receivers(models), options: .init(interface: interface, suffix: suffix))
            defer { simulation.close() }
            if !simulation.moved.isEmpty, !output.quiet {
                printError(
                    "segue: \(simulation.moved.count) of \(simulation.publications.count) receivers have addresses that are "
                        + "not this machine's; they are published at its own, with free ports")
            }
            try await publish(simulation, models)
        } catch let error as DiscoveryError {
            printError("segue: \(error.description.neutralised)")
            throw ExitCode(2)
        } catch let error as MatrixError {
            printError(error.description.neutralised)
            throw ExitCode(2)
        }
    }

    /// The receivers of the file, whichever of its forms it has.
    private func receivers(_ models: [ModelEntry]) async throws -> [SimulatedReceiver] {
        let recording = RecordedScan(path: file)
        if try recording.isRecording() {
            let scan = try await recording.scan()
            for omission in scan.omissions { printError("segue: \(file): \(omission.neutralised)") }
            return SimulatedReceiver.receivers(of: scan)
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw MatrixError(file: file, line: nil, message: "not readable as UTF-8 text")
        }
        return try DeviceMatrix.simulatedReceivers(in: text, file: file, models: models)
    }

    private func publish(_ simulation: Simulation, _ models: [ModelEntry]) async throws {
        let start = ContinuousClock.now
        let view = PublicationView(simulation.publications)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for try await event in simulation.events() { view.take(event) }
            }
            group.addTask {
                var told = false
                while !Interrupt.hasCome {
                    if !told, view.isSettled {
                        told = true
                        try tell(view, after: start.duration(to: .now))
                    }
                    for line in view.news { printError("segue: \(line.neutralised)") }
                    if hangUps.exchange(0, ordering: .relaxed) > 0 {
                        do {
                            view.expect(try simulation.replace(with: try await receivers(models)))
                            printError("segue: \(file) was read again")
                        } catch {
                            printError("segue: \(file) was read again and not used: \("\(error)".neutralised)")
                        }
                    }
                    if let time, start.duration(to: .now) >= time.duration { return }
                    try await Task.sleep(for: .milliseconds(50))
                }
                throw ExitCode(130)
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    /// Says once what is published, as soon as every receiver is known to the link or has failed.
    private func tell(_ view: PublicationView, after time: Duration) throws {
        let problems = view.problems
        let document = SimulationDocument(publications: view.established, tool: .segue)
        if output.json {
            print(try document.json(), terminator: "")
        } else if !output.quiet {
            let seconds = (time / .milliseconds(100)).rounded() / 10
            print("\(view.established.count) receivers are on the network after \(seconds) s; Ctrl-C withdraws them.")
            if output.verbose { print(document.text) }
        }
        fflush(nil)
        guard problems.isEmpty else {
            for problem in problems.prefix(20) { printError("segue: \(problem.neutralised)") }
            throw ExitCode(2)
        }
    }
}

/// How often the file is to be read again.
private let hangUps = Atomic<Int>(0)

/// Runs as a signal handler: an atomic addition is all that is allowed there.
private func noticeHangUp(_ signal: Int32) { hangUps.add(1, ordering: .relaxed) }

/// What has become of each publication, filled by one task and read by another.
private final class PublicationView: Sendable {
    private struct State {
        var publications: [Publication]
        var established: Set<String> = []
        var problems: [String: String] = [:]
        var news: [String] = []
    }
    private let state: Mutex<State>

    init(_ publications: [Publication]) { state = Mutex(State(publications: publications)) }

    func take(_ event: PublicationEvent) {
        state.withLock { state in
            switch event {
            case .established(let name):
                state.established.insert(name)
                state.problems[name] = nil
            case .collided(let name):
                state.problems[name] =
                    "'\(name)' is not published: somebody on the link has its name or host name already; "
                    + "give it another, or all of them one by --suffix ' (simulated)'"
            case .failed(let name, let reason): state.problems[name] = "'\(name)' is not published: \(reason)"
            case .interrupted(let reason): state.news.append("\(reason) All is published anew when it is back.")
            }
        }
    }

    func expect(_ publications: [Publication]) { state.withLock { $0.publications = publications } }

    /// Whether every receiver is established or has failed.
    var isSettled: Bool {
        state.withLock { state in
            state.publications.allSatisfy { state.established.contains($0.name) || state.problems[$0.name] != nil }
        }
    }

    var established: [Publication] {
        state.withLock { state in state.publications.filter { state.established.contains($0.name) } }
    }

    var problems: [String] { state.withLock { $0.problems.sorted { $0.key < $1.key }.map(\.value) } }

    /// What there is to say since it was last asked.
    var news: [String] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }
}

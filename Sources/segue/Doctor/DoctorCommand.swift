import AirPlayReceivers
import ArgumentParser
import Foundation
import HarnessReports
import ReceiverDiscovery

/// `segue doctor`: whether this machine is ready.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that this machine can find receivers and measure assets, and say what to do where it cannot.",
        discussion: """
            Looks at D-Bus, the Avahi daemon, addresses, multicast that really comes in, the firewall, the worker and its \
            libraries, the clock and folders. Takes about two seconds; asks the link one question and changes nothing.

            EXAMPLES
              segue doctor
              segue doctor --json | jq '.checks[] | select(.state != "ok")'

            EXIT CODES
              0  nothing fails; what may surprise is marked warn
              1  something fails
              2  nothing fails, and something that matters could not be found out
            """)

    @OptionGroup var output: OutputOptions

    private struct Document: Encodable {
        var schema = "segue.doctor/1"
        var tool: Tool
        var checks: [Checkup]
    }

    func run() async throws {
        async let network = NetworkCheckups.all()
        // Starts programs and waits for them, which blocks.
        let machine = await withCheckedContinuation { continuation in
            Thread.detachNewThread { @Sendable in continuation.resume(returning: MachineCheckups.all()) }
        }
        let checks = await network + machine
        if output.json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let document = try encoder.encode(Document(tool: .segue, checks: checks))
            print(String(decoding: document, as: UTF8.self).escapedForTerminal)
        } else {
            let shown = checks.filter { !output.quiet || $0.state != .ok }
            for check in shown { print(text(check)) }
        }
        if checks.contains(where: { $0.state == .fail }) { throw ExitCode(1) }
        if checks.contains(where: { $0.state == .unknown && !$0.isHint }) { throw ExitCode(2) }
    }

    private func text(_ check: Checkup) -> String {
        let state = check.state.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
        let colour =
            switch check.state {
            case .ok: "32"
            case .warn, .unknown: "33"
            case .fail: "31"
            }
        let mark = output.style.colour ? "\u{1B}[\(colour)m\(state)\u{1B}[0m" : state
        // Eight columns for the mark, so that what follows stands under what was found.
        let found = ColumnText.folded("        \(check.id): \(check.found)").joined(separator: "\n").dropFirst(8)
        let advice = check.advice.map { ColumnText.folded("        → \($0)") } ?? []
        return (["\(mark) \(found)"] + advice).joined(separator: "\n")
    }
}

import ArgumentParser
import DeviceMatrix
import HarnessReports

/// The program's subcommands, one file each.
@main
struct Segue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segue",
        abstract: "Predict how visible each ad transition is on each class of AirPlay receiver.",
        version: Tool.segue.version,
        subcommands: [
            CheckCommand.self,
            InspectCommand.self,
            ProbeCommand.self,
            DiscoverCommand.self,
            SimulateCommand.self,
            NowPlayingCommand.self,
            MetadataCommand.self,
            PlanCommand.self,
            RunCommand.self,
            ReportCommand.self,
            DiffCommand.self,
            HistoryCommand.self,
            ExpectCommand.self,
            MatrixCommand.self,
            PolicyCommand.self,
            RulesCommand.self,
            MeasureCommand.self,
            ObserveCommand.self,
            CalibrateCommand.self,
            DoctorCommand.self,
        ])

    /// Runs the command line. Errors that no command expects are the program's own and end it with 70 (`EX_SOFTWARE`),
    /// so that no failure can pass for a finding.
    static func main() async {
        var command: any ParsableCommand
        do {
            command = try parseAsRoot()
        } catch {
            exit(withError: error)
        }
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            printError("segue: \(failure.message)".printable)
            exit(withError: ExitCode(failure.code))
        } catch let error as MatrixError {
            printError(error.description.printable)
            exit(withError: ExitCode(2))
        } catch  where error is ExitCode || error is CleanExit || error is ValidationError {
            exit(withError: error)
        } catch  where exitCode(for: error) == .success {
            // Help asked for by a command without a task of its own.
            exit(withError: error)
        } catch {
            printError("segue: internal error: \(error)".printable)
            exit(withError: ExitCode(70))
        }
    }
}

/// An end that a command foresees: one line for the user and an exit code.
struct Failure: Error {
    /// What failed, on which input, why, and what to try.
    var message: String
    /// The exit code.
    var code: Int32
}

extension Tool {
    /// This program.
    static let segue = Tool(name: "segue", version: "0.1.0")
}

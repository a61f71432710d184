import ArgumentParser
import HarnessReports

/// The program's subcommands, one file each.
@main
struct Segue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segue",
        abstract: "Predict how visible each ad transition is on each class of AirPlay receiver.",
        version: Tool.segue.version,
        subcommands: [CheckCommand.self, InspectCommand.self, DiscoverCommand.self, MatrixCommand.self])
}

extension Tool {
    /// This program.
    static let segue = Tool(name: "segue", version: "0.1.0")
}

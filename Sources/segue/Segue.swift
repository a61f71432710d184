import ArgumentParser

/// The program's subcommands, one file each.
@main
struct Segue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segue",
        abstract: "Predict how visible each ad transition is on each class of AirPlay receiver.",
        version: version,
        subcommands: [DiscoverCommand.self, MatrixCommand.self])

    static let version = "0.1.0"
}

import ArgumentParser

/// `segue plan`: which receivers, which cases, in what order.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plan a device test suite: which receivers, which cases, in what order.",
        subcommands: [PlanMakeCommand.self, PlanExplainCommand.self, PlanRecordCommand.self],
        defaultSubcommand: PlanMakeCommand.self)
}

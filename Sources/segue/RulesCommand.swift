import ArgumentParser
import HarnessReports
import TransitionRisk

/// `segue rules`: what reports can complain about, and why.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List and explain the rules behind findings.",
        subcommands: [List.self, Explain.self, Markdown.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all rules, by group.",
            discussion: """
                EXAMPLES
                  segue rules list
                  segue rules list --group reachability
                  segue rules list --json | jq -r '.rules[] | [.id, .source] | @tsv'
                """)

        @Option(
            help: ArgumentHelp(
                """
                Only one group: transition, capability, reachability, playlist, asset, schedule, now-playing, metadata \
                or reading.
                """,
                valueName: "group"))
        var group: RuleCatalogue.Group?

        @OptionGroup var output: OutputOptions

        func run() throws {
            let report = RulesReport(tool: .segue, group: group)
            guard !output.quiet else { return }
            print(output.json ? try report.json() : report.text(style: output.style), terminator: "")
        }
    }

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain", abstract: "Say what a rule looks at, why a receiver minds, and on whose word.",
            discussion: """
                EXAMPLES
                  segue rules explain video-codec
                  segue rules explain receiver-loopback-host --json
                """)

        @Argument(help: ArgumentHelp("The name of a rule, as findings carry it.", valueName: "id"))
        var id: String

        @OptionGroup var output: OutputOptions

        func run() throws {
            guard let entry = RuleCatalogue.rule(named: id) else {
                throw ValidationError("There is no rule '\(id.printable)'.\(Self.hint(for: id))")
            }
            let report = RulesReport(tool: .segue, entry: entry)
            print(output.json ? try report.json() : report.explanation(style: output.style), terminator: "")
        }

        /// The names that contain a word of what was asked for.
        private static func hint(for id: String) -> String {
            let words = id.split(separator: "-").filter { $0.count > 2 }
            let similar = RuleCatalogue.all.map(\.id.rawValue).filter { name in
                words.contains { name.contains($0) }
            }
            guard !similar.isEmpty else { return " 'segue rules list' names them all." }
            return " Did you mean \(similar.prefix(5).joined(separator: ", "))? 'segue rules list' names them all."
        }
    }

    struct Markdown: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "markdown", abstract: "Print the page docs/rules.md.",
            discussion: "EXAMPLE\n  segue rules markdown > docs/rules.md")

        func run() { print(RulesReport(tool: .segue).markdown, terminator: "") }
    }
}

extension RuleCatalogue.Group: ExpressibleByArgument {}

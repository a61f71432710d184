import ArgumentParser

/// Measures how fast Segue is beside the programs that people would use instead, in the same run.
@main
struct SegueBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segue-bench",
        abstract: "Measure how fast Segue is, beside its peers.",
        subcommands: [
            ParseBenchmark.self, StartBenchmark.self, ProbeBenchmark.self, CheckBenchmark.self, VerdictBenchmark.self,
            DiscoverBenchmark.self, PlanBenchmark.self, NightlyBenchmark.self, AppleSideBenchmark.self,
            ObserveBenchmark.self,
        ])
}

/// Options that every benchmark has.
struct BenchmarkOptions: ParsableArguments {
    @Option(help: "How often each program is measured; they take turns.")
    var runs = 7

    @Flag(help: "Print one JSON document.")
    var json = false

    func validate() throws {
        guard (1...1000).contains(runs) else { throw ValidationError("--runs must be 1 to 1000") }
    }
}

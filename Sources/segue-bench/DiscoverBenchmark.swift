import ArgumentParser
import Foundation
import Glibc

/// Finding receivers: 300 simulated ones beside `avahi-browse` and pyatv, a known few, and many from a recording.
struct DiscoverBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Find 300 simulated receivers beside avahi-browse and pyatv; a known five; 10,000 recorded records.",
        discussion: """
            The receivers are published in one network namespace and looked for in another, each with a D-Bus and an Avahi \
            daemon of its own; the one that looks gets a fresh daemon for every run of every program. Needs root for the \
            namespaces; without it only the recording is measured.
            """)

    @OptionGroup var options: BenchmarkOptions

    @Option(help: .private)
    var inside: DiscoverLink.Part?

    func run() async throws {
        if let inside {
            // In the namespace: the outer process makes a table of these.
            let found = try DiscoverLink(part: inside, runs: options.runs).measure()
            print(String(decoding: try JSONEncoder().encode(found), as: UTF8.self))
            return
        }
        var table = BenchmarkTable(benchmark: "discover", peer: "peer", runs: options.runs)
        if getuid() == 0 {
            for part in DiscoverLink.Part.allCases {
                let found = try lab(part)
                table.rows += found.rows
                table.notes += found.notes
            }
        } else {
            table.notes.append("run as root for the rows of the network: they need network namespaces")
        }
        table.rows += try recording()
        try table.show(json: options.json)
    }

    /// Measures one part in a lab of its own.
    private func lab(_ part: DiscoverLink.Part) throws -> DiscoverLink.Found {
        let file = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(part.simulation.utf8).write(to: file)
        setenv("SEGUE_LAB_SIMULATE", "'\(BuiltPrograms.segue)' simulate '\(file.path(percentEncoded: false))'", 1)
        let run = try MeasuredRun(
            "/bin/bash",
            [
                BuiltPrograms.lab("lab.sh"), "simulate", BuiltPrograms.bench, "discover", "--inside", part.rawValue,
                "--runs", "\(options.runs)",
            ])
        guard run.exitCode == 0 else { throw UnexpectedExit(program: "lab.sh", exitCode: run.exitCode) }
        return try JSONDecoder().decode(DiscoverLink.Found.self, from: Data(run.output))
    }

    private static let recordedReceivers = 5000

    /// A recording of 10,000 records, two of each receiver, read and classified by a whole process.
    private func recording() throws -> [BenchmarkTable.Row] {
        let models = ["QN90D", "OLED55CX9LA", "AppleTV11,1", "Arc", "AVR-X3500H", "3810X", "Unheard-of"]
        let records = (0..<DiscoverBenchmark.recordedReceivers).flatMap { number -> [String] in
            let id = String(0x1_0000_0000_0000 + number, radix: 16).dropFirst().uppercased()
            let model = models[number % models.count]
            func record(_ type: String, _ name: String, _ txt: String) -> String {
                """
                {"serviceType":"\(type)","instanceName":"\(name)","hostName":"h\(number).local",
                 "addresses":["10.\(number / 65536).\(number / 256 % 256).\(number % 256)"],"port":7000,"txt":[\(txt)]}
                """
            }
            return [
                record(
                    "_airplay._tcp", "R \(number)",
                    #""deviceid=\#(id)","model=\#(model)","features=0x7F8AD0,0x38BCF46","fv=p20.\#(number)""#),
                record("_raop._tcp", "\(id)@R \(number)", #""am=\#(model)","ft=0x7F8AD0,0x38BCF46","et=0,4""#),
            ]
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"records":[\#(records.joined(separator: ","))]}"#.utf8).write(to: file)
        var walls: [Double] = []
        for _ in 0..<options.runs {
            let run = try MeasuredRun(
                BuiltPrograms.segue, ["discover", "--quiet", "--replay", file.path(percentEncoded: false)])
            guard run.exitCode == 0 else { throw UnexpectedExit(program: "segue", exitCode: run.exitCode) }
            walls.append(run.wall)
        }
        return [
            .init("\(records.count) records from a recording, whole process", "ms", segue: walls.median, goal: "< 1000")
        ]
    }
}

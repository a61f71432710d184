import Foundation
import Glibc
import HarnessTestSupport
import Testing

/// Runs that are ended before they are done.
@Suite struct RunSurvivalTests {
    @Test func aRunThatIsToEndStoresWhatWasDoneAndGoesOn() async throws {
        let origin = try await HTTPOrigin()
        try origin.serve(SampleStream.folder)
        let night = try Nightly(shortPrimaries: 4, thenAt: origin)
        try #require(try await night.run(signal: SIGTERM, whileHeldBy: origin) == 130)
        let list = try await Program.segue(["history", "--reports", night.reports])
        #expect(list.output.contains("interrupted"))
        try origin.letGo()
        let rest = try await night.run("--resume")
        #expect(rest.exitCode == 1)
        let again = try await night.run("--resume")
        #expect(again.exitCode == 2)
        #expect(again.errors.contains("no run to resume in \(night.reports): run 1 is finished."))
        #expect(again.errors.contains("`segue report 1 --reports '\(night.reports)'` shows it"))
    }

    /// How a killed run was gone on with.
    private enum End: String {
        case before, within, after
    }

    private static let forms = ["--format", "json", "--format", "html"]
    private static let moments = 50

    /// Many small steps, so that the moments fall between and into them; measurements are kept, so that a run is short.
    @Test(.timeLimit(.minutes(30)))
    func killedAtFiftyRandomMomentsARunEndsInTheSameReport() async throws {
        let lanes = try (0..<3).map { _ in try Nightly(shortPrimaries: 8) }
        let environment = ["SEGUE_CACHE": lanes[0].folder + "/cache", "SOURCE_DATE_EPOCH": "1795226400"]
        let scan = try lanes[0].scan([1, 5])
        @Sendable func arguments(_ night: Nightly, _ more: String...) -> [String] {
            ["run", "--replay", scan, "--matrix", night.matrix, "--reports", night.reports] + Self.forms + more
        }
        // Reports name the catalogue's addresses, which are the same, and not the folders, which differ.
        @Sendable func texts(_ night: Nightly) throws -> [String] {
            try ["run.json", "report.html"].map {
                try String(contentsOfFile: night.reports + "/run-00001/" + $0, encoding: .utf8)
            }
        }
        _ = try await Program.segue(arguments(lanes[0]), environment: environment)
        try FileManager.default.removeItem(atPath: lanes[0].reports)
        let start = ContinuousClock.now
        let whole = try await Program.segue(arguments(lanes[0]), environment: environment)
        try #require(whole.exitCode == 1, "\(whole.errors)")
        let length = start.duration(to: .now) / .seconds(1)
        let expected = try texts(lanes[0])
        var state: UInt64 = 20_261_121
        let moments = (0..<Self.moments).map { _ in
            // SplitMix64
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((z ^ (z >> 31)) % 10_000) / 10_000
        }

        @Sendable func survive(_ moment: Double, _ night: Nightly) async throws -> End {
            try? FileManager.default.removeItem(atPath: night.reports)
            _ = try await Nightly.run(arguments(night), environment: environment, signal: SIGKILL, after: moment)
            let rest = try await Program.segue(arguments(night, "--resume"), environment: environment)
            guard rest.errors.contains("no run to resume") else {
                try #require([0, 1].contains(rest.exitCode), "\(moment): \(rest.exitCode) \(rest.errors)")
                #expect(try texts(night) == expected, "\(moment): \(rest.exitCode) \(rest.errors)")
                return .within
            }
            // Killed after its last cell was stored, or before the run began.
            let report = try await Program.segue(
                ["report", "1", "--reports", night.reports, "--format", "json"], environment: environment)
            if report.exitCode == 0 {
                #expect(report.output == expected[0])
                return .after
            }
            let anew = try await Program.segue(arguments(night), environment: environment)
            let told = "\(moment): \(report.errors)\(anew.exitCode) \(anew.errors)"
            try #require(
                anew.exitCode == 1 && FileManager.default.fileExists(atPath: night.reports + "/run-00001"), "\(told)")
            #expect(try texts(night) == expected, "\(told)")
            return .before
        }

        // Two at a time: the machines that run this have two cores at least.
        let ends = try await withThrowingTaskGroup(of: [End].self) { group in
            for lane in 0..<2 {
                group.addTask {
                    // A run takes longer beside other tests than alone: its length is what the last ones tell.
                    var (ends, length): ([End], Double) = ([], length)
                    for moment in stride(from: lane, to: moments.count, by: 2).map({ moments[$0] }) {
                        let end = try await survive(moment * length, lanes[lane + 1])
                        ends.append(end)
                        if end == .after { length *= 0.6 }
                        if end == .before { length *= 1.2 }
                    }
                    return ends
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let counts = Dictionary(grouping: ends, by: \.rawValue).mapValues(\.count).sorted { $0.key < $1.key }
        print("killed before, within and after the run: \(counts)")
        #expect(ends.count == Self.moments)
        #expect(ends.count { $0 == .within } >= 5, "\(counts)")
    }
}

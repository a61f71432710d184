import Foundation
import Glibc
import HarnessTestSupport
import Testing

/// The checkout.
let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

/// The sample stream as a catalogue of one or more primaries, with reports in a folder of their own.
final class Nightly: Sendable {
    let folder: String
    let matrix: String
    let reports: String

    /// Primaries with all breaks of the sample stream.
    init(primaries: Int = 1) throws {
        folder = try Scratch.newFolder().path(percentEncoded: false)
        (matrix, reports) = (folder + "/matrix", folder + "/reports")
        try FileManager.default.createDirectory(atPath: matrix + "/expectations", withIntermediateDirectories: true)
        try write(catalogue: (1...primaries).map { "film-\($0)" })
    }

    /// Primaries with one break each, which are judged in no time.
    init(shortPrimaries count: Int) throws {
        folder = try Scratch.newFolder().path(percentEncoded: false)
        (matrix, reports) = (folder + "/matrix", folder + "/reports")
        try FileManager.default.createDirectory(atPath: matrix, withIntermediateDirectories: true)
        let ads = (1...2).map { "  - { id: ad-\($0), uri: '\(SampleStream.path("ad-\($0)/main.m3u8"))' }\n" }.joined()
        let primaries = (1...count).map { number in
            """
              - id: film-\(number)
                uri: '\(SampleStream.path("primary/main.m3u8"))'
                playlistBreaks: false
                breaks: [{ id: only, at: 8.008, ads: [ad-\(number % 2 + 1)] }]

            """
        }
        try write("ads:\n\(ads)primaries:\n\(primaries.joined())")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(catalogue names: [String]) throws {
        let film = SampleStream.path("primary/main.m3u8")
        try write("primaries:\n" + names.map { "  - { id: \($0), uri: '\(film)' }\n" }.joined())
    }

    private func write(_ catalogue: String) throws {
        try catalogue.write(toFile: matrix + "/catalogue.yaml", atomically: true, encoding: .utf8)
    }

    func expect(_ text: String) throws {
        try text.write(toFile: matrix + "/expectations/known.yaml", atomically: true, encoding: .utf8)
    }

    /// Records of the example lab by their places, as a recorded scan.
    func scan(_ places: [Int]) throws -> String {
        let lab = repository.appending(path: "Examples/NightlyLab/lab.json")
        let all = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: lab)) as? [String: Any])
        let records = try #require(all["records"] as? [[String: Any]])
        let file = folder + "/scan-\(places.map(String.init).joined(separator: "-")).json"
        try JSONSerialization.data(withJSONObject: ["records": places.map { records[$0] }]).write(
            to: URL(filePath: file))
        return file
    }

    var arguments: [String] { ["run", "--classes", "--matrix", matrix, "--reports", reports] }

    func run(_ more: String..., at time: Int = 1_795_226_400) async throws -> Program.Run {
        try await Program.segue(arguments + more, environment: ["SOURCE_DATE_EPOCH": "\(time)"])
    }

    func report(_ run: Int, _ format: String) async throws -> String {
        let answer = try await Program.segue(["report", "\(run)", "--reports", reports, "--format", format])
        #expect(answer.exitCode == 0, "\(answer.errors)")
        return answer.output
    }

    /// Whether the history's log has cells of a run in it: making the tables writes half of this.
    var hasCells: Bool {
        let found = try? FileManager.default.attributesOfItem(atPath: reports + "/history.sqlite-wal")
        return found?[.size] as? Int ?? 0 > 300_000
    }

    /// Starts the program and sends it a signal; gives its exit code, or the signal that ended it.
    ///
    /// - Parameters:
    ///   - seconds: When at the latest.
    ///   - isTime: Whether it is time before that.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], signal number: Int32, after seconds: Double,
        orWhen isTime: (@Sendable () -> Bool)? = nil
    ) async throws -> Int32 {
        let child = try ChildProcess(Program.path, arguments, environment: environment)
        // On a thread of its own: the moment would slip while tasks wait for one of theirs.
        Thread.detachNewThread { @Sendable in
            let start = ContinuousClock.now
            while child.isRunning, isTime?() != true, start.duration(to: .now) < .seconds(seconds) {
                Thread.sleep(forTimeInterval: 0.002)
            }
            child.send(number)
        }
        return await child.end()
    }
}

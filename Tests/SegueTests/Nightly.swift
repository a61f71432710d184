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
    ///
    /// - Parameter origin: Where a last one is that stays `held`; four are read at a time, so those before it are stored
    ///   by the time it is asked for.
    init(shortPrimaries count: Int, thenAt origin: HTTPOrigin? = nil) throws {
        folder = try Scratch.newFolder().path(percentEncoded: false)
        (matrix, reports) = (folder + "/matrix", folder + "/reports")
        try FileManager.default.createDirectory(atPath: matrix, withIntermediateDirectories: true)
        let ads = (1...2).map { "  - { id: ad-\($0), uri: '\(SampleStream.path("ad-\($0)/main.m3u8"))' }\n" }.joined()
        let films = Array(repeating: SampleStream.path("primary/main.m3u8"), count: count)
        let held = origin.map { [$0.url("held/primary/main.m3u8")] } ?? []
        let primaries = (films + held).enumerated().map { index, uri in
            let number = index + 1
            return """
                  - id: film-\(number)
                    uri: '\(uri)'
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

    /// Starts the program and sends it a signal after some seconds; gives its exit code, or the signal that ended it.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], signal number: Int32, after seconds: Double
    ) async throws -> Int32 {
        let child = try ChildProcess(Program.path, arguments, environment: environment)
        // On a thread of its own: the moment would slip while tasks wait for one of theirs.
        Thread.detachNewThread { @Sendable in
            let start = ContinuousClock.now
            while child.isRunning, start.duration(to: .now) < .seconds(seconds) {
                Thread.sleep(forTimeInterval: 0.002)
            }
            child.send(number)
        }
        return await child.end()
    }

    /// The same when the program waits for something that an origin holds.
    func run(signal number: Int32, whileHeldBy origin: HTTPOrigin) async throws -> Int32 {
        let patience = ["--entry-timeout", "3600s", "--request-timeout", "3600s"]
        let child = try ChildProcess(Program.path, arguments + patience, environment: ["SEGUE_CACHE": "off"])
        while child.isRunning, try await origin.usage().requests == 0 { try await Task.sleep(for: .milliseconds(20)) }
        child.send(number)
        return await child.end()
    }
}

import Foundation
import HarnessTestSupport
import Testing

/// Three televisions with ten matched pairs and five AVC → HEVC switches each.
private let observations = ["tv1", "tv2", "tv3"].map { id in
    func line(_ changes: String, _ time: Int) -> String {
        #"{"receiver":{"id":"\#(id)","class":"smart-tv","tier":"low","firmware":"1"},"switchKind":"interstitial","#
            + #""changes":[\#(changes)],"milliseconds":\#(time),"resolutionMilliseconds":8,"method":"camera"}"#
    }
    let floor = [290, 295, 298, 299, 300, 300, 301, 302, 305, 310].map { line("", $0) }
    let codec = [4300, 4400, 4500, 4600, 4700].map { line(#""video.codec_family""#, $0) }
    return (floor + codec).joined(separator: "\n")
}

@Suite struct CalibrateCommandTests {
    private let folder = Scratch.folder.appending(path: "segue-calibrate-\(UUID().uuidString)")

    private func file(_ name: String, _ text: String) throws -> String {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "calibration"), withIntermediateDirectories: true)
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        return folder.appending(path: name).path(percentEncoded: false)
    }

    @Test func measurementsBecomeACalibrationThatTheMatrixTakes() async throws {
        let input = try file("lab.jsonl", observations.joined(separator: "\n"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = folder.appending(path: "calibration/lab.yaml").path(percentEncoded: false)
        let run = try await Program.segue([
            "calibrate", input, "--check", "--name", "lab", "--source", "45 runs, \"camera\"", "--output", target,
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("45 switches used"))
        let valid = try await Program.segue([
            "matrix", "validate", "--matrix", folder.path(percentEncoded: false),
        ])
        #expect(valid.exitCode == 0, "\(valid.errors)")
    }

    @Test(.enabled(if: JSONSchema.isAvailable)) func theDocumentFollowsItsSchema() async throws {
        let input = try file("lab.jsonl", observations.joined(separator: "\n"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await Program.segue(["calibrate", input, "--json"])
        #expect(run.exitCode == 0)
        #expect(try await JSONSchema(document: "segue.calibration/1").complaints(about: run.output) == "")
    }

    @Test func twoDevicesCannotBeJudged() async throws {
        let input = try file("lab.jsonl", observations.prefix(2).joined(separator: "\n"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await Program.segue(["calibrate", input, "--check"])
        #expect(run.exitCode == 2)
        #expect(run.output.contains("Cannot be judged: 2 of at least 3 devices"))
    }

    @Test func wrongUseIsRefusedBeforeAnyWork() async throws {
        #expect(try await Program.segue(["calibrate", "x.jsonl", "--output", "y.yaml"]).exitCode == 64)
        #expect(
            try await Program.segue([
                "calibrate", "x.jsonl", "--kind", "new-play-command", "--name", "a", "--source", "b", "--output", "y",
            ]).exitCode == 64)
        let missing = try await Program.segue(["calibrate", "/nowhere/x.jsonl"])
        #expect(missing.exitCode == 2)
        #expect(missing.errors.contains("cannot read /nowhere/x.jsonl"))
    }

    @Test func aBrokenLineIsNamed() async throws {
        let input = try file("lab.jsonl", observations[0] + "\n{}\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await Program.segue(["calibrate", input])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("lab.jsonl:16: error: 'receiver' is missing"))
    }
}

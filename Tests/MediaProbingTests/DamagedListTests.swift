import Foundation
import HarnessTestSupport
import Testing

/// Damaged media go through the whole program, reports included, and cost no other asset of the list anything.
@Suite struct DamagedListTests {
    @Test(
        "Every damaged file of a list is told",
        arguments: [["--ndjson", "--tier", "headers"], ["--ndjson"], ["--details"]])
    func list(arguments: [String]) async throws {
        var random = SeededRandom(state: 20_261_122)
        let folder = try Scratch.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for seed in DamagedHeadersTests.seeds {
            let bytes = try GeneratedMedia.bytes(seed)
            for damage in DamagedMediaTests.Damage.allCases {
                for number in 0..<3 {
                    let file = folder.appending(path: "\(damage.rawValue)-\(number)-\(seed)")
                    try Data(damage.applied(to: bytes, with: &random)).write(to: file)
                    paths.append(file.path(percentEncoded: false))
                }
            }
        }
        let intact = GeneratedMedia.path("plain.mp4")
        let list = (paths + [intact]).map { $0 + "\n" }.joined()
        let run = try await Program.segue(["probe", "--stdin", "--no-cache"] + arguments, input: Array(list.utf8))
        // Some could not be measured, which is no crash.
        #expect(run.exitCode == 2, "\(run.errors.suffix(500))")
        let lines = run.output.split(separator: "\n")
        if arguments.contains("--ndjson") {
            #expect(lines.count == paths.count + 1)
            let last = try #require(lines.last)
            #expect(last.contains("\"complete\":true") && last.contains(intact))
        } else {
            #expect(lines.contains { $0.hasSuffix("plain.mp4") })
        }
    }
}

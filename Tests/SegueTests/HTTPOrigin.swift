import Foundation
import HarnessTestSupport

/// The HTTP origin of `Tests/Fixtures/origin.py`; it ends with this value.
final class HTTPOrigin {
    /// The certificate of HTTPS, which nobody trusts.
    let certificate: String
    private let port: Int
    private let securePort: Int
    private let folder: URL
    // Closing it is what ends the origin.
    private let input = Pipe()

    init() throws {
        folder = try temporaryFolder().appending(path: "served")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/origin.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script.standardized.path(percentEncoded: false), folder.path(percentEncoded: false)]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            line += String(decoding: more, as: UTF8.self)
        }
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 3, let port = Int(words[0]), let securePort = Int(words[1]) else {
            throw CocoaError(.fileReadUnknown)
        }
        (self.port, self.securePort, certificate) = (port, securePort, String(words[2]))
    }

    deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

    /// Serves a folder. Its address is known before, so that playlists can name it.
    func serve(_ folder: URL) throws {
        try FileManager.default.createSymbolicLink(at: self.folder, withDestinationURL: folder)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    func secureURL(_ path: String) -> String { "https://localhost:\(securePort)/\(path)" }

    /// What was asked so far.
    func usage() async throws -> Usage {
        let answer = try await Program.run("/usr/bin/curl", ["-s", url("usage")])
        return try JSONDecoder().decode(Usage.self, from: Data(answer.output.utf8))
    }

    struct Usage: Decodable {
        var requests: Int
        var spans: [[Double]]
        var statuses: [Int]

        /// The most requests of which each began after the one before had ended.
        var longestChain: Int {
            var (chain, end) = (0, -Double.infinity)
            for span in spans.sorted(by: { $0[1] < $1[1] }) where span[0] >= end {
                chain += 1
                end = span[1]
            }
            return chain
        }
    }
}

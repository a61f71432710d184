import Foundation

/// The HTTP origin of the tests, serving a folder of media; it ends with this value.
final class MediaOrigin {
    private let process = Process()
    private let port: Int
    // Closing it is what ends the origin.
    private let input = Pipe()

    /// Starts an origin.
    init(serving folder: URL) throws {
        let script = BuiltPrograms.root.appending(path: "Tests/Fixtures/origin.py")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path(percentEncoded: false), folder.path(percentEncoded: false)]
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
        guard let port = line.split(separator: " ").first.flatMap({ Int($0) }) else {
            throw UnexpectedReply(path: "the origin")
        }
        self.port = port
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The address of a path; `files/F` serves a file, `delay/MS/F` after a pause.
    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// Requests of which each began after the one before had ended, at most, since the origin was started.
    func roundTrips() throws -> Int {
        struct Usage: Decodable { var spans: [[Double]] }
        let answer = try MeasuredRun("curl", ["-s", url("usage")])
        var (chain, end) = (0, -Double.infinity)
        for span in try JSONDecoder().decode(Usage.self, from: Data(answer.output)).spans.sorted(by: { $0[1] < $1[1] })
        where span[0] >= end {
            chain += 1
            end = span[1]
        }
        return chain
    }
}

import Foundation

/// The forward proxy of `Tests/Fixtures/proxy.py`; it ends with this value.
final class ForwardProxy {
    /// Its address, as the environment names it.
    let url: String
    private let folder: URL
    // Closing it is what ends the proxy.
    private let input = Pipe()

    init() throws {
        folder = try temporaryFolder()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/proxy.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            script.standardized.path(percentEncoded: false), folder.appending(path: "log").path(percentEncoded: false),
        ]
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
        guard let port = Int(line.dropLast()) else { throw CocoaError(.fileReadUnknown) }
        url = "http://127.0.0.1:\(port)"
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What was asked of it, a line each.
    func log() throws -> [String] {
        let file = folder.appending(path: "log")
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}

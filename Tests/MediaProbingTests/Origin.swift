import Foundation
import HLSPlaylists
import MediaProbing

/// The HTTP origin of `Tests/Fixtures/origin.py`, serving the generated media; it ends with this process.
final class Origin: Sendable {
    /// Port of plain HTTP.
    let port: Int
    /// Port of HTTPS with a certificate that nobody trusts.
    let securePort: Int
    /// The certificate of HTTPS.
    let certificate: String
    /// A folder made for this origin alone.
    private let ownFolder: URL?
    // Closing it is what ends the origin.
    private let input: Pipe

    /// One for all tests that do not look at its usage.
    static let shared = try! Origin()

    /// Starts an origin.
    ///
    /// - Parameter files: What it serves; `nil` for the generated media.
    init(serving files: [String: some Sequence<UInt8>]? = nil as [String: [UInt8]]?) throws {
        var served = GeneratedMedia.folder
        if let files {
            served = FileManager.default.temporaryDirectory.appending(path: "segue-origin-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
            for (name, bytes) in files { try Data(bytes).write(to: served.appending(path: name)) }
        }
        ownFolder = files == nil ? nil : served
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", GeneratedMedia.fixtures.appending(path: "origin.py").path(percentEncoded: false),
            served.path(percentEncoded: false),
        ]
        input = Pipe()
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
            throw ToolFailure(description: "origin.py printed '\(line)'")
        }
        (self.port, self.securePort, certificate) = (port, securePort, String(words[2]))
    }

    deinit {
        if let ownFolder { try? FileManager.default.removeItem(at: ownFolder) }
    }

    /// Puts other content in the place of a file that this origin was given.
    func replace(_ name: String, with bytes: [UInt8]) throws {
        guard let ownFolder else { throw ToolFailure(description: "the generated media are not to be replaced") }
        try Data(bytes).write(to: ownFolder.appending(path: name))
    }

    /// A reference to a path of the origin.
    func reference(_ path: String) -> AssetReference {
        try! AssetReference(argument: "http://127.0.0.1:\(port)/\(path)")
    }

    /// A reference over HTTPS.
    func secureReference(_ path: String) -> AssetReference {
        try! AssetReference(argument: "https://localhost:\(securePort)/\(path)")
    }

    /// What was asked of the origin so far.
    func usage() async throws -> OriginUsage {
        let answer = try await ContentFetcher().read(reference("usage"), range: nil, limit: 1 << 20)
        return try JSONDecoder().decode(OriginUsage.self, from: Data(answer.bytes))
    }
}

/// What an origin counted.
struct OriginUsage: Decodable {
    var requests: Int
    var most: Int
    var paths: [String]
    var statuses: [Int]
    /// When each request began and ended, in seconds.
    var spans: [[Double]]

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

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
    // Closing it is what ends the origin.
    private let input: Pipe

    /// One for all tests that do not look at its usage.
    static let shared = try! Origin()

    /// Starts an origin.
    ///
    /// - Parameter files: What it serves; `nil` for the generated media.
    init(serving files: [String: some Sequence<UInt8>]? = nil as [String: [UInt8]]?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "segue-origin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in files ?? [:] { try Data(bytes).write(to: folder.appending(path: name)) }
        certificate = folder.appending(path: "certificate.pem").path()
        let key = folder.appending(path: "key.pem").path()
        try run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key,
            "-out", certificate)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", GeneratedMedia.fixtures.appending(path: "origin.py").path(),
            (files == nil ? GeneratedMedia.folder : folder).path(),
            certificate,
            key,
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
        let ports = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard ports.count == 2 else { throw OriginFailure(description: "origin.py printed '\(line)'") }
        (port, securePort) = (ports[0], ports[1])
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
}

struct OriginFailure: Error, CustomStringConvertible {
    var description: String
}

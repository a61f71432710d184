import Foundation
import HLSPlaylists

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

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "segue-origin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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
            "python3", GeneratedMedia.fixtures.appending(path: "origin.py").path(), GeneratedMedia.folder.path(),
            certificate,
            key,
        ]
        input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
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
    func usage() throws -> OriginUsage {
        try JSONDecoder().decode(
            OriginUsage.self, from: Data(contentsOf: URL(string: "http://127.0.0.1:\(port)/usage")!))
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

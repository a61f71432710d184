package import Foundation
package import HLSPlaylists

/// The HTTP origin of `Tests/Fixtures/origin.py`; it ends with this value.
package final class HTTPOrigin: Sendable {
    /// Port of plain HTTP.
    package let port: Int
    /// Port of HTTPS with a certificate that nobody trusts.
    package let securePort: Int
    /// The certificate of HTTPS.
    package let certificate: String
    private let service: Service
    private let served: URL

    /// Starts an origin. Its address is known before its files, so that playlists can name it.
    package init() async throws {
        served = try Scratch.newFolder().appending(path: "served")
        service = try await Service("origin.py", [served.path(percentEncoded: false)])
        guard service.words.count == 3, let port = Int(service.words[0]), let securePort = Int(service.words[1]) else {
            throw ChildProcessError(description: "origin.py printed \(service.words)")
        }
        (self.port, self.securePort, certificate) = (port, securePort, service.words[2])
    }

    deinit { try? FileManager.default.removeItem(at: served.deletingLastPathComponent()) }

    /// Serves a folder.
    package func serve(_ folder: URL) throws {
        try FileManager.default.createSymbolicLink(at: served, withDestinationURL: folder)
    }

    /// Serves these files, or other content in their place.
    package func serve(_ files: [String: some Sequence<UInt8>]) throws {
        try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: served.appending(path: name)) }
    }

    /// Has all paths below `held/` answered, which wait until then.
    package func letGo() throws { try Data().write(to: served.appendingPathExtension("go")) }

    /// The address of a path.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// The address over HTTPS.
    package func secureURL(_ path: String) -> String { "https://localhost:\(securePort)/\(path)" }

    /// A reference to a path.
    package func reference(_ path: String) -> AssetReference { try! AssetReference(argument: url(path)) }

    /// A reference over HTTPS.
    package func secureReference(_ path: String) -> AssetReference { try! AssetReference(argument: secureURL(path)) }

    /// What was asked so far.
    package func usage() async throws -> Usage {
        let answer = try await ChildProcess.run("/usr/bin/curl", ["-s", "--noproxy", "*", url("usage")])
        return try JSONDecoder().decode(Usage.self, from: answer.output)
    }

    /// What an origin counted.
    package struct Usage: Decodable, Sendable {
        /// How many requests came.
        package var requests: Int
        /// How many were under way side by side at most.
        package var most: Int
        /// What they asked for.
        package var paths: [String]
        /// How they were answered.
        package var statuses: [Int]
        /// When each request began and ended, in seconds.
        package var spans: [[Double]]

        /// The most requests of which each began after the one before had ended.
        package var longestChain: Int {
            var (chain, end) = (0, -Double.infinity)
            for span in spans.sorted(by: { $0[1] < $1[1] }) where span[0] >= end {
                chain += 1
                end = span[1]
            }
            return chain
        }
    }
}

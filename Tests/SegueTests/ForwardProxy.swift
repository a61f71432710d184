import Foundation
import HarnessTestSupport

/// The forward proxy of `Tests/Fixtures/proxy.py`; it ends with this value.
final class ForwardProxy {
    /// Its address, as the environment names it.
    let url: String
    private let folder: URL
    private let service: Service

    init() async throws {
        folder = try Scratch.newFolder()
        service = try await Service("proxy.py", [folder.appending(path: "log").path(percentEncoded: false)])
        url = "http://127.0.0.1:\(service.words[0])"
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What was asked of it, a line each.
    func log() throws -> [String] {
        let file = folder.appending(path: "log")
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}

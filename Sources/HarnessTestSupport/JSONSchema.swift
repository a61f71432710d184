import Foundation

/// A JSON Schema of `docs/schemas/`, checked by Debian's python3-jsonschema.
package struct JSONSchema: Sendable {
    /// Whether the checker is installed; the test packages contain it.
    package static let isAvailable =
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/jsonschema/__init__.py")

    private let path: String

    /// Names a schema by the name of its document: `segue.check/1`.
    package init(document: String) {
        let name = "../../docs/schemas/\(document.replacing("/", with: "-")).json"
        path = Fixtures.folder.appending(path: name).standardized.path(percentEncoded: false)
    }

    /// What is wrong with a document; empty when it follows the schema.
    package func complaints(about text: String) async throws -> String {
        let checker = Fixtures.folder.appending(path: "check-schema.py").path(percentEncoded: false)
        let check = try await ChildProcess.run(
            "/usr/bin/python3", ["-W", "ignore", checker, path, "/dev/stdin"], input: [UInt8](text.utf8))
        let answer = String(decoding: check.output + check.errors, as: UTF8.self)
        return check.exitCode == 0 ? answer : "the checker failed: \(answer)"
    }
}

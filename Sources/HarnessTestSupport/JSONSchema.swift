import Foundation

/// A JSON Schema of `docs/schemas/`, checked by Debian's python3-jsonschema.
package struct JSONSchema {
    /// Whether the checker is installed; the test packages contain it.
    package static let isAvailable =
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/jsonschema/__init__.py")

    private let path: String
    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    /// Names a schema by the name of its document: `segue.check/1`.
    package init(document: String) {
        path = root.appending(path: "docs/schemas/\(document.replacing("/", with: "-")).json").path(
            percentEncoded: false)
    }

    /// What is wrong with a document; empty when it follows the schema.
    package func complaints(about text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "segue-\(UUID().uuidString).json")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-W", "ignore", root.appending(path: "Tests/Fixtures/check-schema.py").path(percentEncoded: false), path,
            file.path(percentEncoded: false),
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? answer : "the checker failed: \(answer)"
    }
}

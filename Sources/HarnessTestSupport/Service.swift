package import Foundation

/// A script of `Tests/Fixtures` that serves for as long as this value lives, and says in its first line where.
package final class Service: Sendable {
    /// The words of the first line.
    package let words: [String]
    // With it the script's standard input ends, and it gets SIGTERM.
    private let child: ChildProcess

    /// Starts a script and waits for its first line.
    ///
    /// - Throws: `ChildProcessError` with what it said when it ends before that.
    package init(_ script: String, _ arguments: [String]) async throws {
        let path = Fixtures.folder.appending(path: script).path(percentEncoded: false)
        child = try ChildProcess("/usr/bin/python3", [path] + arguments, input: .pending)
        while !child.output.contains(UInt8(ascii: "\n")) {
            guard child.isRunning else {
                throw ChildProcessError(description: "\(script): \(String(decoding: child.errors, as: UTF8.self))")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        let line = String(decoding: child.output, as: UTF8.self).prefix { !$0.isNewline }
        words = line.split(separator: " ").map(String.init)
    }
}

/// What lies in `Tests/Fixtures`.
package enum Fixtures {
    /// Its folder.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Tests/Fixtures").standardized
}

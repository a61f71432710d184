import Foundation

/// The built `segue`, run as a user would.
package struct Program {
    /// What a run gave.
    package struct Run: Sendable {
        /// The exit code.
        package var exitCode: Int32
        /// What it printed on standard output.
        package var output: String
        /// What it printed on standard error.
        package var errors: String
    }

    /// Runs the program that lies beside the tests.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: Variables to add or replace. Measurements are not kept unless it says so (`SEGUE_CACHE`), and what
    ///     is kept lies apart from the user's own cache.
    ///   - input: What it reads on standard input.
    package static func segue(
        _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
    ) async throws -> Run {
        try await run(
            path, arguments, environment: ["XDG_CACHE_HOME": cache].merging(environment) { $1 }, input: input)
    }

    /// Where the program lies.
    package static var path: String { Bundle.main.bundleURL.appending(path: "segue").path(percentEncoded: false) }

    private static let cache = FileManager.default.temporaryDirectory.appending(path: "segue-tests-cache").path(
        percentEncoded: false)

    /// Runs any program and waits for its end.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
    )
        async throws -> Run
    {
        try await withCheckedThrowingContinuation { continuation in
            // Waiting blocks, so it has a thread of its own; files instead of pipes cannot fill up.
            Thread.detachNewThread { @Sendable in
                let name = UUID().uuidString
                let files = ["out", "err", "in"].map {
                    FileManager.default.temporaryDirectory.appending(path: "segue-run-\(name).\($0)")
                }
                defer { for file in files { try? FileManager.default.removeItem(at: file) } }
                do {
                    for file in files { try Data().write(to: file) }
                    try Data(input).write(to: files[2])
                    let process = Process()
                    process.executableURL = URL(filePath: program)
                    process.arguments = arguments
                    process.environment = ProcessInfo.processInfo.environment.merging(["SEGUE_CACHE": "off"]) { $1 }
                        .merging(environment) { $1 }
                    process.standardInput = try FileHandle(forReadingFrom: files[2])
                    process.standardOutput = try FileHandle(forWritingTo: files[0])
                    process.standardError = try FileHandle(forWritingTo: files[1])
                    try process.run()
                    process.waitUntilExit()
                    let texts = try files.prefix(2).map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
                    continuation.resume(
                        returning: Run(exitCode: process.terminationStatus, output: texts[0], errors: texts[1]))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}

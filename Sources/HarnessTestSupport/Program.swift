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

    private static let cache = Scratch.folder.appending(path: "cache").path(percentEncoded: false)

    /// Runs any program and waits for its end.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
    ) async throws -> Run {
        let outcome = try await ChildProcess.run(
            program, arguments, environment: ["SEGUE_CACHE": "off"].merging(environment) { $1 }, input: input)
        return Run(
            exitCode: outcome.exitCode, output: String(decoding: outcome.output, as: UTF8.self),
            errors: String(decoding: outcome.errors, as: UTF8.self))
    }
}

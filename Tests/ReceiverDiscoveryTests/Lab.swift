import Foundation
import Testing

/// Real receivers on a private link, started by `Lab/lab.sh`.
enum Lab {
    /// Where the files of this run are.
    fileprivate static let folder = FileManager.default.temporaryDirectory.appending(
        path: "segue-lab-files-\(getpid())")
    private static let cleansUp = atexit(removeLabFiles)

    /// Why the lab cannot run here; `nil` when it can.
    static let obstacle: String? = {
        guard getuid() == 0 else { return "the lab needs root for network namespaces" }
        let path =
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin", "/usr/bin"]
        let missing = [
            "ip", "ss", "dbus-daemon", "avahi-daemon", "shairport-sync", "uxplay", "Xvfb",
        ].filter { program in
            !path.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
        return missing.isEmpty ? nil : "the lab needs \(missing.joined(separator: ", "))"
    }()

    /// Where the lab must run, as in CI, a missing program is a failure and no reason to skip.
    static var runs: Bool { obstacle == nil || ProcessInfo.processInfo.environment["SEGUE_REQUIRE_LAB"] == "1" }

    static let comment = Comment(rawValue: "skipped: \(obstacle ?? "")")

    struct Outcome {
        var exitCode: Int32
        var output: Data
        var errors: String
    }

    /// Runs `segue discover` with these arguments in the lab.
    static func discover(_ receivers: String, _ arguments: String...) async throws -> Outcome {
        try await discover(receivers, under: [], arguments)
    }

    /// The same, started by another program.
    static func discover(_ receivers: String, under starter: [String], _ arguments: [String]) async throws -> Outcome {
        try await run(receivers, starter + [segue, "discover"] + arguments)
    }

    /// Runs any command in the lab.
    ///
    /// - Parameter simulation: What `segue simulate` is to publish: the arguments after its name.
    static func run(
        _ receivers: String, _ command: [String], simulating simulation: [String] = []
    ) async throws
        -> Outcome
    {
        if let obstacle { throw LabError(description: obstacle) }
        let words = ([segue, "simulate"] + simulation).map { "'\($0)'" }.joined(separator: " ")
        return try await run(
            "/bin/bash", [path(of: "lab.sh"), receivers] + command, environment: ["SEGUE_LAB_SIMULATE": words])
    }

    /// The program under test.
    static let segue = Bundle.main.bundleURL.appending(path: "segue").path(percentEncoded: false)

    /// A file of the lab's folder.
    static func path(of name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Lab/\(name)").path(percentEncoded: false)
    }

    /// A Python with pyatv, made by `scripts/install-test-peers.sh`.
    static let python = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../.build/test-venv/bin/python3").standardized.path(percentEncoded: false)

    /// Whether pyatv is there; where the lab must run, a missing one is a failure.
    static var hasPyatv: Bool {
        runs
            && (FileManager.default.isExecutableFile(atPath: python)
                || ProcessInfo.processInfo.environment["SEGUE_REQUIRE_LAB"] == "1")
    }

    /// A file with this text, for as long as the tests run.
    static func file(_ text: String, _ suffix: String = "yaml") throws -> String {
        _ = cleansUp
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(UUID().uuidString).\(suffix)")
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    private static func run(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            // The pipes are read to their end on a thread of its own: reading blocks.
            Thread.detachNewThread { @Sendable in
                let process = Process()
                let (output, errors) = (FileManager.default.temporaryDirectory, UUID().uuidString)
                let files = ["out", "err"].map { output.appending(path: "segue-lab-\(errors).\($0)") }
                defer { for file in files { try? FileManager.default.removeItem(at: file) } }
                do {
                    for file in files { try Data().write(to: file) }
                    process.executableURL = URL(filePath: program)
                    process.arguments = arguments
                    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                    process.standardInput = FileHandle.nullDevice
                    process.standardOutput = try FileHandle(forWritingTo: files[0])
                    process.standardError = try FileHandle(forWritingTo: files[1])
                    try process.run()
                    process.waitUntilExit()
                    let texts = try files.map { try Data(contentsOf: $0) }
                    continuation.resume(
                        returning: Outcome(
                            exitCode: process.terminationStatus, output: texts[0],
                            errors: String(decoding: texts[1], as: UTF8.self)))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}

struct LabError: Error, CustomStringConvertible {
    var description: String
}

private func removeLabFiles() { try? FileManager.default.removeItem(at: Lab.folder) }

/// Everything that starts a lab, one after the other: each has several daemons, and the machine two cores.
@Suite(.enabled(if: Lab.runs, Lab.comment), .serialized) enum LabSuite {}

import Foundation
import HarnessTestSupport
import Testing

/// Real receivers on a private link, started by `Lab/lab.sh`.
enum Lab {
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

    /// Whether Kodi can have sound and its screen can be recorded.
    static var hasScreen: Bool {
        ["pulseaudio", "ffmpeg", "kodi"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
            || ProcessInfo.processInfo.environment["SEGUE_REQUIRE_LAB"] == "1"
    }

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
        _ receivers: String, _ command: [String], simulating simulation: [String] = [],
        environment: [String: String] = [:]
    ) async throws
        -> Outcome
    {
        if let obstacle { throw LabError(description: obstacle) }
        let words = ([segue, "simulate"] + simulation).map { "'\($0)'" }.joined(separator: " ")
        let run = try await ChildProcess.run(
            "/bin/bash", [path(of: "lab.sh"), receivers] + command,
            environment: environment.merging(["SEGUE_LAB_SIMULATE": words]) { $1 })
        return Outcome(
            exitCode: run.exitCode, output: run.output, errors: String(decoding: run.errors, as: UTF8.self))
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

}

struct LabError: Error, CustomStringConvertible {
    var description: String
}

/// Everything that starts a lab, one after the other: each has several daemons, and the machine two cores.
@Suite(.enabled(if: Lab.runs, Lab.comment), .serialized) enum LabSuite {}

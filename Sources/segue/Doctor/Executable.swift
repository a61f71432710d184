import Foundation

/// Programs of the system that the doctor asks.
enum Executable {
    /// What a program printed and how it ended.
    struct Outcome {
        var exitCode: Int32
        var output: String
    }

    /// The path of a program, in `PATH` and where the system keeps those for root; `nil` when it is not there.
    static func find(_ name: String) -> String? {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (path + ["/usr/sbin", "/sbin", "/usr/bin", "/bin"]).map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Runs a program, no longer than a time; `nil` when it cannot be started or does not end.
    static func run(_ path: String, _ arguments: [String], within time: Duration) -> Outcome? {
        let process = Process()
        let file = FileManager.default.temporaryDirectory.appending(path: "segue-doctor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        guard (try? Data().write(to: file)) != nil, let output = try? FileHandle(forWritingTo: file) else { return nil }
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { @Sendable _ in ended.signal() }
        guard (try? process.run()) != nil else { return nil }
        guard ended.wait(timeout: .now() + (time / .seconds(1))) == .success else {
            process.terminate()
            return nil
        }
        // Rules and versions are short; whatever is longer is cut.
        let text = (try? FileHandle(forReadingFrom: file).read(upToCount: 1 << 20)) ?? Data()
        return Outcome(exitCode: process.terminationStatus, output: String(decoding: text, as: UTF8.self))
    }
}

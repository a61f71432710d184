import Foundation

/// One run of a program with the memory that it and the processes it started have for themselves.
struct WatchedRun {
    /// The most that all processes together had at one time in memory that no file stands behind (`RssAnon`), in bytes.
    private(set) var mostMemory = 0
    /// Exit code.
    private(set) var exitCode: Int32 = 0
    /// Lines printed on standard output.
    private(set) var lines = 0

    /// Runs a program and looks at it every 20 ms.
    init(_ program: String, _ arguments: [String], input: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (list, printed) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try Data(input.utf8).write(to: list)
        try Data().write(to: printed)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: list)
        process.standardOutput = try FileHandle(forWritingTo: printed)
        try process.run()
        while process.isRunning {
            let processes = [process.processIdentifier] + Self.children(of: process.processIdentifier)
            mostMemory = max(mostMemory, processes.reduce(0) { $0 + Self.memory(of: $1) })
            Thread.sleep(forTimeInterval: 0.02)
        }
        process.waitUntilExit()
        exitCode = process.terminationStatus
        lines = try Data(contentsOf: printed, options: .alwaysMapped).count { $0 == 0x0A }
    }

    private static func children(of process: Int32) -> [Int32] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.flatMap { thread in
            let text = (try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    private static func memory(of process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}

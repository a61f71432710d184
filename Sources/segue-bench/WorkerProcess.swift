import Foundation
import MediaFormats

/// A probe worker that is spoken with directly, to measure it without the program around it.
final class WorkerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the program at this path.
    init(_ program: String) throws {
        process.executableURL = URL(filePath: program)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Has a file measured again and again.
    ///
    /// - Returns: Microseconds of processor time for one time.
    func measure(_ path: String, times: Int) throws -> Double {
        let frame = try ProbeFrame(ProbeRequest.file(path: path, limits: ProbeLimits()))
        let before = processorNanoseconds
        for _ in 0..<times {
            try input.fileHandleForWriting.write(contentsOf: Data(frame.head))
            let lengths = try ProbeFrame.lengths(of: try read(ProbeFrame.headLength))
            let reply = try read(lengths.message + lengths.payload).prefix(lengths.message)
            guard case .measured = try ProbeFrame(message: Array(reply)).decode(ProbeReply.self) else {
                throw UnexpectedReply(path: path)
            }
        }
        return (processorNanoseconds - before) / 1000 / Double(times)
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = try output.fileHandleForReading.read(upToCount: count - bytes.count), !more.isEmpty else {
                throw UnexpectedReply(path: "the end of the worker")
            }
            bytes += more
        }
        return bytes
    }

    /// What all its threads have used, by the scheduler's own count.
    private var processorNanoseconds: Double {
        let folder = "/proc/\(process.processIdentifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.reduce(0) { sum, thread in
            let text = (try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0)
        }
    }
}

/// A worker that did not measure what it should have measured, so that its time says nothing.
struct UnexpectedReply: Error, CustomStringConvertible {
    var path: String
    var description: String { "the worker gave no facts about \(path)" }
}

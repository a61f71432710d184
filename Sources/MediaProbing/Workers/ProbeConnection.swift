import Glibc
import MediaFormats
import Subprocess
import Synchronization

/// Exchanges messages with one worker process.
struct ProbeConnection {
    /// A worker with both ends of the conversation.
    typealias Process = Execution<CustomWriteInput, SequenceOutput, DiscardedOutput>

    /// What came back.
    enum Answer {
        /// A reply.
        case reply(ProbeReply)
        /// The process ended or talked nonsense; it is gone now.
        case lost
        /// The process did not answer in time; it is gone now.
        case overdue
    }

    private let process: Process
    private var output: SubprocessOutputSequence.Iterator
    private var assembler = ProbeFrameAssembler()

    /// Speaks with a process that was just started.
    init(to process: Process) {
        self.process = process
        output = process.standardOutput.makeAsyncIterator()
    }

    /// Whether the process is known to have ended. Its descriptor becomes readable then.
    var hasEnded: Bool {
        var descriptor = pollfd(fd: process.processIdentifier.processDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
    }

    /// Sends a message and waits for the reply, no longer than a time.
    mutating func exchange(_ message: ProbeRequest, payload: [UInt8], within time: Duration) async -> Answer {
        let watchdog = Watchdog(over: process, within: time)
        defer { watchdog.stop() }
        do {
            let frame = try ProbeFrame(message, payload: payload)
            // A dead process takes what is written to it; only the end of its output tells.
            _ = try await process.standardInputWriter.write(frame.head)
            _ = try await process.standardInputWriter.write(frame.payload)
            while true {
                if let frame = try assembler.next() { return .reply(try frame.decode(ProbeReply.self)) }
                guard let buffer = try await output.next() else { break }
                buffer.withUnsafeBytes { assembler.append($0) }
            }
        } catch {
            // Handled like an end: nothing more can be said to this process.
        }
        try? process.send(signal: .kill)
        return watchdog.hasBarked ? .overdue : .lost
    }
}

/// Ends a process that does not answer in time.
private struct Watchdog: Sendable {
    private let state = WatchdogState()
    private let task: Task<Void, Never>

    init(over process: ProbeConnection.Process, within time: Duration) {
        task = Task { [state] in
            do { try await Task.sleep(for: time) } catch { return }
            state.hasBarked.store(true, ordering: .relaxed)
            try? process.send(signal: .kill)
        }
    }

    var hasBarked: Bool { state.hasBarked.load(ordering: .relaxed) }

    func stop() { task.cancel() }
}

private final class WatchdogState: Sendable {
    let hasBarked = Atomic(false)
}

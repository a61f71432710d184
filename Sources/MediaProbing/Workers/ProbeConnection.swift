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
        /// None, and the process is gone now.
        case none(End)
    }

    /// Why nothing more comes from a process.
    enum End {
        /// It ended or talked nonsense.
        case lost
        /// It did not take a message or give an answer in time.
        case overdue
    }

    private let process: Process
    private let watchdog: Watchdog
    private var output: SubprocessOutputSequence.Iterator
    private var assembler = ProbeFrameAssembler()

    /// Bytes that a write never waits for: half of the smallest pipe, which holds a page (pipe(7)), so that two such messages
    /// lie in it.
    private static let surelyTaken = 2048

    /// Speaks with a process that was just started.
    init(to process: Process) {
        self.process = process
        watchdog = Watchdog { try? process.send(signal: .kill) }
        output = process.standardOutput.makeAsyncIterator()
    }

    /// Whether the process is known to have ended. Its descriptor becomes readable then.
    var hasEnded: Bool {
        var descriptor = pollfd(fd: process.processIdentifier.processDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
    }

    /// Ends the process, which cannot be trusted any more.
    func end() { try? process.send(signal: .kill) }

    /// Sends a message, in no longer than a time. A dead process takes what is written to it; only the end of its output
    /// tells.
    ///
    /// - Returns: What went wrong; `nil` when the message was sent.
    func send(_ message: ProbeRequest, payload: [UInt8], within time: Duration) async -> End? {
        defer { watchdog.rest() }
        do {
            let frame = try ProbeFrame(message, payload: payload)
            let head = frame.head
            if head.count + payload.count > Self.surelyTaken { watchdog.watch(for: time) }
            _ = try await process.standardInputWriter.write(head)
            if !payload.isEmpty { _ = try await process.standardInputWriter.write(frame.payload) }
            return nil
        } catch {
            end()
            return watchdog.hasBarked ? .overdue : .lost
        }
    }

    /// Sends a message and waits for the reply, each no longer than a time.
    mutating func exchange(_ message: ProbeRequest, payload: [UInt8], within time: Duration) async -> Answer {
        if let end = await send(message, payload: payload, within: time) { return .none(end) }
        return await next(within: time)
    }

    /// Waits for the next reply, no longer than a time.
    mutating func next(within time: Duration) async -> Answer {
        watchdog.watch(for: time)
        defer { watchdog.rest() }
        do {
            while true {
                if let frame = try assembler.next() { return .reply(try frame.decode(ProbeReply.self)) }
                guard let buffer = try await output.next() else { break }
                buffer.withUnsafeBytes { assembler.append($0) }
            }
        } catch {
            // Handled like an end: nothing more can be said to this process.
        }
        end()
        return .none(watchdog.hasBarked ? .overdue : .lost)
    }
}

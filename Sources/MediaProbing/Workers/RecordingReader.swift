import Glibc
package import MediaFormats
import Subprocess

/// Has a recording read by a worker of its own, which decodes it.
package struct RecordingReader: Sendable {
    private let executable: String
    private let patience: Duration

    /// What a recording shows.
    package struct Recording: Sendable, Hashable {
        /// Its pictures and sounds.
        package var content: RecordingPart
        /// What is true of it as a whole.
        package var facts: RecordingFacts
    }

    /// Prepares a reader.
    ///
    /// - Parameters:
    ///   - executable: Path of the worker; `nil` for the one that measures media.
    ///   - patience: Time without anything new after which the worker counts as stuck.
    package init(executable: String? = nil, patience: Duration = .seconds(60)) {
        self.executable = executable ?? ProbeWorkerPool.defaultExecutable
        self.patience = patience
    }

    /// Reads a recording to its end.
    ///
    /// - Parameter progress: Told how many pictures were read so far.
    /// - Throws: ``ProbeWorkerError``; a worker that crashed or got stuck has been ended.
    package func read(
        _ task: RecordingTask, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(ProbeWorkerError) -> Recording {
        // A write to a worker that just died would end this program.
        signal(SIGPIPE, SIG_IGN)
        var end = End.lost
        let status: TerminationStatus
        do {
            let result = try await Subprocess.run(
                .path(.init(executable)), environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]),
                input: .inputWriter, output: .sequence, error: .discarded
            ) { process in
                end = await converse(about: task, with: process, progress)
                try? process.send(signal: .kill)
            }
            status = result.terminationStatus
        } catch {
            throw .unavailable("\(executable): \(error)")
        }
        if Task.isCancelled { throw .cancelled }
        switch end {
        case .read(let recording): return recording
        case .failed(let failure): throw .failed(failure)
        case .overdue: throw .timedOut(after: patience)
        case .lost:
            switch status {
            case .exited(let code): throw .crashed("exit code \(code)")
            case .signaled(let signal): throw .crashed("signal \(signal)")
            }
        }
    }

    private enum End: Sendable {
        case read(Recording)
        case failed(ProbeFailure)
        case overdue
        case lost
    }

    private func converse(
        about task: RecordingTask, with process: ProbeConnection.Process, _ progress: @Sendable (Int) -> Void
    ) async -> End {
        var connection = ProbeConnection(to: process)
        var content = RecordingPart()
        var answer = await connection.exchange(.recording(task), payload: [], within: patience)
        while true {
            switch answer {
            case .reply(.part(let part)):
                guard part.isWhole else { return .failed(ProbeFailure(.badRequest, "a part that is not whole")) }
                content.append(part)
                progress(content.pictureCount)
            case .reply(.recording(let facts)): return .read(Recording(content: content, facts: facts))
            case .reply(.failed(let failure)): return .failed(failure)
            case .reply: return .failed(ProbeFailure(.badRequest, "another answer than was asked for"))
            case .none(.lost): return .lost
            case .none(.overdue): return .overdue
            }
            answer = await connection.next(within: patience)
        }
    }
}

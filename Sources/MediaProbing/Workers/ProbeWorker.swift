import MediaFormats
import Subprocess

/// Keeps one worker process alive and leads its conversations.
struct ProbeWorker: Sendable {
    /// Path of the program.
    let executable: String
    /// Where measurements come from.
    let queue: ProbeJobQueue
    /// Time beyond a request's own deadline after which a worker counts as stuck.
    let grace: Duration
    /// Told about each process that starts (`true`) and ends.
    let note: @Sendable (_ process: Int32, _ isRunning: Bool) -> Void

    /// A measurement whose worker got lost.
    private struct Loss: Sendable {
        var job: ProbeJob
        var cause: Cause

        enum Cause: Sendable {
            case crash
            case overdue(Duration)
            /// The worker had ended before the measurement began, which has nothing to do with it.
            case earlierEnd
        }
    }

    /// Runs workers until the queue is closed. The first starts at once; one that got lost is replaced when there is
    /// something to do.
    func run() async {
        var job: ProbeJob?
        while true {
            switch await runProcess(beginningWith: job) {
            case .closed: return
            case .lost(let unfinished): job = unfinished
            }
            if job == nil { job = await queue.next() }
            if job == nil { return }
        }
    }

    private enum End {
        /// The queue is closed.
        case closed
        /// The process is gone, before it could begin with the measurement if there is one.
        case lost(ProbeJob?)
    }

    /// Runs one process for as long as it answers.
    private func runProcess(beginningWith job: ProbeJob?) async -> End {
        var loss: Loss?
        do {
            let result = try await Subprocess.run(
                .path(.init(executable)),
                // A crash is then seen at once, without a backtrace that nobody reads.
                environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]),
                input: .inputWriter, output: .sequence, error: .discarded
            ) { process in
                note(process.processIdentifier.value, true)
                defer { note(process.processIdentifier.value, false) }
                loss = await serve(process, beginningWith: job)
            }
            guard let loss else { return .closed }
            switch loss.cause {
            case .earlierEnd: return .lost(loss.job)
            case .crash: loss.job.finish(.failure(.crashed(Self.text(for: result.terminationStatus))))
            case .overdue(let time): loss.job.finish(.failure(.timedOut(after: time)))
            }
        } catch {
            // Nobody may be left waiting, whether the process never started or was lost without a trace.
            loss?.job.finish(.failure(.crashed("\(error)")))
            job?.finish(.failure(.unavailable("\(executable): \(error)")))
        }
        return .lost(nil)
    }

    private static func text(for status: TerminationStatus) -> String {
        switch status {
        case .exited(let code): "exit code \(code)"
        case .signaled(let signal): "signal \(signal)"
        }
    }

    private func serve(_ process: ProbeConnection.Process, beginningWith first: ProbeJob?) async -> Loss? {
        var connection = ProbeConnection(to: process)
        var job = first
        while true {
            if job == nil {
                job = await queue.next()
                if let job, connection.hasEnded { return Loss(job: job, cause: .earlierEnd) }
            }
            guard let current = job else { return nil }
            if !current.isFinished, let loss = await converse(about: current, over: &connection) { return loss }
            job = nil
        }
    }

    private func converse(about job: ProbeJob, over connection: inout ProbeConnection) async -> Loss? {
        var message = job.request
        var payload = job.payload
        let deadline = message.workingTime + grace
        while true {
            switch await connection.exchange(message, payload: payload, within: deadline) {
            case .reply(.measured(let media)):
                job.finish(.success(.media(media)))
                return nil
            case .reply(.tags(let harvest)):
                job.finish(.success(.tags(harvest)))
                return nil
            case .reply(.failed(let failure)):
                job.finish(.failure(.failed(failure)))
                return nil
            case .reply(.needsMore(let range)):
                let supply = job.isFinished ? nil : await job.supply(range)
                // Who waited for the answer may have left meanwhile.
                (message, payload) = (.abandon, [])
                if let supply, !job.isFinished { (message, payload) = (.more(supply.ranges), supply.bytes) }
            case .lost: return Loss(job: job, cause: .crash)
            case .overdue: return Loss(job: job, cause: .overdue(deadline))
            }
        }
    }
}

extension ProbeRequest {
    /// Working time that the request allows; none for messages inside a conversation.
    fileprivate var workingTime: Duration {
        switch self {
        case .file(_, let limits), .ranges(_, _, let limits), .tags(_, let limits): limits.deadline
        case .more, .abandon: .zero
        }
    }
}

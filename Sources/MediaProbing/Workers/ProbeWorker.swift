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
        /// Measurements that the worker was told of and had not begun.
        var unbegun: [ProbeJob] = []

        enum Cause: Sendable {
            case crash
            /// The worker did what none does that is in its right mind, and was ended.
            case misconduct(String)
            case overdue(Duration)
            /// The worker had ended before the measurement began, which has nothing to do with it.
            case earlierEnd

            init(_ end: ProbeConnection.End, _ deadline: Duration) {
                switch end {
                case .lost: self = .crash
                case .overdue: self = .overdue(deadline)
                }
            }
        }
    }

    /// Runs workers until the queue is closed. The first starts at once; one that got lost is replaced when there is
    /// something to do.
    func run() async {
        var jobs: [ProbeJob] = []
        while true {
            switch await runProcess(beginningWith: jobs) {
            case .closed: return
            case .lost(let unbegun): jobs = unbegun
            }
            guard jobs.isEmpty else { continue }
            guard let job = await queue.next() else { return }
            jobs = [job]
        }
    }

    private enum End {
        /// The queue is closed.
        case closed
        /// The process is gone, before it could begin with these measurements.
        case lost([ProbeJob])
    }

    /// Runs one process for as long as it answers.
    private func runProcess(beginningWith jobs: [ProbeJob]) async -> End {
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
                loss = await serve(process, beginningWith: jobs)
            }
            guard let loss else { return .closed }
            return settle(loss, Self.text(for: result.terminationStatus))
        } catch {
            // Nobody may be left waiting, whether the process never started or was lost without a trace.
            if let loss { return settle(loss, "\(error)") }
            for job in jobs { job.finish(.failure(.unavailable("\(executable): \(error)"))) }
            return .lost([])
        }
    }

    /// Tells who waits for a lost measurement why it is lost, and gives what the next worker is to do.
    ///
    /// - Parameter status: How the process ended.
    private func settle(_ loss: Loss, _ status: String) -> End {
        switch loss.cause {
        case .earlierEnd: return .lost([loss.job] + loss.unbegun)
        case .crash: loss.job.finish(.failure(.crashed(status)))
        case .misconduct(let what): loss.job.finish(.failure(.crashed(what)))
        case .overdue(let time): loss.job.finish(.failure(.timedOut(after: time)))
        }
        return .lost(loss.unbegun)
    }

    private static func text(for status: TerminationStatus) -> String {
        switch status {
        case .exited(let code): "exit code \(code)"
        case .signaled(let signal): "signal \(signal)"
        }
    }

    /// Leads conversations until the queue is closed. While the worker is at one file the next one waits in its pipe
    /// already, so that it never waits for this program.
    private func serve(_ process: ProbeConnection.Process, beginningWith first: [ProbeJob]) async -> Loss? {
        var connection = ProbeConnection(to: process)
        var waiting = first
        /// What the worker was told of, in the order of the answers.
        var told: [ProbeJob] = []
        while true {
            if told.isEmpty {
                let isFirst = !waiting.isEmpty
                guard let job = isFirst ? waiting.removeFirst() : await queue.next() else { return nil }
                if !isFirst, connection.hasEnded { return Loss(job: job, cause: .earlierEnd) }
                if job.isFinished { continue }
                told.append(job)
                let deadline = deadline(of: job)
                if let end = await connection.send(job.request, payload: job.payload, within: deadline) {
                    return Loss(job: job, cause: Loss.Cause(end, deadline), unbegun: waiting)
                }
            }
            let job = told[0]
            if told.count == 1, job.isFile,
                let ahead = waiting.isEmpty ? queue.nextIfReady(where: \.isFile) : waiting.removeFirst()
            {
                told.append(ahead)
                // Where it cannot be said any more, the answer in front of it does not come either.
                _ = await connection.send(ahead.request, payload: [], within: grace)
            }
            told.removeFirst()
            if let cause = await converse(about: job, over: &connection) {
                return Loss(job: job, cause: cause, unbegun: told + waiting)
            }
        }
    }

    private func deadline(of job: ProbeJob) -> Duration { job.request.workingTime + grace }

    /// Leads a conversation, whose first message was sent, to its end.
    private func converse(about job: ProbeJob, over connection: inout ProbeConnection) async -> Loss.Cause? {
        let deadline = deadline(of: job)
        var questions = WorkerQuestions(about: job.request)
        var answer = await connection.next(within: deadline)
        while true {
            switch answer {
            case .reply(.measured(let media)):
                job.finish(.success(.media(media.withPossibleCount)))
                return nil
            case .reply(.tags(let harvest)):
                job.finish(.success(.tags(harvest.withPossibleCount)))
                return nil
            case .reply(.failed(let failure)):
                job.finish(.failure(.failed(failure)))
                return nil
            case .reply(.part), .reply(.recording):
                job.finish(.failure(.failed(ProbeFailure(.badRequest, "another answer than was asked for"))))
                connection.end()
                return .crash
            case .reply(.needsMore(let range)):
                if let objection = questions.objection {
                    connection.end()
                    return .misconduct(objection)
                }
                let supply = job.isFinished ? nil : await job.supply(range)
                questions.note(supply)
                // Who waited for the answer may have left meanwhile.
                var (message, payload) = (ProbeRequest.abandon, [UInt8]())
                if let supply, !job.isFinished { (message, payload) = (.more(supply.ranges), supply.bytes) }
                answer = await connection.exchange(message, payload: payload, within: deadline)
            case .none(let end): return Loss.Cause(end, deadline)
            }
        }
    }
}

/// More bytes than any instrument reads: sums of counts up to this fit.
private let mostBytes = 1 << 48

extension MeasuredMedia {
    /// With a number of bytes that can have been read.
    fileprivate var withPossibleCount: MeasuredMedia {
        var media = self
        media.bytesRead = min(max(0, bytesRead), mostBytes)
        return media
    }
}

extension TimedTagHarvest {
    /// With a number of bytes that can have been read.
    fileprivate var withPossibleCount: TimedTagHarvest {
        var harvest = self
        harvest.bytesRead = min(max(0, bytesRead), mostBytes)
        return harvest
    }
}

extension ProbeJob {
    /// Whether the worker needs nothing but the request, so that it may be sent before its turn: it never asks back, and is
    /// short enough for the pipe to hold it beside another one. Few paths are longer.
    fileprivate var isFile: Bool {
        switch request {
        case .file(let path, _): path.utf8.count <= 1024
        case .ranges, .tags, .recording, .more, .abandon: false
        }
    }
}

extension ProbeRequest {
    /// Working time that the request allows; none for messages inside a conversation.
    fileprivate var workingTime: Duration {
        switch self {
        case .file(_, let limits), .ranges(_, _, let limits), .tags(_, let limits): limits.deadline
        case .recording(let task): task.deadline
        case .more, .abandon: .zero
        }
    }
}

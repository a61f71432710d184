import Synchronization

/// Hands measurements to whichever worker is free, in the order of their arrival.
final class ProbeJobQueue: Sendable {
    private let state = Mutex(State())

    private struct State {
        var jobs: [ProbeJob] = []
        var waiting: [CheckedContinuation<ProbeJob?, Never>] = []
        var isClosed = false
    }

    /// Adds a measurement.
    ///
    /// - Returns: `false` when the queue is closed.
    func add(_ job: ProbeJob) -> Bool {
        let (isTaken, worker) = state.withLock { state in
            guard !state.isClosed else { return (false, nil as CheckedContinuation<ProbeJob?, Never>?) }
            guard state.waiting.isEmpty else { return (true, state.waiting.removeFirst()) }
            state.jobs.append(job)
            return (true, nil)
        }
        worker?.resume(returning: job)
        return isTaken
    }

    /// The next measurement; `nil` once the queue is closed and empty.
    func next() async -> ProbeJob? {
        await withCheckedContinuation { continuation in
            let answer: ProbeJob?? = state.withLock { state in
                if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
                if state.isClosed { return .some(nil) }
                state.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// The next measurement if there is one already and it is as wished.
    func nextIfReady(where isWished: (ProbeJob) -> Bool) -> ProbeJob? {
        state.withLock { state in
            guard let job = state.jobs.first, isWished(job) else { return nil }
            return state.jobs.removeFirst()
        }
    }

    /// Takes no more; what is in the queue is still handed out.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for worker in waiting { worker.resume(returning: nil) }
    }
}

import MediaFormats
package import TransitionRisk

/// Runs the cells of a run in order, keeps each batch as it comes, and can be ended at any moment.
///
/// Receivers whose firmware has changed go first, through all primaries; then the others. What a primary's assets were
/// found to be is kept by edition, and a verdict by what it was made of, so that a night over unchanged inputs reads
/// playlists and the heads of media only, and judges nothing twice.
package struct MatrixRunner: Sendable {
    /// How far a run has come.
    package struct Progress: Sendable {
        /// Primaries that are done, of ``primaries`` (each counts once for every group of receivers).
        package var done: Int
        /// All of them.
        package var primaries: Int
        /// Cells stored by this program in this run.
        package var cells: Int
        /// Verdicts that had to be worked out.
        package var judged: Int
        /// The primary just done, with its outcomes.
        package var last: (name: String, outcomes: [CellOutcome: Int])?
    }

    /// How a run is gone about.
    package struct Policy: Sendable {
        /// Measure and judge everything anew.
        package var checksAll = false
        /// How often a primary that failed is tried again.
        package var retries = 1
        /// How many primaries are read at a time.
        package var width = 4
        /// Most cells of one transaction.
        package var batch = 500

        /// The usual way.
        package init() {}
    }

    private let history: History
    private let run: History.OpenRun
    private let reader: any EntryReader
    private let assessor: TransitionAssessor
    private let policy: Policy
    private let isInterrupted: @Sendable () -> Bool
    private let report: @Sendable (Progress) async -> Void

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - isInterrupted: Whether the user wants to end; asked between batches.
    ///   - report: Told after each primary.
    package init(
        history: History, run: History.OpenRun, reader: any EntryReader, assessor: TransitionAssessor,
        policy: Policy,
        isInterrupted: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Progress) async -> Void
    ) {
        self.history = history
        self.run = run
        self.reader = reader
        self.assessor = assessor
        self.policy = policy
        self.isInterrupted = isInterrupted
        self.report = report
    }

    /// One primary for one group of receivers.
    private struct Step: Sendable {
        let number: Int
        let place: Int
        let columns: [RunSetup.Column]
    }

    /// A primary that was read.
    private struct Read: Sendable {
        var checked: EntryReading<CheckedEntry>
        var attempts: [String] = []
    }

    private var steps: [Step] {
        let groups = [run.setup.columns.filter(\.isFirst), run.setup.columns.filter { !$0.isFirst }]
        let all = groups.enumerated().flatMap { group, columns in
            run.setup.entries.indices.map { place in
                Step(number: group * run.setup.entries.count + place, place: place, columns: columns)
            }
        }
        return all.filter { !$0.columns.isEmpty }
    }

    /// Runs all steps that are not done.
    ///
    /// - Returns: Whether all is done.
    package func perform() async throws(HistoryError) -> Bool {
        let baseline = try await history.baseline(for: run)
        let judging = Judging(
            history: history, assessor: assessor, costs: run.setup.costs, program: run.setup.program,
            limit: run.setup.failOn,
            checksAll: policy.checksAll)
        let all = steps
        let open = all.filter { !run.doneSteps.contains($0.number) }
        var progress = Progress(done: all.count - open.count, primaries: all.count, cells: 0, judged: 0)
        for start in stride(from: 0, to: open.count, by: max(1, policy.width)) {
            if isInterrupted() { return false }
            let group = Array(open[start..<min(start + max(1, policy.width), open.count)])
            // Receivers that are not there need no assets; the primary is read for the others.
            var reads = try await read(group)
            for step in group {
                // A step that was not read is not done.
                guard let read = reads.removeValue(forKey: step.number) else { return false }
                if case .interrupted = read.checked { return false }
                if isInterrupted() { return false }
                let name = run.setup.entries[step.place].name
                let records = try await judging.records(
                    for: read.checked, primary: name, columns: step.columns, attempts: read.attempts,
                    known: baseline.places[name] ?? [])
                progress.judged = judging.worked
                guard try await store(records, of: step, baseline, &progress) else { return false }
                progress.done += 1
                progress.last = (name, records.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 })
                await report(progress)
            }
        }
        return true
    }

    private func store(
        _ records: [CellRecord], of step: Step, _ baseline: Baseline, _ progress: inout Progress
    ) async throws(HistoryError) -> Bool {
        var rest = records[...]
        repeat {
            let batch = Array(rest.prefix(max(1, policy.batch)))
            rest = rest.dropFirst(batch.count)
            try await history.store(
                batch, run: run.id, finishing: rest.isEmpty ? step.number : nil, baseline: baseline)
            progress.cells += batch.count
            if !rest.isEmpty, isInterrupted() { return false }
        } while !rest.isEmpty
        return true
    }

    private func read(_ steps: [Step]) async throws(HistoryError) -> [Int: Read] {
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for step in steps { group.addTask { await self.outcome(of: step) } }
            var all: [Outcome] = []
            for await outcome in group { all.append(outcome) }
            return all.sorted { $0.number < $1.number }
        }
        var reads: [Int: Read] = [:]
        for outcome in outcomes { reads[outcome.number] = try outcome.result.get() }
        return reads
    }

    /// How reading one step ended.
    private struct Outcome: Sendable {
        let number: Int
        let result: Result<Read, HistoryError>
    }

    /// A function and no closure: where a closure catches a typed error and gives a tuple with a captured number, Swift
    /// 6.3 mixes the numbers up when it optimises.
    private func outcome(of step: Step) async -> Outcome {
        do throws(HistoryError) {
            return Outcome(number: step.number, result: .success(try await read(step)))
        } catch {
            return Outcome(number: step.number, result: .failure(error))
        }
    }

    private func read(_ step: Step) async throws(HistoryError) -> Read {
        guard step.columns.contains(where: \.isPresent) else { return Read(checked: .failed("no receiver is there")) }
        var attempts: [String] = []
        while true {
            let checked = try await once(step)
            let word: String
            switch checked {
            case .read, .interrupted: return Read(checked: checked, attempts: attempts)
            case .timedOut(let why): word = "\(CellOutcome.timedOut.word): \(why)"
            case .failed(let why): word = "\(CellOutcome.error.word): \(why)"
            }
            guard attempts.count < policy.retries else { return Read(checked: checked, attempts: attempts) }
            attempts.append(word)
        }
    }

    private func once(_ step: Step) async throws(HistoryError) -> EntryReading<CheckedEntry> {
        let revision: EntryRevision
        switch await reader.revision(of: step.place) {
        case .read(let found): revision = found
        case .timedOut(let why): return .timedOut(why)
        case .failed(let why): return .failed(why)
        case .interrupted: return .interrupted
        }
        let name = SHA256.name(of: [revision.name, run.setup.program])
        if let before = try await history.revision(of: step.place, run: run.id), before != name {
            // The run was resumed over other assets: what it had stored is about those before.
            try await history.dropCells(
                of: run.setup.entries[step.place].name, receivers: step.columns.map(\.receiver), run: run.id)
        }
        if !policy.checksAll, let kept = try await history.checkedEntry(revision: name) {
            try await history.store(kept, revision: name, run: run.id, place: step.place)
            return .read(kept)
        }
        let checked = await reader.check(step.place, revision: revision)
        if case .read(let entry) = checked {
            // What could not be read today may be readable tomorrow under the same name.
            if entry.problems.isEmpty {
                try await history.store(entry, revision: name, run: run.id, place: step.place)
            } else {
                try await history.note(entry.spans, run: run.id, place: step.place)
            }
        }
        return checked
    }
}

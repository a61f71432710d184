import MediaFormats
import Synchronization
import TransitionRisk

/// Turns primaries that were read into cells, taking verdicts from the history where it has them.
final class Judging: Sendable {
    private let history: History
    private let assessor: TransitionAssessor
    private let costs: String
    private let program: String
    private let limit: Band
    private let checksAll: Bool
    private let count = Mutex(0)

    init(
        history: History, assessor: TransitionAssessor, costs: String, program: String, limit: Band, checksAll: Bool
    ) {
        self.history = history
        self.assessor = assessor
        self.costs = costs
        self.program = program
        self.limit = limit
        self.checksAll = checksAll
    }

    /// Verdicts that had to be worked out.
    var worked: Int { count.withLock { $0 } }

    /// The cells of one primary for some receivers.
    ///
    /// - Parameter known: The transitions that the run before had, for a primary that cannot be read now.
    func records(
        for reading: EntryReading<CheckedEntry>, primary: String, columns: [RunSetup.Column], attempts: [String],
        known: [TransitionPlace]
    ) async throws(HistoryError) -> [CellRecord] {
        let attempts = attempts.isEmpty ? nil : attempts.joined(separator: "\n")
        let lost = known.isEmpty ? [TransitionPlace(whole: primary)] : known
        switch reading {
        case .interrupted: return []
        case .timedOut(let why):
            return same(lost, columns, .timedOut, why, attempts)
        case .failed(let why):
            return same(lost, columns, .error, why, attempts)
        case .read(let entry):
            var records = try await judged(entry, primary: primary, columns: columns, attempts: attempts)
            guard let problem = entry.problems.first else { return records }
            // Breaks may be missing: those that were there before could not be read, and without a run before nobody
            // knows what is missing, which the primary as a whole then says.
            let there = Set(entry.items.map { TransitionName(primary: primary, transition: $0.id) })
            let missing = known.filter { !there.contains($0.name) }
            let more = entry.problems.count > 1 ? " (and \(entry.problems.count - 1) more)" : ""
            records += same(
                missing + [TransitionPlace(whole: primary)], columns, .error, problem + more, attempts)
            return records
        }
    }

    private func same(
        _ places: [TransitionPlace], _ columns: [RunSetup.Column], _ outcome: CellOutcome, _ why: String,
        _ attempts: String?
    ) -> [CellRecord] {
        places.flatMap { place in
            columns.map { column in
                column.isPresent
                    ? CellRecord(
                        place: place, receiver: column.receiver, outcome: outcome, note: why, attempts: attempts)
                    : absent(place, column)
            }
        }
    }

    private func absent(_ place: TransitionPlace, _ column: RunSetup.Column) -> CellRecord {
        CellRecord(place: place, receiver: column.receiver, outcome: .notRun, note: "the receiver did not answer")
    }

    private func judged(
        _ entry: CheckedEntry, primary: String, columns: [RunSetup.Column], attempts: String?
    ) async throws(HistoryError) -> [CellRecord] {
        let signatures: [String]
        var profiles: [String] = []
        do {
            signatures = try entry.signatures()
            for column in columns { profiles.append(SHA256.name(of: [try CheckedEntry.text(column.receiver.profile)])) }
        } catch {
            throw .failed(path: history.path, detail: "a value cannot be written: \(error)")
        }
        var inputs: [[String]] = []
        for signature in signatures {
            var names: [String: String] = [:]
            inputs.append(
                profiles.map { profile in
                    if let name = names[profile] { return name }
                    let name = SHA256.name(of: [signature, profile, costs, program])
                    names[profile] = name
                    return name
                })
        }
        var verdicts = checksAll ? [:] : try await history.judgements(for: Set(inputs.joined()))
        var records: [CellRecord] = []
        for (index, item) in entry.items.enumerated() {
            guard let transition = entry.transition(item) else { continue }
            let place = TransitionPlace(
                name: TransitionName(primary: primary, transition: item.id), item: item, in: entry,
                signature: signatures[index])
            for (column, name) in zip(columns, inputs[index]) {
                guard column.isPresent else {
                    records.append(absent(place, column))
                    continue
                }
                let judgement: Judgement
                if let kept = verdicts[name] {
                    judgement = kept
                } else {
                    judgement = Judgement(assessor.assess(transition, on: column.receiver.profile))
                    verdicts[name] = judgement
                    count.withLock { $0 += 1 }
                }
                records.append(
                    CellRecord(
                        place: place, receiver: column.receiver,
                        outcome: CellOutcome(judgement.band, limit: limit),
                        judgement: JudgedInputs(inputs: name, judgement: judgement), attempts: attempts))
            }
            await Task.yield()
        }
        return records
    }
}

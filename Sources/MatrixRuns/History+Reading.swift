import GRDB
import TransitionRisk

extension History {
    /// All runs, oldest first.
    package func runs() async throws(HistoryError) -> [RunSummary] {
        try await read { db in
            try Row.fetchAll(db, sql: "\(Self.summaries) ORDER BY id").map(Self.summary)
        }
    }

    /// The number of the run that a person means: `12`, `latest`, `previous`, `latest~3`.
    ///
    /// - Parameter later: The run that it is to be held against: the one `previous` to it is the last of its scope before it;
    ///   `nil` for the last but one of all.
    /// - Throws: ``HistoryError/noRun(_:known:)`` with what there is.
    package func run(named name: String, before later: Int? = nil) async throws(HistoryError) -> Int {
        if let later, name.lowercased() == "previous" {
            let runs = try await runs()
            let scope = runs.last { $0.id == later }?.scope
            if let found = runs.last(where: { $0.id < later && $0.scope == scope }) { return found.id }
            let over = scope.map { " over \($0)" } ?? ""
            throw .noRun(name, known: "run \(later) is the first\(over); name the run to hold it against by its number")
        }
        let ids = try await read { db in try Int.fetchAll(db, sql: "SELECT id FROM run ORDER BY id DESC") }
        guard let newest = ids.first, let oldest = ids.last else { throw .noRun(name, known: "there is none yet") }
        let known = "runs are \(oldest) to \(newest), latest, previous, latest~N"
        if let number = Int(name), ids.contains(number) { return number }
        let back: Int? =
            switch name.lowercased() {
            case "latest": 0
            case "previous": 1
            default: name.lowercased().hasPrefix("latest~") ? Int(name.dropFirst(7)) : nil
            }
        guard let back, back >= 0, back < ids.count else { throw .noRun(name, known: known) }
        return ids[back]
    }

    /// A run with all its cells.
    package func load(_ id: Int) async throws(HistoryError) -> StoredRun {
        let path = path
        return try await read { db in try Self.load(id, db, path) }
    }

    /// What reading this edition of a primary gave in an earlier run; `nil` when it is not kept.
    package func checkedEntry(revision: String) async throws(HistoryError) -> CheckedEntry? {
        let path = path
        return try await read { db in
            let body = try String.fetchOne(
                db, sql: "SELECT body FROM checkedEntry WHERE revision = ?", arguments: [revision])
            return try body.map { try Self.value(CheckedEntry.self, $0, path) }
        }
    }

    /// The edition of a primary that cells of this run were stored over; `nil` before it was read.
    package func revision(of place: Int, run: Int) async throws(HistoryError) -> String? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT revision FROM runEntry WHERE run = ? AND place = ?", arguments: [run, place])
        }
    }

    /// The verdicts that are known for these inputs.
    package func judgements(for inputs: Set<String>) async throws(HistoryError) -> [String: Judgement] {
        let path = path
        return try await read { db in
            var found: [String: Judgement] = [:]
            let statement = try db.makeStatement(
                sql: "SELECT body FROM judged JOIN judgement ON judgement.id = judged.judgement WHERE inputs = ?")
            for name in inputs {
                guard let body = try String.fetchOne(statement, arguments: [name]) else { continue }
                found[name] = try Self.value(Judgement.self, body, path)
            }
            return found
        }
    }

    /// The receivers of the last run in which each took part, by id.
    package func knownReceivers() async throws(HistoryError) -> [String: RunReceiver] {
        let path = path
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT name, body, max(run) FROM receiver JOIN runReceiver ON receiver = receiver.id
                    WHERE isPresent GROUP BY name
                    """)
            return try Dictionary(
                rows.map { ($0["name"], try Self.value(RunReceiver.self, $0["body"], path)) }, uniquingKeysWith: { $1 })
        }
    }

    /// The columns of ``summary(_:)``.
    private static let summaries = """
        SELECT run.*, (SELECT count(*) FROM cell WHERE run = run.id) AS cells,
        (SELECT sum(pass) FROM runReceiver WHERE run = run.id) AS passing,
        (SELECT sum(failing) FROM runReceiver WHERE run = run.id) AS failing,
        (SELECT sum(open) FROM runReceiver WHERE run = run.id) AS open FROM run
        """

    static func summary(_ row: Row) -> RunSummary {
        RunSummary(
            id: row["id"], started: row["started"], ended: row["ended"],
            state: RunSummary.State(rawValue: row["state"]) ?? .interrupted,
            scope: RunScope(subject: row["subject"], storedTags: row["tags"]), baseline: row["baseline"],
            tool: row["tool"], rules: row["rules"], costs: row["costs"], cells: row["cells"], passing: row["passing"],
            failing: row["failing"], open: row["open"])
    }

    private static func load(_ id: Int, _ db: Database, _ path: String) throws -> StoredRun {
        guard
            let row = try Row.fetchOne(
                db, sql: "\(summaries) WHERE id = ?", arguments: [id]),
            let body = try String.fetchOne(
                db, sql: "SELECT body FROM document WHERE digest = ?", arguments: [row["setup"] as String])
        else { throw HistoryError.noRun("\(id)", known: "it is not in \(path)") }
        let setup = try value(RunSetup.self, body, path)
        var run = StoredRun(
            summary: summary(row), setup: setup, places: [], receivers: setup.columns, cells: [], judgements: [:],
            spans: [:])
        let order = Dictionary(
            setup.entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var places: [(id: Int64, place: TransitionPlace)] = []
        for row in try Row.fetchAll(
            db, sql: "SELECT id, body FROM place WHERE id IN (SELECT DISTINCT place FROM cell WHERE run = ?)",
            arguments: [id])
        { places.append((row["id"], try value(TransitionPlace.self, row["body"], path))) }
        places.sort { a, b in
            let (x, y) = (order[a.place.name.primary] ?? .max, order[b.place.name.primary] ?? .max)
            return (x, a.place.atSeconds ?? -1, a.place.name) < (y, b.place.atSeconds ?? -1, b.place.name)
        }
        run.places = places.map(\.place)
        let placeIndex = Dictionary(places.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let columns = Dictionary(
            setup.columns.enumerated().map { ($1.receiver.id, $0) }, uniquingKeysWith: { first, _ in first })
        var receiverIndex: [Int64: Int] = [:]
        for row in try Row.fetchAll(
            db, sql: "SELECT id, name FROM receiver WHERE id IN (SELECT receiver FROM runReceiver WHERE run = ?)",
            arguments: [id])
        { receiverIndex[row["id"]] = columns[row["name"]] }
        try fill(&run, id, db, path, placeIndex, receiverIndex)
        for row in try Row.fetchAll(
            db,
            sql: "SELECT name, document.body FROM runEntry JOIN document ON digest = runEntry.body WHERE run = ?",
            arguments: [id])
        { run.spans[row["name"]] = try value([CheckedEntry.Span].self, row["body"], path) }
        return run
    }

    private static func fill(
        _ run: inout StoredRun, _ id: Int, _ db: Database, _ path: String, _ places: [Int64: Int],
        _ receivers: [Int64: Int]
    ) throws {
        for row in try Row.fetchAll(
            db,
            sql: "SELECT id, body FROM judgement WHERE id IN (SELECT DISTINCT judgement FROM cell WHERE run = ?)",
            arguments: [id])
        { run.judgements[row["id"]] = try value(Judgement.self, row["body"], path) }
        let failures = run.judgements.mapValues(\.failure)
        let notes = try Dictionary(
            Row.fetchAll(
                db,
                sql: """
                    SELECT id, text FROM note WHERE id IN (SELECT note FROM cell WHERE run = ?1
                    UNION SELECT attempts FROM cell WHERE run = ?1)
                    """, arguments: [id]
            ).map { ($0["id"] as Int64, $0["text"] as String) }, uniquingKeysWith: { first, _ in first })
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT place, receiver, outcome, judgement, note, attempts, since, lastGood, firstBad
                FROM cell WHERE run = ?
                """, arguments: [id])
        while let row = try rows.next() {
            guard let place = places[row[0]], let receiver = receivers[row[1]],
                let outcome = CellOutcome(rawValue: row[2])
            else { throw HistoryError.damaged(path: path, detail: "a cell of run \(id) names nothing that is there") }
            let judgement: Int64? = row[3]
            let verdict = judgement.flatMap { run.judgements[$0] }
            run.cells.append(
                StoredRun.Cell(
                    place: place, receiver: receiver, outcome: outcome, band: verdict?.band,
                    p95Milliseconds: verdict?.excess?.p95Milliseconds,
                    p50Milliseconds: verdict?.excess?.p50Milliseconds,
                    failure: judgement.flatMap { failures[$0] }, judgement: judgement,
                    note: (row[4] as Int64?).flatMap { notes[$0] }, attempts: (row[5] as Int64?).flatMap { notes[$0] },
                    course: Baseline.Course(since: row[6], lastGood: row[7], firstBad: row[8])))
        }
        run.cells.sort { ($0.place, $0.receiver) < ($1.place, $1.receiver) }
    }
}

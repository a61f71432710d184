import GRDB

extension History {
    /// A run that has begun.
    package struct OpenRun: Sendable {
        /// Its number.
        package var id: Int
        /// The last finished run before it.
        package var baseline: Int?
        /// What was fixed when it began.
        package var setup: RunSetup
        /// Steps that are done already.
        package var doneSteps: Set<Int>
    }

    /// Begins a run. Runs that never ended are closed as interrupted; what they stored stays.
    ///
    /// - Parameter after: Its number is larger than this, whatever the history has: reports of a history that is lost keep
    ///   their folders.
    package func begin(_ setup: RunSetup, at time: String, after: Int = 0) async throws(HistoryError) -> OpenRun {
        let body = try json(setup)
        let scope = setup.scope ?? RunScope(subject: .receivers)
        return try await write { db in
            try db.execute(
                sql: "UPDATE run SET state = 'interrupted', ended = coalesce(ended, ?) WHERE state = 'running'",
                arguments: [time])
            let baseline = try Int.fetchOne(
                db, sql: "SELECT max(id) FROM run WHERE state = 'finished' AND subject = ? AND tags = ?",
                arguments: [scope.subject.rawValue, scope.storedTags])
            let digest = try Self.keep(body, db)
            let id = max(try Int.fetchOne(db, sql: "SELECT max(id) FROM run") ?? 0, after) + 1
            try db.execute(
                sql: """
                    INSERT INTO run
                    (id, started, state, baseline, tool, program, rules, costs, inputs, failOn, setup, subject, tags)
                    VALUES (?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, time, baseline, setup.tool, setup.program, setup.rules, setup.costs, setup.inputs,
                    setup.failOn.rawValue, digest, scope.subject.rawValue, scope.storedTags,
                ])
            for column in setup.columns {
                try db.execute(
                    sql: "INSERT INTO runReceiver (run, receiver, isPresent, isFirst) VALUES (?, ?, ?, ?)",
                    arguments: [id, try Self.row(of: column.receiver, db), column.isPresent, column.isFirst])
            }
            for (place, entry) in setup.entries.enumerated() {
                try db.execute(
                    sql: "INSERT INTO runEntry (run, place, name, address) VALUES (?, ?, ?, ?)",
                    arguments: [id, place, entry.name, entry.address])
            }
            return OpenRun(id: id, baseline: baseline, setup: setup, doneSteps: [])
        }
    }

    /// The last run, if it has not been finished, with what it was set up to be; `nil` when there is nothing to resume.
    package func unfinished() async throws(HistoryError) -> OpenRun? {
        let path = path
        return try await read { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT run.id, baseline, body FROM run JOIN document ON digest = setup
                        WHERE run.id = (SELECT max(id) FROM run) AND state != 'finished'
                        """)
            else { return nil }
            let id: Int = row["id"]
            return OpenRun(
                id: id, baseline: row["baseline"], setup: try Self.value(RunSetup.self, row["body"], path),
                doneSteps: try Int.fetchSet(db, sql: "SELECT place FROM step WHERE run = ?", arguments: [id]))
        }
    }

    /// Marks an interrupted run as going on again.
    package func resume(_ run: Int) async throws(HistoryError) {
        try await write { db in
            try db.execute(sql: "UPDATE run SET state = 'running', ended = NULL WHERE id = ?", arguments: [run])
        }
    }

    /// Keeps cells in one transaction: all of them, or none. A cell that is there already stays as it is.
    ///
    /// - Parameters:
    ///   - step: The step that these cells complete; `nil` when more of it is to come.
    ///   - baseline: The cells of the run before, for telling since when a cell is as it is.
    package func store(
        _ cells: [CellRecord], run: Int, finishing step: Int?, baseline: Baseline
    ) async throws(HistoryError) {
        var newPlaces: [TransitionName: (TransitionPlace, String)] = [:]
        var newVerdicts: [String: (JudgedInputs, String)] = [:]
        var newReceivers: [String: RunReceiver] = [:]
        for cell in cells {
            newReceivers[cell.receiver.id] = cell.receiver
            if newPlaces[cell.place.name] == nil { newPlaces[cell.place.name] = (cell.place, try json(cell.place)) }
            if let judged = cell.judgement, newVerdicts[judged.inputs] == nil {
                newVerdicts[judged.inputs] = (judged, try json(judged.judgement))
            }
        }
        let (placesToKeep, verdictsToKeep, receiversToKeep) = (newPlaces, newVerdicts, newReceivers)
        try await write { db in
            let places = try placesToKeep.mapValues { try Self.row(of: $0.0, $0.1, db) }
            let judged = try verdictsToKeep.mapValues { try Self.row(of: $0.0, $0.1, db) }
            let receivers = try receiversToKeep.mapValues { try Self.row(of: $0, db) }
            let insert = try db.makeStatement(
                sql: """
                    INSERT OR IGNORE INTO cell
                    (run, place, receiver, outcome, judgement, note, attempts, since, lastGood, firstBad)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            for cell in cells {
                let course = baseline.course(
                    of: CellName(transition: cell.place.name, receiver: cell.receiver.id), run: run,
                    outcome: cell.outcome, band: cell.judgement?.judgement.band)
                try insert.execute(arguments: [
                    run, places[cell.place.name], receivers[cell.receiver.id], cell.outcome.rawValue,
                    cell.judgement.flatMap { judged[$0.inputs] },
                    try cell.note.map { try Self.row(ofNote: $0, db) },
                    try cell.attempts.map { try Self.row(ofNote: $0, db) }, course.since, course.lastGood,
                    course.firstBad,
                ])
            }
            if let step {
                try db.execute(sql: "INSERT OR IGNORE INTO step (run, place) VALUES (?, ?)", arguments: [run, step])
            }
        }
    }

    /// Notes what reading a primary gave, and keeps it for later runs over the same assets.
    package func store(
        _ entry: CheckedEntry, revision: String, run: Int, place: Int
    ) async throws(HistoryError) {
        let (body, spans) = (try json(entry), try json(entry.spans))
        try await write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO checkedEntry (revision, body) VALUES (?, ?)", arguments: [revision, body])
            try db.execute(
                sql: "UPDATE runEntry SET revision = ?, body = ? WHERE run = ? AND place = ?",
                arguments: [revision, try Self.keep(spans, db), run, place])
        }
    }

    /// Notes what plays when in a primary that could not be read whole.
    func note(_ spans: [CheckedEntry.Span], run: Int, place: Int) async throws(HistoryError) {
        let body = try json(spans)
        try await write { db in
            try db.execute(
                sql: "UPDATE runEntry SET revision = NULL, body = ? WHERE run = ? AND place = ?",
                arguments: [try Self.keep(body, db), run, place])
        }
    }

    /// Forgets the cells of a primary that were stored for these receivers over another edition of its assets.
    func dropCells(
        of primary: String, receivers: [RunReceiver], run: Int
    ) async throws(HistoryError) {
        try await write { db in
            for receiver in receivers {
                try db.execute(
                    sql: """
                        DELETE FROM cell WHERE run = ? AND receiver = ?
                        AND place IN (SELECT id FROM place WHERE primaryName = ?)
                        """, arguments: [run, try Self.row(of: receiver, db), primary])
            }
        }
    }

    /// Ends a run and sums up its receivers.
    package func end(_ run: Int, state: RunSummary.State, at time: String) async throws(HistoryError) {
        try await write { db in
            try Self.sumUp(run, db)
            try db.execute(
                sql: "UPDATE run SET state = ?, ended = ? WHERE id = ?", arguments: [state.rawValue, time, run])
            // Media facts are kept for the assets of the last runs only; what was judged of them stays.
            try db.execute(
                sql: """
                    DELETE FROM checkedEntry WHERE revision NOT IN
                    (SELECT revision FROM runEntry WHERE revision IS NOT NULL AND run > ?)
                    """, arguments: [run - 10])
        }
        do {
            try await checkpoint()
        } catch HistoryError.busy {
            // Somebody is reading; the next run moves the pages.
        }
    }

    private static func sumUp(_ run: Int, _ db: Database) throws {
        var delays: [Int64: [Int]] = [:]
        var counts: [Int64: (pass: Int, failing: Int, open: Int)] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql:
                "SELECT receiver, outcome, p95 FROM cell LEFT JOIN judgement ON judgement.id = judgement WHERE run = ?",
            arguments: [run])
        while let row = try rows.next() {
            let receiver: Int64 = row[0]
            switch CellOutcome(rawValue: row[1]) {
            case .pass: counts[receiver, default: (0, 0, 0)].pass += 1
            case .worseBand, .blocking: counts[receiver, default: (0, 0, 0)].failing += 1
            case .unsupported: counts[receiver, default: (0, 0, 0)].pass += 0
            default: counts[receiver, default: (0, 0, 0)].open += 1
            }
            if let p95: Int = row[2] { delays[receiver, default: []].append(p95) }
        }
        for (receiver, count) in counts {
            let sorted = (delays[receiver] ?? []).sorted()
            try db.execute(
                sql: """
                    UPDATE runReceiver SET pass = ?, failing = ?, open = ?, medianP95 = ?, worstP95 = ?
                    WHERE run = ? AND receiver = ?
                    """,
                arguments: [
                    count.pass, count.failing, count.open, sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2],
                    sorted.last, run, receiver,
                ])
        }
    }
}

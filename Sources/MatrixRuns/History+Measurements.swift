import GRDB
import MediaFormats

extension History {
    /// Keeps what was measured on receivers, after the last run there is. What is there already, word for word, is not
    /// kept twice, so a sheet may be recorded again.
    ///
    /// - Returns: How many were new.
    package func record(_ measurements: [Measurement]) async throws(HistoryError) -> Int {
        var bodies: [String] = []
        for item in measurements {
            var item = item
            item.run = nil
            bodies.append(try json(item))
        }
        let rows = Array(zip(measurements, bodies))
        return try await write { db in
            let run = try Int.fetchOne(db, sql: "SELECT max(id) FROM run") ?? 0
            var added = 0
            for (item, body) in rows {
                let name = item.cell.transition
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO measurement (digest, run, primaryName, event, position, receiver, body)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        SHA256.name(of: [body]), run, name.primary, name.event, name.position, item.cell.receiver, body,
                    ])
                added += db.changesCount
            }
            return added
        }
    }

    /// What was measured, in the order in which it was recorded.
    ///
    /// - Parameters:
    ///   - cell: Only on this one; `nil` for all.
    ///   - until: Only what was recorded before the run after this one began; `nil` for all.
    package func measurements(of cell: CellName? = nil, until: Int? = nil) async throws(HistoryError) -> [Measurement] {
        let path = path
        return try await read { db in try Self.measurements(of: cell, until: until, db, path) }
    }

    static func measurements(
        of cell: CellName?, until: Int?, _ db: Database, _ path: String
    ) throws -> [Measurement] {
        var filter = "run <= ?"
        var arguments: StatementArguments = [until ?? Int.max]
        if let cell {
            filter += " AND primaryName = ? AND event = ? AND position = ? AND receiver = ?"
            let name = cell.transition
            arguments += [name.primary, name.event, name.position, cell.receiver]
        }
        return try Row.fetchAll(
            db, sql: "SELECT run, body FROM measurement WHERE \(filter) ORDER BY id", arguments: arguments
        ).map { row in
            var item = try value(Measurement.self, row[1], path)
            item.run = row[0]
            return item
        }
    }
}

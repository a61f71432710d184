import Foundation
import GRDB
import MediaFormats

extension History {
    /// The row of a receiver in its present state, made when it is new.
    static func row(of receiver: RunReceiver, _ db: Database) throws -> Int64 {
        let body = try CheckedEntry.text(receiver)
        let digest = SHA256.name(of: [body])
        if let id = try Int64.fetchOne(db, sql: "SELECT id FROM receiver WHERE digest = ?", arguments: [digest]) {
            return id
        }
        try db.execute(
            sql: "INSERT INTO receiver (digest, name, body) VALUES (?, ?, ?)", arguments: [digest, receiver.id, body])
        return db.lastInsertedRowID
    }

    static func row(of place: TransitionPlace, _ body: String, _ db: Database) throws -> Int64 {
        let digest = SHA256.name(of: [body])
        if let id = try Int64.fetchOne(db, sql: "SELECT id FROM place WHERE digest = ?", arguments: [digest]) {
            return id
        }
        try db.execute(
            sql: "INSERT INTO place (digest, primaryName, event, position, body) VALUES (?, ?, ?, ?, ?)",
            arguments: [digest, place.name.primary, place.name.event, place.name.position, body])
        return db.lastInsertedRowID
    }

    static func row(of judged: JudgedInputs, _ body: String, _ db: Database) throws -> Int64 {
        let digest = SHA256.name(of: [body])
        var id = try Int64.fetchOne(db, sql: "SELECT id FROM judgement WHERE digest = ?", arguments: [digest])
        if id == nil {
            let judgement = judged.judgement
            try db.execute(
                sql: "INSERT INTO judgement (digest, band, p50, p95, failure, body) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    digest, judgement.band.rawValue, judgement.excess?.p50Milliseconds,
                    judgement.excess?.p95Milliseconds, judgement.failure, body,
                ])
            id = db.lastInsertedRowID
        }
        try db.execute(
            sql: "INSERT OR REPLACE INTO judged (inputs, judgement) VALUES (?, ?)", arguments: [judged.inputs, id])
        return id ?? 0
    }

    static func row(ofNote text: String, _ db: Database) throws -> Int64 {
        if let id = try Int64.fetchOne(db, sql: "SELECT id FROM note WHERE text = ?", arguments: [text]) { return id }
        try db.execute(sql: "INSERT INTO note (text) VALUES (?)", arguments: [text])
        return db.lastInsertedRowID
    }

    /// Keeps a text once, whoever names it.
    static func keep(_ body: String, _ db: Database) throws -> String {
        let digest = SHA256.name(of: [body])
        try db.execute(
            sql: "INSERT OR IGNORE INTO document (digest, body) VALUES (?, ?)", arguments: [digest, body])
        return digest
    }

    func json(_ value: some Encodable) throws(HistoryError) -> String {
        do {
            return try CheckedEntry.text(value)
        } catch {
            throw .failed(path: path, detail: "a value cannot be written: \(error)")
        }
    }

    /// Reads a stored value; one that cannot be read means damage.
    static func value<Value: Decodable>(_ type: Value.Type, _ text: String, _ path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw HistoryError.damaged(path: path, detail: "a stored \(type) cannot be read")
        }
    }
}

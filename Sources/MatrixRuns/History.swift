import Foundation
import GRDB

/// The history of runs: one SQLite file, in which every cell is kept as soon as it is known.
///
/// ```swift
/// let history = try History(folder: "Reports", access: .writing)
/// let run = try await history.begin(setup, at: "2026-11-21T02:00:00Z")
/// ```
package final class History: Sendable {
    /// What the history is opened for.
    package enum Access: Sendable {
        /// Runs are added; the file is made when there is none.
        case writing
        /// Runs are only read.
        case reading
    }

    /// The file.
    package let path: String
    private let purpose: Access
    private let queue: DatabaseQueue

    /// Opens the history of a reports folder.
    ///
    /// - Throws: When there is none to read, it is damaged, a newer version wrote it, or it cannot be written.
    package init(folder: String, access: Access) throws(HistoryError) {
        let path = folder + "/history.sqlite"
        self.path = path
        purpose = access
        let file = HistoryFile(path: path)
        if access == .reading, !file.exists { throw .missing(path: path) }
        if access == .writing { try HistoryFile.prepareFolder(folder) }
        try file.check(access)
        do {
            queue = try Self.queue(path, access)
            try Self.prepare(queue, path, access)
        } catch let error as HistoryError {
            throw error
        } catch {
            throw Self.error(error, path, access)
        }
    }

    /// The largest file that is looked through before every reading: SQLite does so at some 250 MB a second, and a year of
    /// 8,000 cells a night takes 85 MB. In a larger one damage is noticed where it is read, and by the next run.
    package static let mostCheckedBytes = 128 << 20

    private static func queue(_ path: String, _ access: Access) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "history"
        configuration.busyMode = .timeout(10)
        switch access {
        case .writing:
            configuration.journalMode = .wal
            configuration.prepareDatabase { db in
                // A power cut may lose the last batch, never the file (SQLite documentation, PRAGMA synchronous).
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
            }
            return try DatabaseQueue(path: path, configuration: configuration)
        case .reading:
            configuration.readonly = true
            // Without permission to make the files beside it, a database in WAL mode opens only as one that nobody changes.
            let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
            let isShut =
                !FileManager.default.isWritableFile(atPath: folder)
                && !FileManager.default.fileExists(atPath: path + "-wal")
            guard isShut, let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else {
                return try DatabaseQueue(path: path, configuration: configuration)
            }
            return try DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: configuration)
        }
    }

    private static func prepare(_ queue: DatabaseQueue, _ path: String, _ access: Access) throws {
        let migrator = HistorySchema.migrator
        let (id, tables) = try queue.read { db in
            // GRDB makes its own table before the first of ours: a run that was killed in between leaves that one alone.
            (
                try Int.fetchOne(db, sql: "PRAGMA application_id"),
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name NOT LIKE 'grdb\\_%' ESCAPE '\\'")
            )
        }
        if id != HistorySchema.applicationID {
            if tables != 0 { throw HistoryError.damaged(path: path, detail: "it is a database of something else") }
            if access == .reading { throw HistoryError.missing(path: path) }
        }
        if try queue.read(migrator.hasBeenSuperseded) { throw HistoryError.newer(path: path) }
        switch access {
        case .writing: try migrator.migrate(queue)
        case .reading:
            guard try queue.read(migrator.hasCompletedMigrations) else {
                throw HistoryError.failed(
                    path: path, detail: "an older version wrote it; the next `segue run` updates it")
            }
        }
    }

    /// Looks through the file for damage.
    ///
    /// - Parameter most: Leave files alone that have more bytes than this; `nil` looks through any.
    /// - Throws: ``HistoryError/damaged(path:detail:)`` with the first thing that is wrong.
    package func checkIntegrity(upTo most: Int? = nil) async throws(HistoryError) {
        if let most, try await size() > most { return }
        let answer = try await read { db in try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer" }
        guard answer != "ok" else { return }
        // SQLite heads its findings with a line that names the database.
        let finding = answer.split(separator: "\n").last { !$0.hasPrefix("***") } ?? answer[...]
        throw .damaged(path: path, detail: String(finding))
    }

    /// Bytes of the database file, without what is not yet moved into it.
    package func size() async throws(HistoryError) -> Int {
        try await read { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(HistoryError) -> Value {
        do {
            return try await queue.read(body)
        } catch {
            throw Self.error(error, path, purpose)
        }
    }

    /// Runs a transaction.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(HistoryError) -> Value {
        do {
            return try await queue.write(body)
        } catch {
            throw Self.error(error, path, purpose)
        }
    }

    /// Moves all pages of the log into the database file, so that it can be copied alone.
    func checkpoint() async throws(HistoryError) {
        do {
            _ = try await queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        } catch {
            throw Self.error(error, path, purpose)
        }
    }

    private static func error(_ error: any Error, _ path: String, _ purpose: Access) -> HistoryError {
        if let error = error as? HistoryError { return error }
        guard let error = error as? DatabaseError else { return .failed(path: path, detail: "\(error)") }
        let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        return switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(path: path, detail: detail)
        case .SQLITE_FULL: .diskFull(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM: .notWritable(path: path, detail: detail)
        case .SQLITE_CANTOPEN:
            purpose == .reading
                ? .notReadable(path: path, detail: detail)
                : .notWritable(path: path, detail: "it cannot be opened: \(detail)")
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
        default: .failed(path: path, detail: detail)
        }
    }
}

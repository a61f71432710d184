import Foundation
import Glibc

/// The file of a history as the file system shows it, before SQLite touches it: what is wrong here SQLite would mend by
/// throwing something away, or not notice.
struct HistoryFile {
    let path: String

    /// Whether there is one.
    var exists: Bool { access(path, F_OK) == 0 }

    /// Makes the folder where there is none, and makes sure that files can be made in it.
    static func prepareFolder(_ folder: String) throws(HistoryError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .notWritable(path: folder, detail: error.localizedDescription)
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw .notWritable(path: folder, detail: String(cString: strerror(errno)))
        }
    }

    /// Finds files that were cut off.
    ///
    /// - Throws: ``HistoryError/damaged(path:detail:)`` for a file that is shorter than its own header says, or empty where
    ///   it cannot be that no run was ever stored in it.
    func check(_ purpose: History.Access) throws(HistoryError) {
        guard let size = Self.size(path) else { return }
        // SQLite deletes a log beside an empty file, and with it all that was not yet moved from the log.
        let log = Self.size(path + "-wal") ?? 0
        if size == 0 {
            if log > 0 { throw .damaged(path: path, detail: "it is empty, and the log beside it is not") }
            // A run that was killed in its first moment leaves an empty file, which the next one fills.
            if purpose == .reading { throw .missing(path: path) }
            return
        }
        guard let head = FileHandle(forReadingAtPath: path).flatMap({ try? $0.read(upToCount: 100) }) else {
            throw .notReadable(path: path, detail: "no permission")
        }
        // SQLite file format 1.3: the size of a page at 16 (1 means 65536), their number at 28, good when the counters at
        // 24 and 92 agree. What is still in the log may be missing from the file.
        func number(_ at: Int) -> Int { head[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard head.count == 100, log == 0, number(24) == number(92) else { return }
        let page = Int(head[16]) << 8 | Int(head[17])
        let needed = number(28) * (page == 1 ? 65_536 : page)
        if size < needed {
            throw .damaged(path: path, detail: "it has \(size) bytes of \(needed): the end is missing")
        }
    }

    /// Bytes of a file; `nil` when there is none.
    private static func size(_ path: String) -> Int? {
        var found = stat()
        return stat(path, &found) == 0 ? Int(found.st_size) : nil
    }
}

/// Why the history of runs cannot be used: which file, why, what to try. Nothing is ever deleted or moved for the user.
package enum HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is no database, or its content does not hold together.
    case damaged(path: String, detail: String)
    /// A newer version of this program has written it.
    case newer(path: String)
    /// The folder or the file cannot be written.
    case notWritable(path: String, detail: String)
    /// The file cannot be opened for reading.
    case notReadable(path: String, detail: String)
    /// There is no history yet.
    case missing(path: String)
    /// No space is left where it lies.
    case diskFull(path: String)
    /// Another run is going on.
    case locked(path: String, holder: String)
    /// Another program keeps the database to itself.
    case busy(path: String)
    /// No run of this name.
    case noRun(String, known: String)
    /// Anything else, in the words of SQLite or of the system.
    case failed(path: String, detail: String)

    /// One line: what, which file, why, what to try.
    package var description: String {
        switch self {
        case .damaged(let path, let detail):
            "the history \(path) is damaged (\(detail)); it was left as it is. Try `sqlite3 \(path) .recover`, or move it "
                + "and the files \(path)-wal and \(path)-shm aside to begin a new history"
        case .newer(let path):
            "the history \(path) was written by a newer version of segue; use that version, or another --reports folder"
        case .notWritable(let path, let detail):
            "\(path) cannot be written (\(detail)); check its permissions, or choose another folder with --reports"
        case .notReadable(let path, let detail):
            "the history \(path) cannot be read (\(detail)); check the permissions of the file and its folder"
        case .missing(let path): "there is no history at \(path); `segue run` begins one"
        case .diskFull(let path):
            "no space is left for the history \(path); what was stored before is kept. Make room and run `segue run --resume`"
        case .locked(let path, let holder):
            "another run is going on (\(holder)); it holds \(path). Wait for its end, or use another --reports folder"
        case .busy(let path): "another program keeps the history \(path) to itself; try again when it is done"
        case .noRun(let name, let known): "there is no run '\(name)'; \(known)"
        case .failed(let path, let detail): "the history \(path) cannot be used: \(detail)"
        }
    }
}

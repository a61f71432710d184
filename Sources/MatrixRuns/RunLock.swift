import Foundation
import Glibc

/// Keeps two runs out of one reports folder: a lock on a file, which the system lets go when its holder ends, however it
/// ends.
package struct RunLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``HistoryError/locked(path:holder:)`` while another run has it.
    package init(folder: String) throws(HistoryError) {
        let path = folder + "/run.lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .notWritable(path: path, detail: String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let why = errno
            let holder = (try? String(contentsOfFile: path, encoding: .utf8))?.prefix { $0.isNumber } ?? ""
            close(descriptor)
            if why != EWOULDBLOCK { throw .notWritable(path: path, detail: String(cString: strerror(why))) }
            throw .locked(path: path, holder: holder.isEmpty ? "process unknown" : "process \(holder)")
        }
        let text = Array("\(getpid())\n".utf8)
        // Who holds the lock is told to people only; without it the lock is as good.
        _ = ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    deinit { close(descriptor) }
}

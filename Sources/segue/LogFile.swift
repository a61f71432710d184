import Dispatch
import Glibc
import HarnessReports
import NowPlaying

/// A Now Playing log in a file or on standard input, read piece by piece.
struct LogFile {
    /// Its path; `-` for standard input.
    let path: String

    private static let pieceSize = 256 << 10

    /// Checks every line.
    ///
    /// - Throws: ``Failure`` with code 2 when it cannot be read.
    func check(with checker: LogChecker) async throws -> LogVerdict {
        let path = path
        // Reading blocks, so it keeps away from the threads that run tasks.
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<LogVerdict, Failure>, Never>) in
            DispatchQueue.global().async { @Sendable in
                continuation.resume(returning: Result { () throws(Failure) in try Self.check(path, with: checker) })
            }
        }
        return try result.get()
    }

    private static func check(_ path: String, with start: LogChecker) throws(Failure) -> LogVerdict {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { if path != "-" { close(descriptor) } }
        var checker = start
        var reader = LogReader()
        while true {
            var count = 0
            let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, filled in
                repeat { count = read(descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            guard count >= 0 else { throw unreadable(path) }
            guard count > 0 else { break }
            reader.take(piece) { checker.take($0) }
        }
        reader.finish { checker.take($0) }
        return checker.finish()
    }

    private static func unreadable(_ path: String) -> Failure {
        Failure(message: "\(path): \(String(cString: strerror(errno))); check the path of the log", code: 2)
    }

    /// What to say of a log in which nothing could be read.
    func nothingRead(of verdict: LogVerdict) -> String {
        guard let first = verdict.findings.first(where: \.rule.isUnread) else {
            return "\(path): the log is empty; record one as docs/now-playing.md says"
        }
        return
            "\(path): no line can be read; line \(first.line ?? 1): \(first.message); see docs/now-playing.md for the format"
    }
}

extension IdentifierFeed {
    /// Reads a feed from a file.
    ///
    /// - Throws: ``Failure`` with code 2 when it cannot be used.
    init(path: String, place: Place?) throws(Failure) {
        let limit = 256 << 20
        guard let file = fopen(path, "rb") else {
            throw Failure(message: "\(path): \(String(cString: strerror(errno))); check the path of the feed", code: 2)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw Failure(message: "\(path): more than \(limit) bytes; give the list of one territory", code: 2)
            }
        }
        guard ferror(file) == 0 else {
            throw Failure(message: "\(path): \(String(cString: strerror(errno))); check the path of the feed", code: 2)
        }
        do throws(IdentifierFeedError) {
            try self.init(name: path, bytes: bytes, place: place)
        } catch {
            throw Failure(message: "\(path): \(error.text)", code: 2)
        }
    }
}

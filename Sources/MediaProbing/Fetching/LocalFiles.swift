import Dispatch
import Glibc
import HLSPlaylists

/// Reads local files away from the threads that run tasks.
struct LocalFiles: Sendable {
    private let queue = DispatchQueue(label: "segue.local-files", attributes: .concurrent)

    /// Reads a regular file, or a range of it, as ``AssetSource`` says.
    func read(
        _ path: String, for reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
    ) async throws(AssetReadError) -> RevisedBytes {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(AssetReadError) in
                        try readFile(path, for: reference, range: range, limit: limit, unless: known)
                    })
            }
        }
        return try result.get()
    }

    /// The state of a file; `nil` when there is none, and when it changed a moment ago.
    func revision(_ path: String) async -> ContentRevision? {
        await withCheckedContinuation { continuation in
            queue.async {
                var status = stat()
                continuation.resume(returning: stat(path, &status) == 0 ? ContentRevision(status) : nil)
            }
        }
    }
}

private func readFile(
    _ path: String, for reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
) throws(AssetReadError) -> RevisedBytes {
    func failed(_ code: Int32) -> AssetReadError {
        AssetReadError(reference, .notReadable(String(cString: strerror(code))))
    }
    // A pipe would block, a device may do anything.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failed(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failed(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw failed(EISDIR)
    default: throw AssetReadError(reference, .notReadable("it is not a regular file"))
    }
    let size = Int(status.st_size)
    let revision = ContentRevision(status)
    var answer = AssetBytes(bytes: [], totalSize: size, contentType: nil, reference: reference)
    if let known, known == revision {
        return RevisedBytes(answer: answer, revision: known, isUnchanged: true, cost: FetchUsage())
    }
    if range == nil, size > limit { throw AssetReadError(reference, .tooLarge(limit: limit)) }
    let start = min(max(0, range?.offset ?? 0), size)
    let count = max(0, min(range?.length ?? size, limit, size - start))
    var code: Int32 = 0
    answer.bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = 0
        while filled < count {
            let more = pread(
                descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(start + filled))
            if more < 0, errno == EINTR { continue }
            if more < 0 { code = errno }
            guard more > 0 else { return }
            filled += more
        }
    }
    guard code == 0 else { throw failed(code) }
    var cost = FetchUsage()
    cost.localBytes = answer.bytes.count
    return RevisedBytes(answer: answer, revision: revision, isUnchanged: false, cost: cost)
}

extension ContentRevision {
    /// The state of a file; `nil` when it changed within the last two seconds: the system's clock for files is coarse, and a
    /// second change could look the same.
    fileprivate init?(_ status: stat) {
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let (modified, changed) = (nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
        guard nanoseconds(now) &- max(modified, changed) > 2_000_000_000 else { return nil }
        self = .file(
            FileIdentity(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                modified: modified, changed: changed))
    }
}

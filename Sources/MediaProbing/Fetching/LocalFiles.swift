import Dispatch
import Glibc
import HLSPlaylists

/// Reads local files away from the threads that run tasks.
struct LocalFiles: Sendable {
    private let queue = DispatchQueue(label: "segue.local-files", attributes: .concurrent)

    /// Reads a regular file, or a range of it, as ``AssetSource`` says.
    func read(
        _ path: String, for reference: AssetReference, range: ByteRange?, limit: Int
    ) async throws(AssetReadError) -> AssetBytes {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(AssetReadError) in
                        try readFile(path, for: reference, range: range, limit: limit)
                    })
            }
        }
        return try result.get()
    }
}

private func readFile(
    _ path: String, for reference: AssetReference, range: ByteRange?, limit: Int
) throws(AssetReadError) -> AssetBytes {
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
    if range == nil, size > limit { throw AssetReadError(reference, .tooLarge(limit: limit)) }
    let start = min(max(0, range?.offset ?? 0), size)
    let count = max(0, min(range?.length ?? size, limit, size - start))
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
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
    return AssetBytes(bytes: bytes, totalSize: size, contentType: nil, reference: reference)
}

import Glibc
import MediaFormats

/// The bytes of the resource that is measured.
protocol MediaBytes: AnyObject {
    /// Size of the whole resource, if known.
    var size: Int? { get }
    /// Whether every byte can be had at once, so that looking at the end costs nothing.
    var isComplete: Bool { get }
    /// Copies bytes from an offset.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome
}

/// What a read gave.
enum ReadOutcome: Hashable {
    /// This many bytes, at least 1.
    case bytes(Int)
    /// The resource ends before the offset.
    case end
    /// The resource goes on there, but the bytes are not here.
    case missing
    /// The system refused.
    case failed
}

/// A local file that is read as needed.
final class LocalFile: MediaBytes {
    let size: Int?
    let isComplete = true
    private let descriptor: Int32
    /// All of a small file: one call to the system then does for the many short reads.
    private let whole: [UInt8]?

    /// The largest file that is read at once.
    private static let smallSize = 256 << 10

    /// Opens a regular file; anything else could block or have side effects.
    init(path: String) throws(ProbeFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw ProbeFailure(.unreadable, String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ProbeFailure(.unreadable, "not a regular file")
        }
        self.descriptor = descriptor
        let count = Int(status.st_size)
        size = count
        guard count <= Self.smallSize else {
            whole = nil
            return
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
        }
        whole = bytes.count == count ? bytes : nil
    }

    deinit { close(descriptor) }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        if let whole {
            guard offset < whole.count else { return .end }
            let count = min(buffer.count, whole.count - offset)
            whole.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
            }
            return count > 0 ? .bytes(count) : .end
        }
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        return count > 0 ? .bytes(count) : count == 0 ? .end : .failed
    }
}

/// The ranges of a resource that were fetched so far.
final class SparseBytes: MediaBytes {
    let size: Int?
    /// Whether nothing more can be had: what is missing then counts as the end.
    var isFinal = false
    var isComplete: Bool { isFinal }
    private var chunks: [(offset: Int, bytes: ArraySlice<UInt8>)] = []

    /// Nothing known of a resource but perhaps its size.
    init(totalSize: Int?) { size = totalSize }

    /// Adds ranges whose bytes stand in a payload one after the other.
    ///
    /// - Returns: `false`, with nothing added, when the lengths do not make up the payload.
    func insert(_ ranges: [ResourceRange], from payload: [UInt8]) -> Bool {
        var added: [(offset: Int, bytes: ArraySlice<UInt8>)] = []
        var position = 0
        for range in ranges {
            guard range.offset >= 0, range.length >= 0, range.length <= payload.count - position else { return false }
            added.append((range.offset, payload[position..<(position + range.length)]))
            position += range.length
        }
        guard position == payload.count else { return false }
        chunks = (chunks + added).sorted { $0.offset < $1.offset }
        return true
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        if let size, offset >= size { return .end }
        for chunk in chunks where chunk.offset <= offset && offset - chunk.offset < chunk.bytes.count {
            let start = chunk.bytes.startIndex + (offset - chunk.offset)
            let count = min(buffer.count, chunk.bytes.endIndex - start)
            chunk.bytes[start..<(start + count)].withUnsafeBytes { buffer.copyMemory(from: $0) }
            return .bytes(count)
        }
        return isFinal ? .end : .missing
    }
}

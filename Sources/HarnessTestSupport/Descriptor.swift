import CSpawn
import Foundation
import Glibc

/// A file descriptor that no child inherits, closed with this value.
final class Descriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// A file in memory that is read from its begin.
    init(holding bytes: [UInt8]) throws {
        number = memfd_create("segue-tests", segue_memfd_cloexec)
        guard number >= 0 else { throw Self.failure("memfd_create") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Self.failure("write") }
            rest = rest.dropFirst(count)
        }
        lseek(number, 0, SEEK_SET)
    }

    /// The two ends of a pipe.
    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw failure("pipe2") }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// All that is in the file, wherever others read or write.
    var content: Data {
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(number, &buffer, buffer.count, off_t(content.count))
            guard count > 0 else { return content }
            content += buffer[..<count]
        }
    }

    private static func failure(_ call: String) -> ChildProcessError {
        ChildProcessError(description: "\(call): \(String(cString: strerror(errno)))")
    }
}

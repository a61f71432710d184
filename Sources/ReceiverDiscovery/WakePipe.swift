import Glibc

/// A pipe that ends a `poll` from another thread.
package final class WakePipe: Sendable {
    /// The end to poll.
    package let reader: Int32
    private let writer: Int32

    /// Makes a pipe; `nil` when the system gives none.
    package init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    /// Ends the `poll`.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }

    /// Takes out what has woken it, so that the next `poll` sleeps.
    package func drain() {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(reader, &bytes, bytes.count) > 0 {}
    }

    deinit {
        close(reader)
        close(writer)
    }
}

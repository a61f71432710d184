import Foundation
import Glibc
import MediaContainers

/// Reads the headers of a list of files in this process, as the header tier does, and nothing else.
struct HeaderReadings {
    private let paths: [String]

    /// Files that are all measurable by their headers.
    init(_ paths: [String]) throws { self.paths = paths }

    /// Processor time to read all of them once, in seconds.
    func secondsOnce() throws -> Double {
        var before = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
        for path in paths {
            let media = try reading(path).measured(bytesRead: 0)
            guard media.parameters.video?.resolution != nil else { throw UnexpectedReply(path: path) }
        }
        var after = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after)
        return Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
    }

    private func reading(_ path: String) throws -> HeaderReading {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnexpectedReply(path: path) }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        var window = MediaWindow(read(descriptor, at: 0, 64 << 10), totalSize: Int(status.st_size))
        var reading = HeaderReading(window)
        var reads = 1
        while let wanted = reading.wants, reads < 12 {
            reads += 1
            window.add(read(descriptor, at: wanted.lowerBound, wanted.count), at: wanted.lowerBound)
            reading = HeaderReading(window)
        }
        return reading
    }

    private func read(_ descriptor: Int32, at offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { space, filled in
            filled = max(0, pread(descriptor, space.baseAddress, count, off_t(offset)))
        }
    }
}

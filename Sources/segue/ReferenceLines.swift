import Dispatch
import Glibc

/// The lines of standard input, one reference each, read as they are wanted.
///
/// Reading goes on no further than what is asked for, so that a list of any length takes no memory.
final class ReferenceLines: Sendable {
    /// One line.
    struct Line: Sendable, Hashable {
        /// Its number, from 1.
        var number: Int
        /// Its text without the line feed; `nil` when it is no text or too long.
        var text: String?
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "segue.standard-input")
    /// Only touched on the queue.
    private nonisolated(unsafe) var buffer: [UInt8] = []
    private nonisolated(unsafe) var hasEnded = false
    private nonisolated(unsafe) var number = 0
    private nonisolated(unsafe) var isSkipping = false

    /// No reference is longer: longer ones are told and skipped.
    static let longest = 64 << 10

    /// Reads a descriptor, which stays open.
    init(descriptor: Int32 = STDIN_FILENO) { self.descriptor = descriptor }

    /// The next line that is not blank; `nil` at the end, and once the user has interrupted.
    func next() async -> Line? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: readLine()) }
        }
    }

    private func readLine() -> Line? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let bytes = buffer[..<end]
                let line = taken(bytes)
                buffer.removeSubrange(...end)
                if let line { return line }
            } else if hasEnded {
                let line = buffer.isEmpty && !isSkipping ? nil : taken(buffer[...])
                buffer = []
                return line
            } else {
                if buffer.count > Self.longest {
                    isSkipping = true
                    buffer = []
                }
                guard fill() else { return nil }
            }
        }
    }

    private func taken(_ bytes: ArraySlice<UInt8>) -> Line? {
        number += 1
        defer { isSkipping = false }
        if isSkipping || bytes.count > Self.longest { return Line(number: number, text: nil) }
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            return Line(number: number, text: nil)
        }
        let trimmed = text.drop { $0 == " " || $0 == "\t" }
        let end = trimmed.lastIndex { ![" ", "\t", "\r"].contains($0) }
        return end.map { Line(number: number, text: String(trimmed[...$0])) }
    }

    /// Reads on; `false` once the user has interrupted.
    private func fill() -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 100) == 0 || waiting.revents == 0 {
            if Interrupt.hasCome { return false }
        }
        if Interrupt.hasCome { return false }
        let more = [UInt8](unsafeUninitializedCapacity: 1 << 16) { space, count in
            count = max(0, read(descriptor, space.baseAddress, space.count))
        }
        if more.isEmpty { hasEnded = true } else { buffer += more }
        return true
    }
}

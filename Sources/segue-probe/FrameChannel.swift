import Glibc
import MediaFormats

/// Sends and receives frames over two file descriptors, blocking.
final class FrameChannel {
    private let input: Int32
    private let output: Int32

    /// Speaks over these descriptors, which stay open.
    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// The next frame; `nil` when the other side has closed between two frames.
    func receive() throws -> ProbeFrame? {
        guard let head = try readBytes(ProbeFrame.headLength, mayEnd: true) else { return nil }
        let lengths = try ProbeFrame.lengths(of: head)
        guard let message = try readBytes(lengths.message, mayEnd: false),
            let payload = try readBytes(lengths.payload, mayEnd: false)
        else { throw FrameChannelError.closed }
        return ProbeFrame(message: message, payload: payload)
    }

    /// Sends a frame.
    func send(_ frame: ProbeFrame) throws {
        try writeBytes(frame.head)
        try writeBytes(frame.payload)
    }

    private func readBytes(_ count: Int, mayEnd: Bool) throws -> [UInt8]? {
        var filled = 0
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count {
                let received = read(input, buffer.baseAddress?.advanced(by: filled), count - filled)
                if received < 0, errno == EINTR { continue }
                guard received >= 0 else { throw FrameChannelError.failed(errno) }
                guard received > 0 else { break }
                filled += received
            }
            initialized = filled
        }
        if filled == count { return bytes }
        guard mayEnd, filled == 0 else { throw FrameChannelError.closed }
        return nil
    }

    private func writeBytes(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let written = write(output, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw FrameChannelError.failed(errno) }
                sent += written
            }
        }
    }
}

/// The parent can no longer be spoken with.
enum FrameChannelError: Error {
    /// The stream ended inside a frame or a conversation.
    case closed
    /// The system refused, with this `errno`.
    case failed(Int32)
}

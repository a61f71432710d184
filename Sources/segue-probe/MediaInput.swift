import CLibAV
import Glibc
import MediaFormats

/// Gives libavformat the bytes of one resource, notes where bytes were missing, and ends the work at its deadline.
final class MediaInput {
    private let bytes: any MediaBytes
    private let deadline: ContinuousClock.Instant
    private var position = 0
    private var endOfLastRead = 0
    /// The first missing byte that was come upon by reading on.
    private(set) var missingAhead: Int?
    /// The first missing byte that was jumped to.
    private(set) var missingElsewhere: Int?
    /// Bytes handed over.
    private(set) var bytesRead = 0
    /// Whether the working time ran out.
    private(set) var isOverdue = false

    /// Reads these bytes until an instant.
    init(_ bytes: any MediaBytes, until deadline: ContinuousClock.Instant) {
        self.bytes = bytes
        self.deadline = deadline
    }

    /// Forgets where bytes were missing, at the start of another phase.
    func forgetMissing() {
        missingAhead = nil
        missingElsewhere = nil
    }

    /// Bytes from an offset, as far as they are here and without any trace.
    func peek(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let whole = UnsafeMutableRawBufferPointer(buffer)
            filled = 0
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: whole[filled...])
                guard case .bytes(let more) = bytes.read(at: offset + filled, into: rest) else { return }
                filled += more
            }
        }
    }

    /// An input context over this object, which must outlive it.
    func makeContext() -> UnsafeMutablePointer<AVIOContext>? {
        let bufferSize: Int32 = 32_768
        guard let buffer = av_malloc(Int(bufferSize)) else { return nil }
        return avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), bufferSize, 0, Unmanaged.passUnretained(self).toOpaque(),
            readBytes, nil, seekBytes)
    }

    /// What libavformat asks while it waits: whether to give up.
    var interruption: AVIOInterruptCB {
        AVIOInterruptCB(callback: isInterrupted, opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        if checkDeadline() { return segue_av_error_exit }
        switch bytes.read(at: position, into: buffer) {
        case .bytes(let count):
            position += count
            endOfLastRead = position
            bytesRead += count
            return Int32(count)
        case .missing:
            if position == endOfLastRead {
                missingAhead = missingAhead ?? position
            } else {
                missingElsewhere = missingElsewhere ?? position
            }
            return segue_av_error_end_of_file
        case .end, .failed: return segue_av_error_end_of_file
        }
    }

    fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
        let size = bytes.size.map(Int64.init) ?? -1
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return size >= 0 ? size : Int64(segue_av_error_no_system_call)
        case SEEK_SET: base = 0
        case SEEK_CUR: base = Int64(position)
        case SEEK_END where size >= 0: base = size
        default: return Int64(segue_av_error_invalid_argument)
        }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return Int64(segue_av_error_invalid_argument) }
        position = Int(target)
        return target
    }

    fileprivate func checkDeadline() -> Bool {
        if !isOverdue, ContinuousClock.now >= deadline { isOverdue = true }
        return isOverdue
    }
}

private func readBytes(
    _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
) -> Int32 {
    guard let opaque, let buffer, size > 0 else { return segue_av_error_end_of_file }
    let input = Unmanaged<MediaInput>.fromOpaque(opaque).takeUnretainedValue()
    return input.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
}

private func seekBytes(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return Int64(segue_av_error_invalid_argument) }
    return Unmanaged<MediaInput>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence: whence)
}

private func isInterrupted(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
    guard let opaque else { return 0 }
    return Unmanaged<MediaInput>.fromOpaque(opaque).takeUnretainedValue().checkDeadline() ? 1 : 0
}

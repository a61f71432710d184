import CLibAV
import Glibc
import MediaFormats

/// The worker that measures media with libavformat, so that a crash in a demuxer costs one asset and the program itself
/// starts without FFmpeg.
///
/// It speaks ``ProbeRequest`` and ``ProbeReply`` in frames on standard input and output, one conversation after the
/// other, and ends when its input ends. It opens no connection, and no file but the one that a request names.
@main
struct SegueProbe {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--version" {
            for (name, version) in [("libavformat", avformat_version()), ("libavcodec", avcodec_version())] {
                print("\(name) \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)")
            }
            return
        }
        signal(SIGPIPE, SIG_IGN)
        limitMemory(toFurther: 1 << 30)
        keepSomeMemory()
        av_log_set_level(AV_LOG_QUIET)
        let channel = FrameChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        do {
            while let frame = try channel.receive() {
                try channel.send(ProbeFrame(answer(frame, over: channel)))
            }
        } catch {
            // The parent is gone or talks nonsense: there is nobody to tell.
            exit(EXIT_FAILURE)
        }
    }
}

/// Leads one conversation up to its last reply. What it throws means that the parent is gone or talks nonsense.
private func answer(_ frame: ProbeFrame, over channel: FrameChannel) throws -> ProbeReply {
    switch try frame.decode(ProbeRequest.self) {
    case .file(let path, let limits):
        do throws(ProbeFailure) {
            return measure(try LocalFile(path: path), limits: limits)
        } catch {
            return .failed(error)
        }
    case .ranges(let ranges, let totalSize, let limits):
        let bytes = SparseBytes(totalSize: totalSize)
        guard bytes.insert(ranges, from: frame.payload) else {
            return .failed(ProbeFailure(.badRequest, "ranges and payload do not fit"))
        }
        return try converse(about: bytes, limits: limits, over: channel)
    case .tags(let path, let limits):
        do throws(ProbeFailure) {
            if let path { return harvestTags(of: try LocalFile(path: path), limits: limits) }
        } catch {
            return .failed(error)
        }
        let bytes = SparseBytes(totalSize: frame.payload.count)
        guard bytes.insert([ResourceRange(offset: 0, length: frame.payload.count)], from: frame.payload) else {
            return .failed(ProbeFailure(.badRequest, "ranges and payload do not fit"))
        }
        bytes.isFinal = true
        return harvestTags(of: bytes, limits: limits)
    case .recording(let task):
        return try readRecording(task) { try channel.send(ProbeFrame(ProbeReply.part($0))) }
    case .more, .abandon:
        return .failed(ProbeFailure(.badRequest, "no conversation is open"))
    }
}

/// Measures, asking for more bytes until there are enough or no more to be had.
///
/// Each attempt starts again with all bytes so far, which costs less than the fetch that went before it and keeps no
/// demuxer alive across a wait.
private func converse(
    about bytes: SparseBytes, limits: ProbeLimits, over channel: FrameChannel
) throws -> ProbeReply {
    while true {
        let reply = measure(bytes, limits: limits)
        guard case .needsMore = reply else { return reply }
        try channel.send(ProbeFrame(reply))
        guard let frame = try channel.receive() else { throw FrameChannelError.closed }
        switch try frame.decode(ProbeRequest.self) {
        case .more(let ranges):
            if ranges.isEmpty { bytes.isFinal = true }
            guard bytes.insert(ranges, from: frame.payload) else {
                return .failed(ProbeFailure(.badRequest, "ranges and payload do not fit"))
            }
        case .abandon: return .failed(ProbeFailure(.abandoned, "given up"))
        case .file, .ranges, .tags, .recording:
            return .failed(ProbeFailure(.badRequest, "a conversation is still open"))
        }
    }
}

/// Keeps what one resource took for the next one, up to a limit: getting the same pages from the system each time costs a
/// quarter of the work on a small resource.
private func keepSomeMemory() {
    mallopt(M_TRIM_THRESHOLD, 24 << 20)
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
}

/// Lets the address space grow by this many bytes and no further, so that a lying size ends in an error here and not in
/// a machine without memory.
private func limitMemory(toFurther bytes: UInt) {
    guard let statistics = fopen("/proc/self/statm", "r") else { return }
    defer { fclose(statistics) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), statistics) != nil else { return }
    let limit = rlim_t(strtoul(line, nil, 10) &* UInt(sysconf(Int32(_SC_PAGESIZE))) &+ bytes)
    var limits = rlimit(rlim_cur: limit, rlim_max: limit)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits)
}

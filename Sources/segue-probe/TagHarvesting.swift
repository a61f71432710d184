import CLibAV
import MediaContainers
import MediaFormats

/// Collects the timed ID3 tags of a transport stream, passing over everything else as early as libavformat can.
func harvestTags(of bytes: some MediaBytes, limits: ProbeLimits) -> ProbeReply {
    let input = MediaInput(bytes, until: .now + limits.deadline)
    guard bytes.size != 0 else { return .failed(ProbeFailure(.empty, "the file is empty")) }
    let demuxer: Demuxer
    do throws(LibAVError) {
        demuxer = try Demuxer(input, limits: limits, isComplete: true)
    } catch {
        if input.isOverdue { return .failed(ProbeFailure(.timedOut, "it took too long")) }
        return .failed(recognise(input.peek(at: 0, count: 4096), totalSize: bytes.size, input: input))
    }
    guard demuxer.formatName == "mpegts" else {
        return .failed(ProbeFailure(.notMedia, "no MPEG transport stream"))
    }
    var harvest = TagHarvesting(input: input).run(demuxer)
    harvest.bytesRead = input.bytesRead
    if input.isOverdue { harvest.isComplete = false }
    return .tags(harvest)
}

/// The state of one pass over the packets of a transport stream.
private struct TagHarvesting {
    private let input: MediaInput
    private var harvest = TimedTagHarvest()
    private var firsts: [Int: (time: Int64, isPicture: Bool)] = [:]
    private var packets = 0
    /// Bytes that the tags take in the reply.
    private var replyLength = 0
    private var knowsStart = false

    /// Packets after which streams that have not begun are not waited for.
    private static let patience = 4096
    /// Bytes of frames that are sent to the parent at most.
    private static let largestTag = 1 << 20

    /// What a message holds, less a kilobyte for what stands around the tags.
    private static let longestReply = ProbeFrame.messageLimit - 1024

    init(input: MediaInput) { self.input = input }

    /// Reads all packets.
    consuming func run(_ demuxer: Demuxer) -> TimedTagHarvest {
        demuxer.readPackets { packet in take(packet.pointee, demuxer) }
        settleStart()
        return harvest
    }

    private mutating func take(_ packet: AVPacket, _ demuxer: Demuxer) -> Bool {
        packets += 1
        let streams = demuxer.streams
        guard let stream = streams.first(where: { $0.index == Int(packet.stream_index) }) else { return true }
        let time = packet.pts == segue_av_no_timestamp ? packet.dts : packet.pts
        guard Self.isWanted(stream) else {
            if !knowsStart { note(stream, time, streams) }
            if knowsStart { pass(over: streams) }
            return true
        }
        guard let data = packet.data, packet.size > 0 else { return true }
        var bytes = Array(UnsafeBufferPointer(start: data, count: min(Int(packet.size), Self.largestTag)))
        let isKnown = time != segue_av_no_timestamp && stream.timeBase.den > 0 && stream.timeBase.num == 1
        let timestamp = isKnown ? Int(time) : nil
        if stream.parameters.codec_id == AV_CODEC_ID_SCTE_35 {
            return keep(TimedTag(splice: bytes, timestamp: timestamp, timescale: Int(stream.timeBase.den)))
        }
        if !bytes.starts(with: Self.mark) { bytes = lostBytes(of: packet) + bytes }
        for part in Self.tags(in: bytes) {
            guard keep(TimedTag(part, timestamp: timestamp, timescale: Int(stream.timeBase.den))) else { return false }
        }
        return true
    }

    /// Collects a tag.
    ///
    /// - Returns: `false`, with the harvest marked as incomplete, when there is no room for it in the reply.
    private mutating func keep(_ tag: TimedTag) -> Bool {
        // In the list of tags each has the length of its slot in front of it.
        let length = (try? ProbeFrame(tag).message.count + 4) ?? .max
        guard harvest.tags.count < TimedTagHarvest.most, length <= Self.longestReply - replyLength else {
            harvest.isComplete = false
            return false
        }
        replyLength += length
        harvest.tags.append(tag)
        return true
    }

    /// The begin of a tag that libavformat took for the header of a metadata access unit: up to FFmpeg 6 it cuts five
    /// bytes off every packet of stream type 0x15, while ID3 tags have no such header. They are read where they stand.
    private func lostBytes(of packet: AVPacket) -> [UInt8] {
        guard packet.pos >= 0, let position = Int(exactly: packet.pos) else { return [] }
        let bytes = input.peek(at: position, count: 188)
        guard bytes.count == 188, bytes[0] == 0x47, bytes[1] & 0x40 != 0, bytes[3] & 0x10 != 0 else { return [] }
        let packetStart = bytes[3] & 0x20 == 0 ? 4 : 5 + Int(bytes[4])
        guard packetStart + 9 <= 188, bytes[packetStart..<(packetStart + 3)].elementsEqual([0, 0, 1]) else { return [] }
        let start = packetStart + 9 + Int(bytes[packetStart + 8])
        guard start + 5 <= 188 else { return [] }
        // What the packet states tells whether it is five bytes longer than what came; zero states nothing.
        let stated = Int(bytes[packetStart + 4]) << 8 | Int(bytes[packetStart + 5])
        let isShort = stated > 0 && stated - 3 - Int(bytes[packetStart + 8]) == Int(packet.size) + 5
        guard isShort || bytes[start...].starts(with: Self.mark) else { return [] }
        return Array(bytes[start..<(start + 5)])
    }

    private static let mark = Array("ID3".utf8)

    /// Whether packets of a stream are metadata.
    private static func isWanted(_ stream: Stream) -> Bool {
        stream.parameters.codec_id == AV_CODEC_ID_TIMED_ID3 || stream.parameters.codec_id == AV_CODEC_ID_SCTE_35
    }

    /// A packet may hold several tags one after the other.
    private static func tags(in bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while parts.count < 16, let tag = ID3Tag(rest), tag.length < rest.count,
            rest.dropFirst(tag.length).starts(with: mark)
        {
            parts.append(Array(rest.prefix(tag.length)))
            rest = rest.dropFirst(tag.length)
        }
        return parts + [Array(rest)]
    }

    private mutating func note(_ stream: Stream, _ time: Int64, _ streams: [Stream]) {
        let kind = stream.kind
        guard kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_AUDIO else { return }
        if firsts[stream.index] == nil, time != segue_av_no_timestamp {
            firsts[stream.index] = (time, kind == AVMEDIA_TYPE_VIDEO)
        }
        let awaited = streams.filter { $0.kind == AVMEDIA_TYPE_VIDEO || $0.kind == AVMEDIA_TYPE_AUDIO }
        if packets > Self.patience || awaited.allSatisfy({ firsts[$0.index] != nil }) { settleStart() }
    }

    private mutating func settleStart() {
        guard !knowsStart else { return }
        knowsStart = true
        let pictures = firsts.values.filter(\.isPicture)
        harvest.start = (pictures.isEmpty ? Array(firsts.values) : pictures).map(\.time).min().map(Int.init)
    }

    private func pass(over streams: [Stream]) {
        for stream in streams where !Self.isWanted(stream) {
            stream.stream.pointee.discard = AVDISCARD_ALL
        }
    }
}

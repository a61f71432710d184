import MediaFormats

/// Reads MPEG-2 transport streams: the tables, and the first packet of each stream.
struct TransportStream {
    private var associations = SectionCollector()
    // A multiplex has few maps and streams: among so few, looking for one takes less time than hashing its identifier.
    private var mapPIDs: [Int] = []
    private var maps: [SectionCollector] = []
    private var streamPIDs: [Int] = []
    private var streams: [ElementaryStream] = []
    private var hasReadMap = false

    /// Whether bytes begin with packets, or with less than one packet of something else and packets then.
    static func recognises(_ head: ByteReader) -> Bool { packets(in: head) != nil }

    /// Where packets stand: the place of the first one and the distance from one to the next.
    private struct Packets {
        var first: Int
        var distance: Int
    }

    /// Distances in use: bare packets, packets behind an arrival time (M2TS), packets with parity bytes behind.
    private static let distances = [TransportPacket.length, 192, 204]

    private static func packets(in bytes: ByteReader) -> Packets? {
        for distance in distances {
            let first = (0..<distance).first { offset in
                guard bytes[offset] == 0x47 else { return false }
                // A bare one that begins at once needs one more to be sure, any other two.
                if offset == 0, distance == TransportPacket.length {
                    return ContainerFormat.beginsTransportStream(bytes.rest)
                }
                return bytes[offset + distance] == 0x47 && bytes[offset + 2 * distance] == 0x47
            }
            if let first { return Packets(first: first, distance: distance) }
        }
        return nil
    }

    /// Reads what the packets show.
    static func read(_ window: MediaWindow, into reading: inout HeaderReading) {
        var stream = TransportStream()
        let bytes = window.reader(from: 0)
        stream.takePackets(bytes)
        stream.finish(window, count: bytes.count, into: &reading)
    }

    private mutating func takePackets(_ bytes: ByteReader) {
        var bytes = bytes
        let packets = Self.packets(in: bytes)
        let between = (packets?.distance ?? TransportPacket.length) - TransportPacket.length
        bytes.skip(packets?.first ?? 0)
        while bytes.count >= TransportPacket.length {
            if bytes[0] == 0x47 {
                if let packet = TransportPacket(bytes) { take(packet, of: bytes) }
                bytes.skip(TransportPacket.length)
                bytes.skip(min(between, bytes.count))
            } else {
                bytes.skip(1)
            }
        }
    }

    private mutating func take(_ packet: TransportPacket, of bytes: ByteReader) {
        if packet.pid == 0 {
            for section in associations.take(packet, of: bytes) { takeAssociations(section) }
        } else if let index = mapPIDs.firstIndex(of: packet.pid) {
            for section in maps[index].take(packet, of: bytes) { takeMap(section) }
        } else if let index = streamPIDs.firstIndex(of: packet.pid) {
            streams[index].take(packet, of: bytes)
        }
    }

    private mutating func takeAssociations(_ section: [UInt8]) {
        for pid in ProgramTables.associations(section) where !mapPIDs.contains(pid) && maps.count < 16 {
            mapPIDs.append(pid)
            maps.append(SectionCollector())
        }
    }

    private mutating func takeMap(_ section: [UInt8]) {
        guard let rows = ProgramTables.streams(section) else { return }
        hasReadMap = true
        for row in rows where !streamPIDs.contains(row.pid) && streams.count < 64 {
            streamPIDs.append(row.pid)
            streams.append(ElementaryStream(row))
        }
    }

    private mutating func finish(_ window: MediaWindow, count: Int, into reading: inout HeaderReading) {
        let isComplete = window.ends(at: count)
        reading.container = .transportStream
        reading.evidence = "PAT"
        reading.trackList = "PMT"
        reading.listsAllTracks = hasReadMap
        var isUndecided = !hasReadMap
        for index in streams.indices {
            // What is left of the last packet counts when nothing more will come.
            if isComplete || streams[index].first.isEmpty { streams[index].finishUnit() }
            let facts = streams[index].facts(isComplete: isComplete)
            isUndecided = isUndecided || streams[index].isUndecided(facts)
            reading.tracks.append(facts)
            reading.cues += streams[index].cues
        }
        if !hasReadMap, isComplete { reading.problem = "a transport stream without a program map" }
        if isUndecided, !isComplete { reading.wants = count..<(count + (128 << 10)) }
        if let (start, end) = reading.tracks.extent { reading.duration = end - start }
    }
}

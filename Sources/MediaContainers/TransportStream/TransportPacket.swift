/// One packet of 188 bytes (ISO 13818-1 section 2.4.3.2).
struct TransportPacket {
    /// Bytes of a packet.
    static let length = 188
    /// The packet identifier.
    let pid: Int
    /// Whether a section or packetised packet begins in it.
    let startsUnit: Bool
    /// Whether decoding can begin with what begins here.
    let isRandomAccess: Bool
    /// Whether what it carries is scrambled (`transport_scrambling_control`).
    let isScrambled: Bool
    /// Where what it carries stands in the bytes around it; empty for none. Not a reader of its own: there are thousands of
    /// packets, and each reader would hold on to all bytes and let go of them again.
    let payload: Range<Int>

    /// Reads the packet at the front of bytes; `nil` for one that is cut short or damaged or holds no payload.
    init?(_ bytes: borrowing ByteReader) {
        guard bytes.count >= Self.length, bytes[0] == 0x47, let high = bytes[1], let low = bytes[2], high & 0x80 == 0,
            let control = bytes[3]
        else { return nil }
        pid = Int(high & 0x1F) << 8 | Int(low)
        startsUnit = high & 0x40 != 0
        isScrambled = control & 0xC0 != 0
        var isRandomAccess = false
        var start = 4
        if control & 0x20 != 0 {
            guard let length = bytes[4], 5 + Int(length) <= Self.length else { return nil }
            start = 5 + Int(length)
            isRandomAccess = length > 0 && (bytes[5] ?? 0) & 0x40 != 0
        }
        self.isRandomAccess = isRandomAccess
        guard control & 0x10 != 0 else { return nil }
        payload = (bytes.position + start)..<(bytes.position + Self.length)
    }
}

/// Puts sections together that go over several packets, and takes those apart that stand in one (ISO 13818-1 section 2.4.4.1
/// and 2.4.4.2).
struct SectionCollector {
    private var pending: [UInt8] = []
    private var isCollecting = false
    /// The last sections, the newest one last: tables are repeated several times a second.
    private var known: [[UInt8]] = []

    private static let knownLimit = 8

    /// Takes a packet among bytes and returns the sections that it completes, but for those that were there lately.
    mutating func take(_ packet: TransportPacket, of bytes: ByteReader) -> [[UInt8]] {
        var payload = bytes.part(packet.payload)
        guard packet.startsUnit else { return collect(payload, most: 1) }
        guard let pointer = payload.u8(), let rest = payload.take(pointer) else {
            isCollecting = false
            return []
        }
        // What is in front of the first section that begins here is the end of the one before.
        let ended = pointer > 0 ? collect(rest, most: 1) : []
        pending.removeAll(keepingCapacity: true)
        isCollecting = true
        let begun = collect(payload, most: .max)
        return ended.isEmpty ? begun : ended + begun
    }

    /// Adds bytes, and cuts off so many whole sections. The last one goes on in the next packet.
    private mutating func collect(_ bytes: ByteReader, most: Int) -> [[UInt8]] {
        guard isCollecting else { return [] }
        pending += bytes.rest
        var sections: [[UInt8]] = []
        var begin = 0
        var left = most
        while left > 0, pending.count - begin >= 3, pending[begin] != Self.filling {
            let length = 3 + (Int(pending[begin + 1]) << 8 | Int(pending[begin + 2])) & 0xFFF
            guard pending.count - begin >= length else { break }
            if let section = news(pending[begin..<(begin + length)]) { sections.append(section) }
            begin += length
            left -= 1
        }
        if left == 0 || begin == pending.count || pending[begin] == Self.filling {
            isCollecting = false
        } else if begin > 0 {
            pending.removeFirst(begin)
        }
        return sections
    }

    /// What stands where a table's number would be when no more sections follow.
    private static let filling: UInt8 = 0xFF

    /// A copy of a section, and `nil` for one that was there lately.
    private mutating func news(_ section: ArraySlice<UInt8>) -> [UInt8]? {
        guard !known.contains(where: { $0[...] == section }) else { return nil }
        if known.count == Self.knownLimit { known.removeFirst() }
        known.append(Array(section))
        return known.last
    }
}

/// The head of a packetised packet (ISO 13818-1 section 2.4.3.6).
struct PacketisedHead: Hashable {
    /// When its first picture or sound is presented, in ticks of 90 kHz.
    let presentation: Int?
    /// When it is decoded.
    let decoding: Int?
    /// Bytes of the head.
    let length: Int
    /// Bytes behind the first six that the packet states; 0 when it does not say.
    let statedLength: Int

    /// Reads a head; `nil` when it is none with times.
    init?(_ bytes: ByteReader) {
        var bytes = bytes
        guard bytes.number(3) == 1, let stream = bytes.u8(), Self.hasTimes(stream), let stated = bytes.u16(),
            let first = bytes.u8(), first & 0xC0 == 0x80, let flags = bytes.u8(), let headLength = bytes.u8()
        else { return nil }
        statedLength = stated
        length = 9 + headLength
        presentation = flags & 0x80 != 0 ? Self.time(&bytes) : nil
        decoding = flags & 0xC0 == 0xC0 ? Self.time(&bytes) : nil
    }

    /// Whether packets of a stream have times: maps, padding, private streams and the like have not.
    private static func hasTimes(_ stream: Int) -> Bool {
        switch stream {
        case 0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF: false
        default: true
        }
    }

    private static func time(_ bytes: inout ByteReader) -> Int? {
        bytes.number(5).map { ($0 >> 33 & 7) << 30 | ($0 >> 17 & 0x7FFF) << 15 | $0 >> 1 & 0x7FFF }
    }
}

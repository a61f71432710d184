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
    /// What it carries; empty for none.
    let payload: ByteReader

    /// Reads a packet; `nil` for one that is damaged or holds no payload.
    init?(_ bytes: ByteReader) {
        var bytes = bytes
        guard bytes.count == Self.length, bytes.u8() == 0x47, let head = bytes.u16(), head & 0x8000 == 0,
            let control = bytes.u8()
        else { return nil }
        pid = head & 0x1FFF
        startsUnit = head & 0x4000 != 0
        isScrambled = control & 0xC0 != 0
        var isRandomAccess = false
        if control & 0x20 != 0 {
            guard let length = bytes.u8(), let field = bytes.take(length) else { return nil }
            isRandomAccess = (field[0] ?? 0) & 0x40 != 0
        }
        self.isRandomAccess = isRandomAccess
        guard control & 0x10 != 0 else { return nil }
        payload = bytes
    }
}

/// Puts sections together that go over several packets.
struct SectionCollector {
    private var bytes: [UInt8] = []
    private var isCollecting = false

    /// Takes a packet and returns the section that it completes.
    mutating func take(_ packet: TransportPacket) -> [UInt8]? {
        var payload = packet.payload
        if packet.startsUnit {
            guard let pointer = payload.u8(), payload.skip(pointer) != nil else { return nil }
            bytes = []
            isCollecting = true
        }
        guard isCollecting else { return nil }
        bytes += payload.rest
        guard bytes.count >= 3 else { return nil }
        let length = 3 + (Int(bytes[1]) << 8 | Int(bytes[2])) & 0xFFF
        guard bytes.count >= length else { return nil }
        isCollecting = false
        return Array(bytes[..<length])
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
        guard bytes.number(3) == 1, let stream = bytes.u8(), let stated = bytes.u16(),
            ![0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xFF, 0xF2, 0xF8].contains(stream), let first = bytes.u8(),
            first & 0xC0 == 0x80, let flags = bytes.u8(), let headLength = bytes.u8()
        else { return nil }
        statedLength = stated
        length = 9 + headLength
        presentation = flags & 0x80 != 0 ? Self.time(&bytes) : nil
        decoding = flags & 0xC0 == 0xC0 ? Self.time(&bytes) : nil
    }

    private static func time(_ bytes: inout ByteReader) -> Int? {
        bytes.number(5).map { ($0 >> 33 & 7) << 30 | ($0 >> 17 & 0x7FFF) << 15 | $0 >> 1 & 0x7FFF }
    }
}

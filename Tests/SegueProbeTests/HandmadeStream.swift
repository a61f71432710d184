/// A transport stream that is made packet by packet (ISO/IEC 13818-1 section 2.4).
struct HandmadeStream {
    /// What was written so far.
    private(set) var bytes: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    /// One elementary stream of the only program.
    struct Elementary {
        var type: UInt8
        var identifier: Int
        var descriptors: [UInt8] = []
    }

    /// Writes the tables, of which the second has the identifier 0x1000; no stream carries a clock.
    init(_ streams: [Elementary], descriptors: [UInt8] = []) {
        add(section: Self.table(0, [0, 1, 0xF0, 0x00]), of: 0)
        var content: [UInt8] = [0xFF, 0xFF, 0xF0, UInt8(descriptors.count)] + descriptors
        for stream in streams {
            content += [stream.type, 0xE0 | UInt8(stream.identifier >> 8), UInt8(stream.identifier & 0xFF)]
            content += [0xF0, UInt8(stream.descriptors.count)] + stream.descriptors
        }
        add(section: Self.table(2, content), of: 0x1000)
    }

    /// Writes a section that fits into a packet.
    mutating func add(section: [UInt8], of identifier: Int) {
        let payload = [0] + section
        precondition(payload.count <= 184)
        addPacket(payload + [UInt8](repeating: 0xFF, count: 184 - payload.count), of: identifier, begins: true)
    }

    /// Writes a PES packet of at most 65 535 bytes behind its length, shown at a time of the clock of 90 kHz.
    mutating func add(_ content: [UInt8], kind: UInt8, at time: Int, of identifier: Int) {
        let stamp = [
            0x21 | time >> 29 & 0x0E, time >> 22 & 0xFF, time >> 14 & 0xFE | 1, time >> 7 & 0xFF, time << 1 & 0xFE | 1,
        ]
        let length = 3 + stamp.count + content.count
        precondition(length <= 65_535)
        let head: [UInt8] = [0, 0, 1, kind, UInt8(length >> 8), UInt8(length & 0xFF), 0x84, 0x80, 5]
        var rest = (head + stamp.map { UInt8($0) } + content)[...]
        var begins = true
        while !rest.isEmpty {
            addPacket(Array(rest.prefix(184)), of: identifier, begins: begins)
            rest = rest.dropFirst(184)
            begins = false
        }
    }

    private mutating func addPacket(_ payload: [UInt8], of identifier: Int, begins: Bool) {
        let counter = counters[identifier, default: 0]
        counters[identifier] = (counter + 1) & 15
        // What is missing is made up by an adaptation field: its length, no flags, stuffing.
        let missing = 184 - payload.count
        let field: [UInt8] =
            missing == 0
            ? [] : [UInt8(missing - 1)] + (missing > 1 ? [0] + [UInt8](repeating: 0xFF, count: missing - 2) : [])
        bytes += [0x47, (begins ? 0x40 : 0) | UInt8(identifier >> 8), UInt8(identifier & 0xFF)]
        bytes += [(missing > 0 ? 0x30 : 0x10) | counter] + field + payload
    }

    /// A section with identifier 1 and version 0, with its checksum (annex A).
    private static func table(_ identifier: UInt8, _ content: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [identifier, 0xB0, UInt8(content.count + 9), 0, 1, 0xC1, 0, 0]
        let section = head + content
        var check = UInt32.max
        for byte in section {
            check ^= UInt32(byte) << 24
            for _ in 0..<8 { check = check & 0x8000_0000 != 0 ? check << 1 ^ 0x04C1_1DB7 : check << 1 }
        }
        return section + (0..<4).map { UInt8(check >> (24 - 8 * $0) & 0xFF) }
    }
}

import MediaFormats

/// The parameter sets of an AVC or HEVC stream, wherever they were stored.
///
/// A configuration record (`avcC`, ISO 14496-15 section 5.3.3; `hvcC`, section 8.3.3) and the start-code form of a
/// transport stream give the same sets for the same encoder settings; supplemental information is left out.
struct ParameterSets {
    /// The sets as they stand in the stream, in the order of their types.
    let units: [[UInt8]]
    private let isHEVC: Bool

    /// Finds the sets; `nil` when the bytes hold none.
    init?(_ configuration: [UInt8], codec: VideoCodec?) {
        guard codec == .avc || codec == .hevc else { return nil }
        isHEVC = codec == .hevc
        let found: [ArraySlice<UInt8>]
        if configuration.starts(with: [0, 0, 0, 1]) || configuration.starts(with: [0, 0, 1]) {
            found = Self.startCodeUnits(configuration)
        } else if isHEVC {
            found = Self.hevcRecordUnits(configuration)
        } else {
            found = Self.avcRecordUnits(configuration)
        }
        let wanted: Set<UInt8> = isHEVC ? [32, 33, 34] : [7, 8, 13, 15]
        let isHEVC = isHEVC
        func type(_ unit: ArraySlice<UInt8>) -> UInt8 { (unit.first ?? 0) >> (isHEVC ? 1 : 0) & (isHEVC ? 0x3F : 0x1F) }
        units = found.filter { wanted.contains(type($0)) }.sorted { type($0) < type($1) }.map { Array($0) }
        if units.isEmpty { return nil }
    }

    /// `High` or `Main` from the general tier flag of the first sequence parameter set of HEVC (H.265 7.3.3).
    var tier: String? {
        guard isHEVC, let set = units.first(where: { $0[0] >> 1 & 0x3F == 33 }), set.count > 3 else { return nil }
        return set[3] & 0x20 != 0 ? "High" : "Main"
    }

    /// What the source flags of the first sequence parameter set of HEVC say; `nil` when they say nothing.
    var isInterlacedSource: Bool? {
        guard isHEVC, let set = units.first(where: { $0[0] >> 1 & 0x3F == 33 }) else { return nil }
        let payload = Self.removingEmulationPrevention(set.prefix(16))
        guard payload.count > 8 else { return nil }
        // general_progressive_source_flag and general_interlaced_source_flag, after 32 compatibility flags.
        switch payload[8] >> 6 {
        case 0b10: return false
        case 0b01: return true
        default: return nil
        }
    }

    /// Leaves out each 3 that follows two zero bytes (H.265 7.4.2.1).
    private static func removingEmulationPrevention(_ unit: some Sequence<UInt8>) -> [UInt8] {
        unit.reduce(into: (bytes: [UInt8](), zeros: 0)) { state, byte in
            if state.zeros >= 2, byte == 3 {
                state.zeros = 0
            } else {
                state.bytes.append(byte)
                state.zeros = byte == 0 ? state.zeros + 1 : 0
            }
        }.bytes
    }

    private static func avcRecordUnits(_ record: [UInt8]) -> [ArraySlice<UInt8>] {
        guard record.count > 6, record[0] == 1 else { return [] }
        var units: [ArraySlice<UInt8>] = []
        var rest = record[5...]
        for mask: UInt8 in [0x1F, 0xFF] {
            guard let count = rest.popFirst() else { return units }
            for _ in 0..<(count & mask) {
                guard let unit = takeUnit(from: &rest) else { return units }
                units.append(unit)
            }
        }
        return units
    }

    private static func hevcRecordUnits(_ record: [UInt8]) -> [ArraySlice<UInt8>] {
        guard record.count > 23 else { return [] }
        var units: [ArraySlice<UInt8>] = []
        var rest = record[23...]
        for _ in 0..<record[22] {
            guard rest.count >= 3 else { return units }
            let count = Int(rest[rest.startIndex + 1]) << 8 | Int(rest[rest.startIndex + 2])
            rest = rest.dropFirst(3)
            for _ in 0..<count {
                guard let unit = takeUnit(from: &rest) else { return units }
                units.append(unit)
            }
        }
        return units
    }

    private static func takeUnit(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.count >= 2 else { return nil }
        let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
        guard length > 0, rest.count >= 2 + length else { return nil }
        let unit = rest.dropFirst(2).prefix(length)
        rest = rest.dropFirst(2 + length)
        return unit
    }

    private static func startCodeUnits(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var starts: [(code: Int, unit: Int)] = []
        var index = 0
        while index + 2 < bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                starts.append((index, index + 3))
                index += 3
            } else {
                index += 1
            }
        }
        return starts.indices.map { position in
            let end = position + 1 < starts.count ? starts[position + 1].code : bytes.count
            var unit = bytes[starts[position].unit..<end]
            while unit.last == 0 { unit.removeLast() }
            return unit
        }.filter { !$0.isEmpty }
    }
}

/// A short name for bytes: FNV-1a with 64 bits, in hexadecimal. Equal bytes have equal names on every machine.
func digest(of parts: [[UInt8]]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in parts {
        for byte in part { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        // Separates the parts, so that moving a byte from one to the next changes the name.
        hash = (hash ^ UInt64(truncatingIfNeeded: part.count)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

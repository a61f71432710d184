/// Finds the units of AVC and HEVC in configuration records, samples and transport streams.
enum ParameterSets {
    /// The sets of an `avcC` record (ISO 14496-15 section 5.3.3), with those of its extension.
    static func avcRecord(_ record: ByteReader) -> [ArraySlice<UInt8>] {
        var record = record
        guard record.skip(5) != nil, let first = record.u8() else { return [] }
        var units: [ArraySlice<UInt8>] = []
        func take(_ count: Int) -> Bool {
            for _ in 0..<count {
                guard let unit = takeUnit(from: &record) else { return false }
                units.append(unit)
            }
            return true
        }
        guard take(first & 0x1F), let pictures = record.u8() else { return units }
        _ = take(pictures)
        return units
    }

    /// The sets of an `hvcC` record (ISO 14496-15 section 8.3.3).
    static func hevcRecord(_ record: ByteReader) -> [ArraySlice<UInt8>] {
        var record = record
        guard record.skip(22) != nil, let arrays = record.u8() else { return [] }
        var units: [ArraySlice<UInt8>] = []
        for _ in 0..<arrays {
            guard record.skip(1) != nil, let count = record.u16() else { return units }
            for _ in 0..<count {
                guard let unit = takeUnit(from: &record) else { return units }
                units.append(unit)
            }
        }
        return units
    }

    private static func takeUnit(from record: inout ByteReader) -> ArraySlice<UInt8>? {
        guard let length = record.u16(), length > 0 else { return nil }
        return record.take(length)?.rest
    }

    /// The units of a sample, each behind its length; the last one may be cut short.
    static func sample(_ bytes: ByteReader, lengthBytes: Int) -> [ArraySlice<UInt8>] {
        var bytes = bytes
        var units: [ArraySlice<UInt8>] = []
        while units.count < 256, let length = bytes.number(lengthBytes), length > 0, bytes.count > 0 {
            let unit = bytes.prefix(length).rest
            units.append(unit)
            guard bytes.skip(length) != nil else { break }
        }
        return units
    }

    /// The units between start codes; the last one may be cut short.
    static func startCodes(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] { Array(StartCodeUnits(bytes)) }

    /// Leaves out each 3 that follows two zero bytes (H.264 7.4.1, H.265 7.4.2.1).
    static func removingEmulationPrevention(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        var payload: [UInt8] = []
        payload.reserveCapacity(unit.count)
        var rest = unit
        while let pair = ZeroPair.firstIndex(before: 3, in: rest) {
            payload += rest[..<(pair + 2)]
            rest = rest[(pair + 3)...]
        }
        payload += rest
        return payload
    }

    /// A short name for parameter sets: FNV-1a with 64 bits over those that configure a decoder, in the order of their
    /// types. It is equal for equal encoder settings, whatever the container.
    static func digest(_ units: [ArraySlice<UInt8>], isHEVC: Bool) -> String? {
        func type(_ unit: ArraySlice<UInt8>) -> UInt8 { (unit.first ?? 0) >> (isHEVC ? 1 : 0) & (isHEVC ? 0x3F : 0x1F) }
        let wanted: [UInt8] = isHEVC ? [32, 33, 34] : [7, 8, 13, 15]
        let parts = wanted.flatMap { wanted in units.filter { type($0) == wanted } }
        return parts.isEmpty ? nil : digest(parts)
    }

    /// A short name for bytes: FNV-1a with 64 bits, in hexadecimal.
    static func digest(_ parts: [ArraySlice<UInt8>]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for byte in part { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            // Separates the parts, so that moving a byte from one to the next changes the name.
            hash = (hash ^ UInt64(truncatingIfNeeded: part.count)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

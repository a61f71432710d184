import MediaFormats

/// Loudness and gapless information of a track's or movie's user data.
enum TrackUserData {
    /// Loudness statements in a `ludt` box (ISO 14496-12 section 12.2.7).
    static func loudness(_ userData: ByteReader?) -> [LoudnessStatement]? {
        guard let box = userData?.first("ludt") else { return nil }
        let found = box.boxes.prefix(16).compactMap { inner in
            switch inner.type {
            case "tlou": statement(inner.content, .track)
            case "alou": statement(inner.content, .album)
            default: nil
            }
        }
        return found.isEmpty ? nil : found
    }

    /// Reads the first base of a `tlou` or `alou` box.
    private static func statement(_ content: ByteReader, _ scope: LoudnessStatement.Scope) -> LoudnessStatement? {
        var content = content
        guard let version = content.fullBox()?.version else { return nil }
        if version >= 1 {
            // How many bases there are, and from version 2 on of what: all types but 0 name a group or preset. Each base begins
            // with a set of equalisers.
            guard let packed = content.u8(), packed & 0x3F > 0 else { return nil }
            if version >= 2, packed >> 6 > 0 { content.skip(1) }
            content.skip(1)
        }
        var bits = BitReader(content.rest)
        guard bits.skip(3 + 7 + 6) != nil, let sample = bits.read(12), let peak = bits.read(12), bits.skip(8) != nil,
            let count = bits.read(8)
        else { return nil }
        var statement = LoudnessStatement(scope: scope)
        if sample > 0 { statement.samplePeak = 20 - Double(sample) / 32 }
        if peak > 0 { statement.truePeak = 20 - Double(peak) / 32 }
        for _ in 0..<count {
            guard let method = bits.read(8), let value = bits.read(8), bits.skip(8) != nil else { break }
            let level = -57.75 + Double(value) / 4
            if method == 1 { statement.program = level }
            if method == 2 { statement.anchor = level }
        }
        return statement
    }

    /// Encoder delay in samples that the `iTunSMPB` item of the metadata states; `nil` without one.
    static func gaplessDelay(_ userData: ByteReader?) -> Int? {
        guard var meta = userData?.first("meta"), meta.fullBox() != nil, let list = meta.first("ilst") else {
            return nil
        }
        for item in list.boxes where item.type == "----" {
            guard var name = item.content.first("name"), name.skip(4) != nil,
                String(decoding: name.rest, as: UTF8.self) == "iTunSMPB", var data = item.content.first("data"),
                data.skip(8) != nil
            else { continue }
            let numbers = String(decoding: data.rest.prefix(256), as: UTF8.self).split(separator: " ")
            return numbers.count > 1 ? Int(numbers[1], radix: 16) : nil
        }
        return nil
    }
}

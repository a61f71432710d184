import MediaFormats

/// The sequence header of AV1 (AV1 5.5), as far as the colour description.
enum AV1Sequence {
    /// Reads the first sequence header among open bitstream units.
    static func read(units: ByteReader) -> PictureDescription? {
        var reader = units
        for _ in 0..<16 {
            guard let head = reader.u8() else { return nil }
            if head & 4 != 0 { guard reader.skip(1) != nil else { return nil } }
            var size = reader.count
            if head & 2 != 0 {
                guard let stated = variableLength(&reader) else { return nil }
                size = stated
            }
            guard let unit = reader.take(min(size, reader.count)) else { return nil }
            if head >> 3 & 15 == 1 { return read(unit.rest) }
        }
        return nil
    }

    /// A number in groups of seven bits, low ones first (AV1 4.10.5).
    private static func variableLength(_ reader: inout ByteReader) -> Int? {
        var value = 0
        for index in 0..<5 {
            guard let byte = reader.u8() else { return nil }
            value |= (byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private static func read(_ unit: ArraySlice<UInt8>) -> PictureDescription? {
        var bits = BitReader(unit)
        var picture = PictureDescription()
        guard let profile = bits.read(3), bits.skip(1) != nil, let isReduced = bits.flag() else { return nil }
        picture.profile = name(ofProfile: profile)
        guard (isReduced ? bits.skip(5) : skipOperatingPoints(&bits)) != nil,
            let widthBits = bits.read(4), let heightBits = bits.read(4), let width = bits.read(widthBits + 1),
            let height = bits.read(heightBits + 1)
        else { return picture }
        picture.codedSize = Resolution(width: width + 1, height: height + 1)
        picture.size = picture.codedSize
        guard skipTools(&bits, isReduced: isReduced) != nil else { return picture }
        _ = readColour(&bits, profile: profile, into: &picture)
        return picture
    }

    private static func skipOperatingPoints(_ bits: inout BitReader) -> Void? {
        var hasDecoderModel = false
        var delayBits = 0
        guard let hasTiming = bits.flag() else { return nil }
        if hasTiming {
            guard bits.skip(64) != nil, let isEven = bits.flag(), !isEven || bits.unsigned() != nil,
                let hasModel = bits.flag()
            else { return nil }
            hasDecoderModel = hasModel
            if hasModel {
                guard let length = bits.read(5), bits.skip(42) != nil else { return nil }
                delayBits = length + 1
            }
        }
        guard let hasDelay = bits.flag(), let count = bits.read(5) else { return nil }
        for _ in 0...count {
            guard bits.skip(12) != nil, let level = bits.read(5), level <= 7 || bits.skip(1) != nil else { return nil }
            if hasDecoderModel {
                guard let isPresent = bits.flag(), !isPresent || bits.skip(2 * delayBits + 1) != nil else { return nil }
            }
            if hasDelay { guard let isPresent = bits.flag(), !isPresent || bits.skip(4) != nil else { return nil } }
        }
        return ()
    }

    private static func skipTools(_ bits: inout BitReader, isReduced: Bool) -> Void? {
        if !isReduced {
            guard let hasNumbers = bits.flag(), !hasNumbers || bits.skip(7) != nil else { return nil }
        }
        guard bits.skip(3) != nil else { return nil }
        if !isReduced {
            guard bits.skip(4) != nil, let hasOrder = bits.flag(), !hasOrder || bits.skip(2) != nil,
                let choosesScreenTools = bits.flag()
            else { return nil }
            // Screen content tools are chosen by each picture, or forced on or off.
            var forcesScreenTools = true
            if !choosesScreenTools {
                guard let forced = bits.flag() else { return nil }
                forcesScreenTools = forced
            }
            if forcesScreenTools { guard let chooses = bits.flag(), chooses || bits.skip(1) != nil else { return nil } }
            if hasOrder { guard bits.skip(3) != nil else { return nil } }
        }
        return bits.skip(3)
    }

    private static func readColour(
        _ bits: inout BitReader, profile: Int, into picture: inout PictureDescription
    ) -> Void? {
        guard let isDeep = bits.flag() else { return nil }
        var depth = isDeep ? 10 : 8
        if profile == 2, isDeep {
            guard let isTwelve = bits.flag() else { return nil }
            depth = isTwelve ? 12 : 10
        }
        picture.bitDepth = depth
        var isMonochrome = false
        if profile != 1 {
            guard let flag = bits.flag() else { return nil }
            isMonochrome = flag
        }
        guard let hasColour = bits.flag() else { return nil }
        var matrix = 2
        if hasColour {
            guard let primaries = bits.read(8), let transfer = bits.read(8), let coefficients = bits.read(8) else {
                return nil
            }
            (picture.colour.primaries, picture.colour.transfer, picture.colour.matrix) = (
                primaries, transfer, coefficients
            )
            matrix = coefficients
            // sRGB with the identity matrix has full range and no subsampling.
            if primaries == 1, transfer == 13, matrix == 0 {
                picture.colour.fullRange = true
                picture.chroma = "4:4:4"
                return ()
            }
        }
        picture.colour.fullRange = bits.flag()
        if isMonochrome {
            picture.chroma = "4:0:0"
        } else if profile == 2, depth == 12 {
            guard let across = bits.flag() else { return nil }
            let down = across ? bits.flag() : false
            picture.chroma = across ? down == true ? "4:2:0" : "4:2:2" : "4:4:4"
        } else {
            picture.chroma = profile == 0 ? "4:2:0" : profile == 1 ? "4:4:4" : "4:2:2"
        }
        return ()
    }

    /// The name of `seq_profile`.
    static func name(ofProfile profile: Int) -> String? {
        profile < 3 ? ["Main", "High", "Professional"][profile] : nil
    }

    /// Level times ten of `seq_level_idx`; 31 means no limit, which is no level.
    static func level(_ index: Int) -> Int? { index < 24 ? (2 + index / 4) * 10 + index % 4 : nil }
}

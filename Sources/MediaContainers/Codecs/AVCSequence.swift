import MediaFormats

/// The sequence parameter set of AVC (H.264 7.3.2.1.1).
enum AVCSequence {
    private static let withChroma = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// Reads a unit with its header; what comes behind a fault stays unknown, and `nil` is no such set.
    static func read(_ unit: ArraySlice<UInt8>) -> PictureDescription? {
        guard unit.count >= 4, unit[unit.startIndex] & 0x1F == 7 else { return nil }
        var bits = BitReader(ParameterSets.removingEmulationPrevention(unit.dropFirst().prefix(4096)))
        guard let profile = bits.read(8), let constraints = bits.read(8), let level = bits.read(8) else { return nil }
        var picture = PictureDescription()
        picture.profile = name(ofProfile: profile, constraints: constraints)
        // Level 1b is 9, but for the three oldest profiles 11 with a flag (section A.3.1).
        let is1b = level == 11 && constraints & 0x10 != 0 && [66, 77, 88].contains(profile)
        picture.level = is1b ? 9 : level > 0 ? level : nil
        _ = readPicture(&bits, profile: profile, into: &picture)
        return picture
    }

    private static func readPicture(
        _ bits: inout BitReader, profile: Int, into picture: inout PictureDescription
    ) -> Void? {
        guard bits.unsigned() != nil else { return nil }
        var chroma = 1
        var depth = 8
        if withChroma.contains(profile) {
            guard let format = bits.unsigned(), format < 4 else { return nil }
            chroma = format
            if format == 3 { guard bits.skip(1) != nil else { return nil } }
            guard let luma = bits.unsigned(), luma <= 6, bits.unsigned() != nil, bits.skip(1) != nil,
                let hasLists = bits.flag()
            else { return nil }
            depth += luma
            if hasLists {
                for index in 0..<(format == 3 ? 12 : 8) {
                    guard let isPresent = bits.flag() else { return nil }
                    if isPresent {
                        guard skipScalingList(&bits, entries: index < 6 ? 16 : 64) != nil else { return nil }
                    }
                }
            }
        }
        guard bits.unsigned() != nil, let order = bits.unsigned() else { return nil }
        if order == 0 {
            guard bits.unsigned() != nil else { return nil }
        } else if order == 1 {
            guard bits.skip(1) != nil, bits.signed() != nil, bits.signed() != nil, let cycle = bits.unsigned(),
                cycle < 256
            else { return nil }
            for _ in 0..<cycle { guard bits.signed() != nil else { return nil } }
        }
        guard bits.unsigned() != nil, bits.skip(1) != nil, let width = bits.unsigned(), let height = bits.unsigned(),
            width < 4096, height < 4096, let framesOnly = bits.flag()
        else { return nil }
        if !framesOnly { guard bits.skip(1) != nil else { return nil } }
        guard bits.skip(1) != nil, let isCropped = bits.flag(),
            let coded = Resolution(width: (width + 1) * 16, height: (height + 1) * 16 * (framesOnly ? 1 : 2))
        else { return nil }
        picture.bitDepth = depth
        picture.chroma = PictureDescription.chroma(chroma)
        picture.codedSize = coded
        picture.interlaced = framesOnly ? false : nil
        if isCropped {
            guard let left = bits.unsigned(), let right = bits.unsigned(), let top = bits.unsigned(),
                let bottom = bits.unsigned(), max(left, right, top, bottom) < 1 << 16
            else { return nil }
            let across = chroma == 1 || chroma == 2 ? 2 : 1
            let down = (chroma == 1 ? 2 : 1) * (framesOnly ? 1 : 2)
            picture.size = VideoUsability.crop(
                coded, left: left * across, right: right * across, top: top * down, bottom: bottom * down)
        } else {
            picture.size = coded
        }
        guard bits.flag() == true else { return () }
        return readUsability(&bits, into: &picture)
    }

    private static func readUsability(_ bits: inout BitReader, into picture: inout PictureDescription) -> Void? {
        guard VideoUsability.read(&bits, into: &picture) != nil, let hasTiming = bits.flag() else { return nil }
        if hasTiming {
            guard let ticks = bits.read(32), let scale = bits.read(32), let isFixed = bits.flag() else { return nil }
            // A tick is a field.
            picture.statedRate = FrameRate(scale, ticks * 2)
            picture.rateIsFixed = isFixed
        }
        var hasDelays = false
        for _ in 0..<2 {
            guard let isPresent = bits.flag() else { return nil }
            guard isPresent else { continue }
            hasDelays = true
            guard let delayBits = skipReferenceDecoder(&bits) else { return nil }
            picture.pictureTimingDelayBits = delayBits
        }
        if hasDelays { guard bits.skip(1) != nil else { return nil } }
        picture.statesPictureStructure = bits.flag() ?? false
        return ()
    }

    /// Steps over `hrd_parameters` and returns how many bits the two delays of a picture timing message have together.
    private static func skipReferenceDecoder(_ bits: inout BitReader) -> Int? {
        guard let count = bits.unsigned(), count < 32, bits.skip(8) != nil else { return nil }
        for _ in 0...count {
            guard bits.unsigned() != nil, bits.unsigned() != nil, bits.skip(1) != nil else { return nil }
        }
        guard bits.skip(5) != nil, let removal = bits.read(5), let output = bits.read(5), bits.skip(5) != nil else {
            return nil
        }
        return removal + output + 2
    }

    private static func skipScalingList(_ bits: inout BitReader, entries: Int) -> Void? {
        var last = 8
        var next = 8
        for _ in 0..<entries {
            if next != 0 {
                guard let delta = bits.signed(), abs(delta) <= 256 else { return nil }
                next = (last + delta + 256) % 256
            }
            last = next == 0 ? last : next
        }
        return ()
    }

    private static func name(ofProfile profile: Int, constraints: Int) -> String? {
        let isIntra = constraints & 0x10 != 0
        return switch profile {
        case 66: constraints & 0x40 != 0 ? "Constrained Baseline" : "Baseline"
        case 77: "Main"
        case 88: "Extended"
        case 100: "High"
        case 110: isIntra ? "High 10 Intra" : "High 10"
        case 122: isIntra ? "High 4:2:2 Intra" : "High 4:2:2"
        case 244: isIntra ? "High 4:4:4 Intra" : "High 4:4:4 Predictive"
        case 44: "CAVLC 4:4:4"
        case 118: "Multiview High"
        case 128: "Stereo High"
        default: nil
        }
    }
}

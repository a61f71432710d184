import MediaFormats

/// The sequence parameter set of HEVC (H.265 7.3.2.2).
enum HEVCSequence {
    /// Reads a unit with its header; what comes behind a fault stays unknown, and `nil` is no such set.
    static func read(_ unit: ArraySlice<UInt8>) -> PictureDescription? {
        guard unit.count >= 16, unit[unit.startIndex] >> 1 & 0x3F == 33 else { return nil }
        var bits = BitReader(ParameterSets.removingEmulationPrevention(unit.dropFirst(2).prefix(8192)))
        var picture = PictureDescription()
        guard bits.skip(4) != nil, let layers = bits.read(3), bits.skip(1) != nil,
            readProfile(&bits, layers: layers, into: &picture) != nil
        else { return nil }
        _ = readPicture(&bits, layers: layers, into: &picture)
        return picture
    }

    /// `profile_tier_level` (H.265 7.3.3).
    private static func readProfile(
        _ bits: inout BitReader, layers: Int, into picture: inout PictureDescription
    ) -> Void? {
        guard bits.skip(2) != nil, let tier = bits.flag(), var profile = bits.read(5), let flags = bits.read(32),
            let isProgressive = bits.flag(), let isInterlaced = bits.flag(), bits.skip(46) != nil,
            let level = bits.read(8)
        else { return nil }
        if profile == 0, flags != 0 { profile = UInt32(truncatingIfNeeded: flags).leadingZeroBitCount }
        picture.profile = name(ofProfile: profile)
        picture.tier = tier ? "High" : "Main"
        picture.level = level > 0 ? level / 3 : nil
        // The two source flags are decisive only when exactly one is set.
        if isProgressive != isInterlaced { picture.interlaced = isInterlaced }
        guard layers > 0 else { return () }
        var presence: [(profile: Bool, level: Bool)] = []
        for _ in 0..<layers {
            guard let profile = bits.flag(), let level = bits.flag() else { return nil }
            presence.append((profile, level))
        }
        guard bits.skip((8 - layers) * 2) != nil else { return nil }
        for layer in presence {
            guard bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) != nil else { return nil }
        }
        return ()
    }

    private static func readPicture(
        _ bits: inout BitReader, layers: Int, into picture: inout PictureDescription
    ) -> Void? {
        guard bits.unsigned() != nil, let chroma = bits.unsigned(), chroma < 4,
            chroma != 3 || bits.skip(1) != nil, let width = bits.unsigned(), let height = bits.unsigned(),
            let coded = Resolution(width: width, height: height), let isCropped = bits.flag()
        else { return nil }
        picture.codedSize = coded
        picture.chroma = PictureDescription.chroma(chroma)
        if isCropped {
            guard let left = bits.unsigned(), let right = bits.unsigned(), let top = bits.unsigned(),
                let bottom = bits.unsigned(), max(left, right, top, bottom) < 1 << 16
            else { return nil }
            let across = chroma == 1 || chroma == 2 ? 2 : 1
            let down = chroma == 1 ? 2 : 1
            picture.size = VideoUsability.crop(
                coded, left: left * across, right: right * across, top: top * down, bottom: bottom * down)
        } else {
            picture.size = coded
        }
        guard let depth = bits.unsigned(), depth <= 8, bits.unsigned() != nil, let orderBits = bits.unsigned(),
            orderBits <= 12, let perLayer = bits.flag()
        else { return nil }
        picture.bitDepth = depth + 8
        for _ in 0..<((perLayer ? layers : 0) + 1) * 3 { guard bits.unsigned() != nil else { return nil } }
        for _ in 0..<6 { guard bits.unsigned() != nil else { return nil } }
        guard let hasLists = bits.flag() else { return nil }
        if hasLists {
            guard let areWritten = bits.flag(), !areWritten || skipScalingLists(&bits) != nil else { return nil }
        }
        guard bits.skip(2) != nil, let hasPCM = bits.flag() else { return nil }
        if hasPCM {
            guard bits.skip(8) != nil, bits.unsigned() != nil, bits.unsigned() != nil, bits.skip(1) != nil else {
                return nil
            }
        }
        guard skipReferenceSets(&bits) != nil, let hasLongTerm = bits.flag() else { return nil }
        if hasLongTerm {
            guard let count = bits.unsigned(), count <= 32, bits.skip(count * (orderBits + 5)) != nil else {
                return nil
            }
        }
        guard bits.skip(2) != nil, let hasUsability = bits.flag() else { return nil }
        return hasUsability ? readUsability(&bits, into: &picture) : ()
    }

    private static func readUsability(_ bits: inout BitReader, into picture: inout PictureDescription) -> Void? {
        guard VideoUsability.read(&bits, into: &picture) != nil, bits.skip(1) != nil, let areFields = bits.flag(),
            let statesStructure = bits.flag(), let hasWindow = bits.flag()
        else { return nil }
        picture.statesPictureStructure = statesStructure
        if areFields { picture.interlaced = true }
        if hasWindow { for _ in 0..<4 { guard bits.unsigned() != nil else { return nil } } }
        guard bits.flag() == true, let ticks = bits.read(32), let scale = bits.read(32) else { return nil }
        // A tick is a field where pictures are fields.
        picture.statedRate = FrameRate(scale, areFields ? ticks * 2 : ticks)
        return ()
    }

    /// `scaling_list_data` (H.265 7.3.4).
    private static func skipScalingLists(_ bits: inout BitReader) -> Void? {
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                guard let isWritten = bits.flag() else { return nil }
                if !isWritten {
                    guard bits.unsigned() != nil else { return nil }
                    continue
                }
                if size > 1 { guard bits.signed() != nil else { return nil } }
                for _ in 0..<min(64, 1 << (4 + size * 2)) { guard bits.signed() != nil else { return nil } }
            }
        }
        return ()
    }

    /// The short-term reference picture sets (H.265 7.3.7).
    private static func skipReferenceSets(_ bits: inout BitReader) -> Void? {
        guard let sets = bits.unsigned(), sets <= 64 else { return nil }
        var pictures = 0
        for index in 0..<sets {
            var isPredicted = false
            if index > 0 {
                guard let flag = bits.flag() else { return nil }
                isPredicted = flag
            }
            if isPredicted {
                guard bits.skip(1) != nil, bits.unsigned() != nil else { return nil }
                var kept = 0
                for _ in 0...pictures {
                    guard let isUsed = bits.flag() else { return nil }
                    var staysListed = true
                    if !isUsed {
                        guard let flag = bits.flag() else { return nil }
                        staysListed = flag
                    }
                    kept += staysListed ? 1 : 0
                }
                pictures = kept
            } else {
                guard let before = bits.unsigned(), let after = bits.unsigned(), before <= 16, after <= 16 else {
                    return nil
                }
                for _ in 0..<(before + after) { guard bits.unsigned() != nil, bits.skip(1) != nil else { return nil } }
                pictures = before + after
            }
        }
        return ()
    }

    /// Names as libavcodec gives them.
    static func name(ofProfile profile: Int) -> String? {
        switch profile {
        case 1: "Main"
        case 2: "Main 10"
        case 3: "Main Still Picture"
        case 4: "Rext"
        case 9: "Scc"
        default: nil
        }
    }
}

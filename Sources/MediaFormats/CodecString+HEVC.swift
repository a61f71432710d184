extension CodecString {
    /// `hvc1.[A-C]profile.compatibility.[LH]level[.constraints…]` (ISO 14496-15 annex E.3).
    static func highEfficiencyVideo(_ code: String, _ fields: ArraySlice<Substring>) -> VideoParameters {
        var video = VideoParameters()
        video.codec = .hevc
        video.sampleEntry = SampleEntry(rawValue: code)
        let fields = Array(fields)
        guard let first = fields.first else { return video }
        let digits = first.first.map { "ABC".contains($0) } == true ? first.dropFirst() : first
        guard var profile = Int(digits), profile >= 0 else { return video }
        if profile == 0, fields.count > 1, let flags = UInt32(fields[1], radix: 16) {
            profile = lowestProfile(flags) ?? 0
        }
        let constraints = fields.dropFirst(3).prefix(6).map { Int($0, radix: 16) ?? 0 }
        (video.profile, video.bitDepth, video.chroma) = profileTraits(profile, constraints)
        if let byte = constraints.first {
            // The source flags are decisive only when exactly one is set.
            if byte & 0xC0 == 0x80 { video.interlaced = false }
            if byte & 0xC0 == 0x40 { video.interlaced = true }
        }
        guard fields.count > 2, let letter = fields[2].first, letter == "L" || letter == "H",
            let level = Int(fields[2].dropFirst()), (30...255).contains(level)
        else { return video }
        video.tier = letter == "L" ? "Main" : "High"
        video.level = level / 3
        return video
    }

    /// Name, depth and chroma, each of the last two only where the profile fixes it: Main 10 takes 8 to 10 bits (H.265 A.3.3).
    private static func profileTraits(_ profile: Int, _ constraints: [Int]) -> (String?, Int?, String?) {
        switch profile {
        case 1: return ("Main", 8, "4:2:0")
        case 2: return ("Main 10", nil, "4:2:0")
        case 3: return ("Main Still Picture", 8, "4:2:0")
        case 6: return ("Multiview Main", 8, "4:2:0")
        case 7: return ("Scalable Main", 8, "4:2:0")
        case 8: return ("3D Main", 8, "4:2:0")
        case 4, 5, 9, 10, 11:
            let names = [
                4: "Range Extensions", 5: "High Throughput", 9: "Screen Content", 10: "Scalable Range Extensions",
                11: "High Throughput Screen Content",
            ]
            let (depth, chroma) = extensionLimits(constraints)
            return (names[profile], depth, chroma)
        default: return (nil, nil, nil)
        }
    }

    /// Depth and chroma of a range-extensions profile where its constraint flags leave one value (H.265 A.3.5): they are
    /// limits, so `max_10bit` allows 8 bits and `max_422chroma` allows 4:2:0. Nothing when the flags are not written.
    private static func extensionLimits(_ bytes: [Int]) -> (Int?, String?) {
        guard let first = bytes.first else { return (nil, nil) }
        let second = bytes.count > 1 ? bytes[1] : 0
        return (first & 0x02 != 0 ? 8 : nil, second & 0x40 != 0 ? "4:0:0" : second & 0x80 != 0 ? "4:2:0" : nil)
    }

    /// The lowest profile among compatibility flags. The registered form reverses the bits and drops leading zeros
    /// (`6` for profiles 1 and 2); many encoders write them unreversed (`60000000`). The same flags cannot occur in
    /// both halves of the word, so the half that is set tells the order.
    static func lowestProfile(_ flags: UInt32) -> Int? {
        guard flags != 0 else { return nil }
        return flags & 0xFFFF != 0 ? flags.trailingZeroBitCount : flags.leadingZeroBitCount
    }
}

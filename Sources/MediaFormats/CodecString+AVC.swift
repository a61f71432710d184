extension CodecString {
    /// `avc1.PPCCLL` in six hexadecimal digits, or the old `avc1.<profile>.<level>` in decimal (ISO 14496-15 annex E).
    static func advancedVideo(
        _ code: String, _ fields: ArraySlice<Substring>, remarks: inout [String]
    ) -> VideoParameters {
        var video = VideoParameters()
        video.codec = .avc
        video.sampleEntry = SampleEntry(rawValue: code)
        guard let first = fields.first else { return video }
        let profile: Int
        let constraints: Int
        let level: Int
        if fields.count >= 2, let legacyProfile = Int(first), let legacyLevel = Int(fields[fields.startIndex + 1]) {
            (profile, constraints, level) = (legacyProfile, 0, legacyLevel)
            remarks.append("'\(code).\(legacyProfile).\(legacyLevel)' is the old decimal form; some players refuse it")
        } else if first.utf8.count == 6, let bits = Int(first, radix: 16), bits >= 0 {
            (profile, constraints, level) = (bits >> 16, bits >> 8 & 0xFF, bits & 0xFF)
        } else {
            return video
        }
        (video.profile, video.bitDepth, video.chroma) = profileTraits(profile, constraints)
        video.level = self.level(level, profile: profile, constraints: constraints)
        return video
    }

    /// Name, depth and chroma, each of the last two only where the profile fixes it (H.264 A.2): High 10 and High 4:2:2 take
    /// 8 to 10 bits, and High 4:2:2 takes 4:2:0 too.
    private static func profileTraits(_ profile: Int, _ constraints: Int) -> (String?, Int?, String?) {
        let intra = constraints & 0x10 != 0
        return switch profile {
        case 0x42: (constraints & 0x40 != 0 ? "Constrained Baseline" : "Baseline", 8, "4:2:0")
        case 0x4D: ("Main", 8, "4:2:0")
        case 0x58: ("Extended", 8, "4:2:0")
        case 0x64 where constraints & 0x0C == 0x0C: ("Constrained High", 8, "4:2:0")
        case 0x64 where constraints & 0x08 != 0: ("Progressive High", 8, "4:2:0")
        case 0x64: ("High", 8, "4:2:0")
        case 0x6E: (intra ? "High 10 Intra" : "High 10", nil, "4:2:0")
        case 0x7A: (intra ? "High 4:2:2 Intra" : "High 4:2:2", nil, nil)
        case 0xF4: (intra ? "High 4:4:4 Intra" : "High 4:4:4 Predictive", nil, nil)
        case 0x2C: ("CAVLC 4:4:4 Intra", nil, nil)
        case 0x53, 0x56: ("Scalable", 8, "4:2:0")
        case 0x76: ("Multiview High", 8, "4:2:0")
        case 0x80: ("Stereo High", 8, "4:2:0")
        default: (nil, nil, nil)
        }
    }

    /// Level times ten; level 1b is 9, as the bitstream of the High profiles has it. The three oldest profiles have 11 with the
    /// fourth constraint flag in its place (H.264 A.3.1).
    private static func level(_ level: Int, profile: Int, constraints: Int) -> Int? {
        guard (9...62).contains(level) else { return nil }
        let is1b = level == 11 && constraints & 0x10 != 0 && [0x42, 0x4D, 0x58].contains(profile)
        return is1b ? 9 : level
    }
}

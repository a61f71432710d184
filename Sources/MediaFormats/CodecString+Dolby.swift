extension CodecString {
    /// `dvh1.PP.LL` and its relatives (Dolby Vision Streams Within the HTTP Live Streaming Format).
    static func dolbyVision(_ code: String, _ fields: ArraySlice<Substring>) -> VideoParameters {
        var video = VideoParameters()
        video.codec = code == "dav1" ? .av1 : code == "dva1" || code == "dvav" ? .avc : .hevc
        video.sampleEntry = SampleEntry(rawValue: code)
        video.dynamicRange = .dolbyVision
        let numbers = fields.map { Int($0) }
        guard let first = numbers.first, let profile = first, (0...127).contains(profile) else { return video }
        video.bitDepth = profile == 9 ? 8 : 10
        let level = numbers.count > 1 ? numbers[numbers.startIndex + 1] : nil
        video.dolbyVision = DolbyVisionConfiguration(
            profile: profile, level: level.flatMap { (1...13).contains($0) ? $0 : nil },
            baseCompatibility: profile == 5 ? 0 : profile == 4 || profile == 9 ? 2 : nil)
        return video
    }
}

/// One element of a SUPPLEMENTAL-CODECS attribute: a codec for an enhanced layer and the brands that say how it
/// relates to the base layer in CODECS (rfc8216bis 4.4.6.2).
public struct SupplementalCodec: Sendable, Hashable, Codable {
    /// The enhanced codec.
    public let codec: CodecString
    /// Compatibility brands: `db1p`, `db2g`, `db4h`, `cdm4`.
    public let brands: [String]

    /// Reads the value of the attribute: `codec/brand/brand,…`.
    public static func list(_ attribute: String) -> [SupplementalCodec] {
        attribute.split(separator: ",").map { element in
            let parts = element.split(separator: "/").map(String.init)
            return SupplementalCodec(codec: CodecString(parts.first ?? ""), brands: Array(parts.dropFirst()))
        }
    }

    /// VIDEO-RANGE that the brands imply; `nil` when no known brand is there.
    public var impliedVideoRange: String? {
        for brand in brands {
            switch brand {
            case "db1p", "cdm4": return "PQ"
            case "db2g": return "SDR"
            case "db4h": return "HLG"
            default: continue
            }
        }
        return nil
    }

    /// The Dolby Vision configuration with the base layer that the brand names; `nil` for other codecs.
    public var dolbyVision: DolbyVisionConfiguration? {
        guard let stated = codec.video?.dolbyVision else { return nil }
        let base = brands.lazy.compactMap { ["db1p": 1, "db2g": 2, "db4h": 4][$0] }.first
        return DolbyVisionConfiguration(
            profile: stated.profile, level: stated.level, baseCompatibility: base ?? stated.baseCompatibility)
    }
}

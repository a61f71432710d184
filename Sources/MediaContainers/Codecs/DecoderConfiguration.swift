package import MediaFormats

/// What the decoder configuration of a video stream says that libavcodec does not hand on.
///
/// A configuration record (`avcC`, `hvcC`, `av1C`) and the start-code form of a transport stream say the same for the same
/// encoder settings.
package struct DecoderConfiguration: Sendable, Hashable {
    /// A short name: equal for equal parameter sets, in whatever container.
    package let digest: String
    /// `Main` or `High` of HEVC and AV1; `nil` where the codec has no tiers or nothing tells.
    package private(set) var tier: String?
    /// Level times ten of AVC, 9 for level 1b, which libavcodec does not tell from 1.1; `nil` where no sequence parameter set
    /// says.
    package private(set) var level: Int?
    /// Whether the source is interlaced by the flags of HEVC; `nil` when they do not decide.
    package private(set) var isInterlaced: Bool?

    /// Reads a record or parameter sets; `nil` for no bytes.
    package init?(_ bytes: [UInt8], codec: VideoCodec) {
        guard !bytes.isEmpty else { return nil }
        let units = ParameterSets.units(of: bytes, codec: codec)
        digest = ParameterSets.digest(units, isHEVC: codec == .hevc) ?? ParameterSets.digest([bytes[...]])
        if codec == .avc { level = units.lazy.compactMap(AVCSequence.read).first?.level }
        if codec == .hevc, let sequence = units.lazy.compactMap(HEVCSequence.read).first {
            (tier, isInterlaced) = (sequence.tier, sequence.interlaced)
        } else if codec == .av1, bytes.count >= 4, bytes[0] == 0x81 {
            // seq_tier_0 (AV1-ISOBMFF 2.3.3).
            tier = bytes[2] & 0x80 != 0 ? "High" : "Main"
        }
    }
}

extension ParameterSets {
    /// The units of a configuration record or of start-code form; none for a codec without such units.
    static func units(of bytes: [UInt8], codec: VideoCodec) -> [ArraySlice<UInt8>] {
        guard codec == .avc || codec == .hevc else { return [] }
        if bytes.starts(with: [0, 0, 0, 1]) || bytes.starts(with: [0, 0, 1]) { return startCodes(bytes[...]) }
        guard bytes.first == 1 || codec == .hevc else { return [] }
        return codec == .hevc ? hevcRecord(ByteReader(bytes)) : avcRecord(ByteReader(bytes))
    }
}

/// The range of light a stream is mastered for; it decides the mode of the display.
public enum DynamicRange: String, Sendable, Hashable, Codable {
    /// Standard dynamic range.
    case sdr = "SDR"
    /// Hybrid Log-Gamma.
    case hlg = "HLG"
    /// Perceptual Quantizer with or without static metadata (HDR10).
    case pq = "PQ"
    /// PQ with ST 2094-40 dynamic metadata.
    case hdr10Plus = "HDR10+"
    /// Dolby Vision; see ``DolbyVisionConfiguration`` for what remains for a decoder without it.
    case dolbyVision = "Dolby Vision"

    /// The value of the VIDEO-RANGE attribute that covers this range (rfc8216bis 4.4.6.2).
    public var videoRange: String {
        switch self {
        case .sdr: "SDR"
        case .hlg: "HLG"
        case .pq, .hdr10Plus, .dolbyVision: "PQ"
        }
    }
}

/// How Dolby Vision metadata is carried (the `dvcC`/`dvvC` record).
public struct DolbyVisionConfiguration: Sendable, Hashable, Codable {
    /// Profile number: 5, 7, 8, 9, 10, 20.
    public let profile: Int
    /// Level number, 1…13: picture size and rate.
    public let level: Int?
    /// What a decoder without Dolby Vision sees: 0 nothing usable, 1 HDR10, 2 SDR, 4 HLG. `nil` when not stated.
    public let baseCompatibility: Int?

    /// Describes a configuration.
    public init(profile: Int, level: Int?, baseCompatibility: Int?) {
        self.profile = profile
        self.level = level
        self.baseCompatibility = baseCompatibility
    }

    /// The range that a receiver without Dolby Vision shows; `nil` when it can show nothing right (profile 5).
    public var fallback: DynamicRange? {
        switch baseCompatibility {
        case 1, 6: .pq
        case 2: .sdr
        case 4: .hlg
        default: nil
        }
    }
}

/// Colour description as code points of ITU-T H.273; `nil` where the stream does not say.
public struct ColourDescription: Sendable, Hashable, Codable {
    /// Colour primaries: 1 BT.709, 9 BT.2020.
    public var primaries: Int?
    /// Transfer characteristics: 1 BT.709, 16 PQ, 18 HLG.
    public var transfer: Int?
    /// Matrix coefficients.
    public var matrix: Int?
    /// Whether sample values use the full range.
    public var fullRange: Bool?

    /// Describes colour.
    public init(primaries: Int? = nil, transfer: Int? = nil, matrix: Int? = nil, fullRange: Bool? = nil) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.fullRange = fullRange
    }

    /// The dynamic range that the transfer characteristics imply, by the table of rfc8216bis 4.4.6.2 VIDEO-RANGE.
    ///
    /// `nil` for an unspecified (2) or unlisted transfer: undecided is not SDR.
    public var dynamicRange: DynamicRange? {
        switch transfer {
        case 1, 6, 13, 14, 15: .sdr
        case 16: .pq
        case 18: .hlg
        default: nil
        }
    }
}

/// The display that a picture was mastered on (SMPTE ST 2086), in the units of the bitstream.
public struct MasteringDisplay: Sendable, Hashable, Codable {
    /// A point of the CIE 1931 diagram, in steps of 0.00002.
    public struct Chromaticity: Sendable, Hashable, Codable {
        /// Horizontal coordinate.
        public var x: Int
        /// Vertical coordinate.
        public var y: Int

        /// Names a point.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// Red, green and blue.
    public var primaries: [Chromaticity]
    /// White.
    public var whitePoint: Chromaticity
    /// Greatest luminance, in steps of 0.0001 cd/m².
    public var maximumLuminance: Int
    /// Smallest luminance, in steps of 0.0001 cd/m².
    public var minimumLuminance: Int

    /// Describes a display.
    public init(primaries: [Chromaticity], whitePoint: Chromaticity, maximumLuminance: Int, minimumLuminance: Int) {
        self.primaries = primaries
        self.whitePoint = whitePoint
        self.maximumLuminance = maximumLuminance
        self.minimumLuminance = minimumLuminance
    }
}

/// How bright content becomes (CTA-861.3), in cd/m²; 0 says that it is not known.
public struct ContentLight: Sendable, Hashable, Codable {
    /// The brightest pixel (MaxCLL).
    public var maximum: Int
    /// The brightest frame on average (MaxFALL).
    public var frameAverage: Int

    /// Describes content.
    public init(maximum: Int, frameAverage: Int) {
        self.maximum = maximum
        self.frameAverage = frameAverage
    }
}

/// Which of the two fields of an interlaced picture is shown first.
public enum FieldOrder: String, Sendable, Hashable, Codable {
    /// The upper lines.
    case topFirst = "top-first"
    /// The lower lines.
    case bottomFirst = "bottom-first"
}

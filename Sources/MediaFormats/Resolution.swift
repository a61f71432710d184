/// A picture size in pixels, such as the RESOLUTION attribute's `1920x1080`.
public struct Resolution: Sendable, Hashable, Codable {
    /// Pixels in a row, greater than zero.
    public let width: Int
    /// Rows, greater than zero.
    public let height: Int

    /// Creates a size, or `nil` unless both sides are within 1…65535 (the range of a sample entry, ISO 14496-12).
    public init?(width: Int, height: Int) {
        guard (1...65535).contains(width), (1...65535).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Reads a decimal-resolution, `WxH` with a lower-case `x` (rfc8216bis 4.2).
    public init?(_ text: some StringProtocol) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, sides.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let width = Int(sides[0]), let height = Int(sides[1])
        else { return nil }
        self.init(width: width, height: height)
    }

    /// Pixels in the picture.
    public var area: Int { width * height }

    /// Whether this picture fits inside the other without scaling, in the same orientation.
    public func fits(in other: Resolution) -> Bool { width <= other.width && height <= other.height }
}

extension Resolution {
    private enum CodingKeys: CodingKey {
        case width, height
    }

    /// Reads what was written down; sides beyond 1…65535 are an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let width = try container.decode(Int.self, forKey: .width)
        self = try Resolution(width: width, height: container.decode(Int.self, forKey: .height))
            .orCorrupt("no picture size", container)
    }
}

extension Resolution: CustomStringConvertible {
    /// `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}

/// The shape of one pixel, width to height; square pixels are 1:1.
public struct PixelAspectRatio: Sendable, Hashable, Codable {
    /// Relative width, greater than zero.
    public let horizontal: Int
    /// Relative height, greater than zero.
    public let vertical: Int

    /// Square pixels.
    public static let square = PixelAspectRatio(horizontal: 1, vertical: 1)!

    /// Creates the reduced ratio, or `nil` when a side is not positive: `0:1` means that the stream does not say.
    public init?(horizontal: Int, vertical: Int) {
        guard horizontal > 0, vertical > 0 else { return nil }
        var (a, b) = (horizontal, vertical)
        while b != 0 { (a, b) = (b, a % b) }
        self.horizontal = horizontal / a
        self.vertical = vertical / a
    }
}

extension PixelAspectRatio {
    private enum CodingKeys: CodingKey {
        case horizontal, vertical
    }

    /// Reads what was written down; sides that are not positive are an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let horizontal = try container.decode(Int.self, forKey: .horizontal)
        self = try PixelAspectRatio(horizontal: horizontal, vertical: container.decode(Int.self, forKey: .vertical))
            .orCorrupt("no pixel shape", container)
    }
}

/// The shape of the picture as the viewer sees it.
public struct DisplayAspectRatio: Sendable, Hashable, Codable {
    /// Width divided by height after the pixel shape is applied.
    public let ratio: Double

    /// The shape of a picture of this size and pixel shape.
    public init(_ size: Resolution, pixel: PixelAspectRatio = .square) {
        ratio = Double(size.width) * Double(pixel.horizontal) / (Double(size.height) * Double(pixel.vertical))
    }

    private init(ratio: Double) { self.ratio = ratio }

    /// The shape on its side.
    public var turned: DisplayAspectRatio { DisplayAspectRatio(ratio: 1 / ratio) }

    /// Whether two shapes look alike: within 1 %, so that 1366x768 and 1920x1080 (0.05 % apart) are one shape.
    public func matches(_ other: DisplayAspectRatio) -> Bool {
        abs(ratio - other.ratio) <= 0.01 * max(ratio, other.ratio)
    }
}

extension DisplayAspectRatio {
    private enum CodingKeys: CodingKey {
        case ratio
    }

    /// Reads what was written down; a ratio that is no positive number is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ratio = try container.decode(Double.self, forKey: .ratio)
        self.ratio = try (ratio > 0 && ratio.isFinite ? ratio : nil).orCorrupt("no picture shape", container)
    }
}

extension DisplayAspectRatio: CustomStringConvertible {
    /// The common name where there is one (`16:9`, `4:3`), else the ratio to one with two decimals (`2.39:1`).
    public var description: String {
        for (name, value) in [
            ("16:9", 16.0 / 9), ("4:3", 4.0 / 3), ("9:16", 9.0 / 16), ("1:1", 1.0), ("21:9", 21.0 / 9),
        ]
        where abs(ratio - value) <= 0.005 * value {
            return name
        }
        guard ratio < 1000 else { return "\(ratio):1" }
        let hundredths = Int(ratio * 100 + 0.5)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100):1"
    }
}

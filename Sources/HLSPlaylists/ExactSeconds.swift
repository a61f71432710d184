import Foundation

/// A number of seconds in a file, read without binary floating point.
///
/// Written as a number; a text with a decimal number is read too.
public struct ExactSeconds: Sendable, Hashable, Codable {
    /// The length of time.
    public var duration: Duration

    /// Wraps a length of time.
    public init(_ duration: Duration) { self.duration = duration }

    /// Reads a decimal number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text: String
        if let number = try? container.decode(Decimal.self) {
            text = number.description
        } else {
            text = try container.decode(String.self)
        }
        guard let duration = Duration(decimalSeconds: text, signed: true) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text.prefix(40))' is no number of seconds")
        }
        self.duration = duration
    }

    /// Writes a decimal number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Decimal(string: duration.decimalSeconds) ?? 0)
    }
}

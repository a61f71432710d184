/// An arrangement of audio channels, not only their number.
///
/// `5.1` and `5.1(side)` are one layout here, as are `5.0` and `5.0(side)`: libavformat names AAC's surround channels
/// one way and AC-3's the other, and no receiver can tell them apart.
public struct ChannelLayout: Sendable, Hashable, Codable {
    /// The canonical name: `mono`, `stereo`, `5.1`, `7.1`.
    public let name: String
    /// Number of channels, at least 1.
    public let channels: Int

    /// One channel.
    public static let mono = ChannelLayout(name: "mono", channels: 1)
    /// Left and right.
    public static let stereo = ChannelLayout(name: "stereo", channels: 2)
    /// Five full channels and low-frequency effects.
    public static let surround51 = ChannelLayout(name: "5.1", channels: 6)
    /// Seven full channels and low-frequency effects.
    public static let surround71 = ChannelLayout(name: "7.1", channels: 8)

    private init(name: String, channels: Int) {
        self.name = name
        self.channels = channels
    }

    /// A layout by the name libavutil gives it, or `nil` when it is only "n channels" without an order: that is
    /// unknown and not a layout.
    public init?(libavName: String, channels: Int) {
        guard channels > 0, !libavName.isEmpty, !libavName.hasSuffix("channels"), !libavName.hasSuffix("channel") else {
            return nil
        }
        var name = libavName
        for suffix in ["(side)", "(back)"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
        self.init(name: name, channels: channels)
    }
}

extension ChannelLayout {
    private enum CodingKeys: CodingKey {
        case name, channels
    }

    /// Reads what was written down; fewer than one channel are an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        let channels = try container.decode(Int.self, forKey: .channels)
        self.channels = try (channels > 0 ? channels : nil).orCorrupt("no number of channels", container)
    }
}

extension ChannelLayout: CustomStringConvertible {
    /// The canonical name.
    public var description: String { name }
}

/// One frame of an ID3 tag that travels with a stream, as text; of larger content only what it is and its size.
public struct TimedTagFrame: Sendable, Hashable, Codable {
    /// The frame's name: `TXXX`, `PRIV`.
    public var id: String
    /// Its texts, decoded; `nil` for a frame that holds none.
    public var text: [String]?
    /// What the text or object is, in the words of the tag; `nil` when it does not say.
    public var description: String?
    /// The owner of a `PRIV` or `UFID` frame.
    public var owner: String?
    /// The media type of an object or picture.
    public var mimeType: String?
    /// The file name of an object.
    public var fileName: String?
    /// Bytes of the content that is not shown; zero for texts.
    public var size: Int

    /// Describes a frame.
    public init(
        id: String, text: [String]? = nil, description: String? = nil, owner: String? = nil, mimeType: String? = nil,
        fileName: String? = nil, size: Int = 0
    ) {
        self.id = id
        self.text = text
        self.description = description
        self.owner = owner
        self.mimeType = mimeType
        self.fileName = fileName
        self.size = size
    }
}

/// An ID3 tag or another message with the time that its stream gives it.
public struct TimedTag: Sendable, Hashable, Codable {
    /// The time in ticks of the stream's own clock; `nil` when the stream states none.
    public var timestamp: Int?
    /// Ticks in a second, at least 1.
    public var timescale: Int
    /// How long it counts, in ticks; `nil` when open.
    public var duration: Int?
    /// The scheme of an event message; `nil` in a transport stream.
    public var scheme: String?
    /// The value that goes with the scheme; `nil` when there is none.
    public var value: String?
    /// The number of an event message.
    public var number: Int?
    /// Its frames, in order.
    public var frames: [TimedTagFrame] = []
    /// Bytes of the whole tag.
    public var size: Int
    /// A number that tells contents apart: equal tags have equal ones.
    public var digest: UInt64
    /// What is wrong with the tag, one clause each.
    public var problems: [String] = []

    /// Describes a tag without frames.
    public init(timestamp: Int?, timescale: Int, duration: Int? = nil, size: Int, digest: UInt64) {
        self.timestamp = timestamp
        self.timescale = max(1, timescale)
        self.duration = duration
        self.size = size
        self.digest = digest
    }

    /// The time on the stream's own clock, exact to a billionth of a second.
    public var time: Duration? { timestamp.flatMap { Duration(ticks: $0, per: timescale) } }
}

/// All tags of one resource.
public struct TimedTagHarvest: Sendable, Hashable, Codable {
    /// The tags, in the order of the resource.
    public var tags: [TimedTag] = []
    /// The earliest picture, or sound where there is no picture, on the clock of the tags; `nil` when none was seen.
    public var start: Int?
    /// Ticks in a second for ``start``.
    public var timescale = 90_000
    /// Whether the whole resource was read.
    public var isComplete = true
    /// Bytes read.
    public var bytesRead = 0

    /// The most tags that are collected of one resource.
    public static let most = 20_000

    /// Nothing found yet.
    public init() {}

    /// The begin of the resource on the clock of its tags.
    public var startTime: Duration? { start.flatMap { Duration(ticks: $0, per: timescale) } }
}

extension Duration {
    /// A number of ticks of a clock, exact to a billionth of a second; `nil` beyond what can be told.
    public init?(ticks: Int, per second: Int) {
        guard second > 0 else { return nil }
        let (whole, rest) = ticks.quotientAndRemainder(dividingBy: second)
        guard abs(Double(whole)) < 1e12 else { return nil }
        self = .seconds(whole) + .nanoseconds(Int128(rest) * 1_000_000_000 / Int128(second))
    }
}

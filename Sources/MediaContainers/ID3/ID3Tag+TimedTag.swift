package import MediaFormats

extension TimedTag {
    /// Reads the ID3 tag at the start of a message.
    ///
    /// - Parameter isID3: Whether the message has to be a tag; one of another kind keeps its size.
    package init(
        _ bytes: [UInt8], timestamp: Int?, timescale: Int, duration: Int? = nil, isID3: Bool = true
    ) {
        self.init(
            timestamp: timestamp, timescale: timescale, duration: duration, size: bytes.count,
            digest: Self.digest(bytes))
        guard let tag = ID3Tag(bytes) else {
            if isID3 { problems = ["it is no ID3 tag"] }
            return
        }
        frames = tag.frames.map(TimedTagFrame.init)
        problems = ID3Damage.problems(bytes)
    }

    /// FNV-1a over all bytes.
    private static func digest(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension TimedTagFrame {
    init(_ frame: ID3Frame) {
        self.init(id: frame.identifier)
        switch frame.content {
        case .text(let values): text = values
        case .userText(let what, let values): (description, text) = (what, values)
        case .link(let url): text = [url]
        case .userLink(let what, let url): (description, text) = (what, [url])
        case .privateData(let name, let bytes), .fileIdentifier(let name, let bytes):
            (owner, size) = (name, bytes.count)
        case .object(let type, let name, let what, let count):
            (mimeType, fileName, description, size) = (type, name, what, count)
        case .picture(let type, let what, let count): (mimeType, description, size) = (type, what, count)
        case .comment(_, let what, let words): (description, text) = (what, [words])
        case .sealed(let why, let count): (description, size) = (why, count)
        case .other(let count): size = count
        }
    }
}

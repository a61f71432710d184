/// One box of an ISO base media file (ISO 14496-12 section 4.2), as far as its bytes are here.
struct Box: Sendable {
    /// The four-character code.
    let type: FourCC
    /// What is in it.
    let content: ByteReader
    /// Whether all of its content is here.
    let isComplete: Bool
}

/// The boxes one after the other in a stretch of bytes, at most 1024; a size that cannot be ends the sequence.
struct BoxSequence: Sequence, IteratorProtocol {
    private var reader: ByteReader
    private var left = 1024

    /// Walks over the boxes of these bytes.
    init(_ reader: ByteReader) { self.reader = reader }

    mutating func next() -> Box? {
        guard left > 0, let head = BoxHead(reader) else { return nil }
        left -= 1
        reader.skip(head.length)
        let wanted = head.size.map { $0 - head.length } ?? reader.count
        let isComplete = wanted <= reader.count
        guard let content = reader.take(Swift.min(wanted, reader.count)) else { return nil }
        return Box(type: head.type, content: content, isComplete: isComplete)
    }
}

/// The first bytes of a box.
package struct BoxHead: Sendable, Hashable {
    /// Bytes that are enough to read a head.
    package static let longest = 32
    /// The four-character code.
    package let type: FourCC
    /// Bytes of the head itself.
    package let length: Int
    /// Bytes of the whole box; `nil` when it reaches to the end of the file.
    package let size: Int?

    /// Reads a head; `nil` when it is not all there or its size is less than its own length.
    package init?(_ bytes: ByteReader) {
        var reader = bytes
        guard let short = reader.u32(), let type = reader.fourCC() else { return nil }
        self.type = type
        var length = 8
        var size: Int? = short
        if short == 1 {
            guard let long = reader.u64() else { return nil }
            (size, length) = (long, 16)
        } else if short == 0 {
            size = nil
        }
        if type == "uuid" { length += 16 }
        if let size, size < length { return nil }
        self.length = length
        self.size = size
    }
}

extension ByteReader {
    /// The boxes in these bytes.
    var boxes: BoxSequence { BoxSequence(self) }

    /// What the first box of a type holds.
    func first(_ type: FourCC) -> ByteReader? { boxes.first { $0.type == type }?.content }

    /// What is found by going down from box to box.
    func descend(_ path: FourCC...) -> ByteReader? {
        var reader = self
        for type in path {
            guard let inner = reader.first(type) else { return nil }
            reader = inner
        }
        return reader
    }

    /// Version and flags of a full box, which are stepped over.
    mutating func fullBox() -> (version: Int, flags: Int)? {
        u32().map { ($0 >> 24, $0 & 0xFF_FFFF) }
    }
}

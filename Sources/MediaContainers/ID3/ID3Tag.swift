/// An ID3v2 tag of version 2.2, 2.3 or 2.4.
///
/// ```swift
/// ID3Tag(bytes)?.frames.map(\.description)   // ["TIT2 Song", "TXXX mood=calm"]
/// ```
package struct ID3Tag: Sendable, Hashable {
    /// Frames in order, as far as they can be read; at most 256.
    package private(set) var frames: [ID3Frame] = []
    /// Major version: 2, 3 or 4.
    package let version: Int
    /// Bytes of the tag with its header and footer, as it states; they may go on beyond what is here.
    package let length: Int

    /// Reads a tag at the start of bytes; `nil` when there is none.
    package init?(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var reader = ByteReader(bytes)
        guard bytes.starts(with: Array("ID3".utf8)), reader.skip(3) != nil, let version = reader.u8(),
            (2...4).contains(version), reader.u8() != nil, let flags = reader.u8(),
            let size = Self.synchsafe(&reader)
        else { return nil }
        self.version = version
        length = 10 + size + (version == 4 && flags & 0x10 != 0 ? 10 : 0)
        var content = Array(reader.prefix(size).rest)
        if flags & 0x80 != 0, version < 4 { content = Self.undoingUnsynchronisation(content[...]) }
        var body = ByteReader(content)
        // In version 2.2 the flag means a compression that was never defined.
        if flags & 0x40 != 0 {
            guard version != 2 else { return }
            Self.skipExtendedHeader(&body, version: version)
        }
        readFrames(&body, isUnsynchronised: flags & 0x80 != 0)
    }

    private mutating func readFrames(_ body: inout ByteReader, isUnsynchronised: Bool) {
        while frames.count < 256, let first = body[0], first != 0 {
            let nameLength = version == 2 ? 3 : 4
            guard let name = body.take(nameLength), name.rest.allSatisfy(Self.isNameByte),
                let size = version == 2 ? body.number(3) : version == 3 ? body.u32() : Self.frameSize(&body)?.bytes
            else { return }
            var flags = 0
            if version > 2 {
                guard let stated = body.u16() else { return }
                flags = stated
            }
            // A size that lies takes what is there, and nothing behind it can be found.
            let isWhole = size <= body.count
            guard size > 0, var content = body.take(min(size, body.count))?.rest else { return }
            var (isCompressed, isEncrypted) = (false, false)
            if version == 4 {
                (isCompressed, isEncrypted) = (flags & 0x08 != 0, flags & 0x04 != 0)
                if flags & 0x40 != 0 { content = content.dropFirst() }
                if flags & 0x01 != 0 { content = content.dropFirst(4) }
                if flags & 0x02 != 0 || isUnsynchronised {
                    content = Self.undoingUnsynchronisation(content)[...]
                }
            } else if version == 3 {
                (isCompressed, isEncrypted) = (flags & 0x80 != 0, flags & 0x40 != 0)
                if isCompressed { content = content.dropFirst(4) }
                if isEncrypted { content = content.dropFirst() }
                if flags & 0x20 != 0 { content = content.dropFirst() }
            }
            let identifier = String(decoding: name.rest, as: UTF8.self)
            frames.append(Self.frame(identifier, content, isCompressed: isCompressed, isEncrypted: isEncrypted))
            if !isWhole { return }
        }
    }

    private static func frame(
        _ identifier: String, _ content: ArraySlice<UInt8>, isCompressed: Bool, isEncrypted: Bool
    ) -> ID3Frame {
        if isEncrypted { return ID3Frame(identifier, sealed: content.count, why: "encrypted", problem: nil) }
        guard isCompressed else { return ID3Frame(identifier, content) }
        guard let inflated = Inflate.zlib(content) else {
            return ID3Frame(
                identifier, sealed: content.count, why: "compressed", problem: "is compressed and cannot be inflated")
        }
        return ID3Frame(identifier, inflated[...])
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// The size of a frame of version 2.4, in front of its flags. Some writers use all eight bits of its bytes, as in version
    /// 2.3: that is believed where nothing else leads to the next frame or to the end.
    static func frameSize(_ reader: inout ByteReader) -> (bytes: Int, isPlain: Bool)? {
        guard let plain = reader.u32() else { return nil }
        let size = sevenBits(plain)
        let isPlain = size != plain && !isFrameEnd(reader, 2 + size) && isFrameEnd(reader, 2 + plain)
        return (isPlain ? plain : size, isPlain)
    }

    /// Whether a frame can end so far ahead: at the end, at padding, or at the name of another one.
    private static func isFrameEnd(_ reader: ByteReader, _ offset: Int) -> Bool {
        if offset == reader.count || reader[offset] == 0 { return true }
        return (offset..<offset + 4).allSatisfy { reader[$0].map(isNameByte) ?? false }
    }

    /// Four groups of seven bits (ID3v2.4 structure 6.2); the highest bit of each byte is passed over.
    private static func synchsafe(_ reader: inout ByteReader) -> Int? { reader.u32().map(sevenBits) }

    private static func sevenBits(_ number: Int) -> Int {
        (number >> 24 & 0x7F) << 21 | (number >> 16 & 0x7F) << 14 | (number >> 8 & 0x7F) << 7 | number & 0x7F
    }

    private static func skipExtendedHeader(_ body: inout ByteReader, version: Int) {
        if version == 4 {
            // The size counts itself.
            if let size = synchsafe(&body), size >= 4 { body.skip(size - 4) }
        } else if let size = body.u32() {
            body.skip(size)
        }
    }

    /// Leaves out each zero that was put behind an 0xFF (ID3v2.4 structure 6.1).
    private static func undoingUnsynchronisation(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var followsMark = false
        for byte in bytes {
            if !(followsMark && byte == 0) { result.append(byte) }
            followsMark = byte == 0xFF
        }
        return result
    }
}

/// Looks for what is wrong with an ID3 tag, which a reader for the eye passes over.
enum ID3Damage {
    /// What is wrong, one clause each, at most eight; empty for a sound tag.
    static func problems(_ bytes: [UInt8]) -> [String] {
        guard let tag = ID3Tag(bytes) else { return ["it is no ID3 tag"] }
        var problems: [String] = []
        if bytes.count >= 10, bytes[6..<10].contains(where: { $0 > 0x7F }) {
            problems.append("its size has a byte above 127")
        }
        problems += tag.frames.prefix(8).compactMap { frame in frame.problem.map { "frame \(frame.identifier) \($0)" } }
        if tag.length > bytes.count { problems.append("it states \(tag.length) bytes, \(bytes.count) are here") }
        // Bytes that only look like sync marks, and compressed headers, move everything: their frames are not followed.
        guard bytes.count >= 10, bytes[5] & 0xC0 == 0 else { return problems }
        var reader = ByteReader(bytes, from: 10, to: min(bytes.count, tag.length))
        while problems.count < 8, let first = reader[0], first != 0 {
            guard let name = reader.take(tag.version == 2 ? 3 : 4),
                let (size, isEightBit, isPlain) = frameSize(&reader, tag.version)
            else {
                problems.append("\(reader.count) bytes behind the last frame are none")
                break
            }
            let id = String(decoding: name.rest, as: UTF8.self)
            guard name.rest.allSatisfy(ID3Tag.isNameByte) else {
                problems.append("a frame has no legal name")
                break
            }
            if isEightBit { problems.append("frame \(id) states its size as in version 2.3, with eight bits a byte") }
            guard size <= reader.count else {
                problems.append("frame \(id) states \(size) bytes, \(reader.count) are left")
                break
            }
            guard size > 0 else {
                problems.append("frame \(id) is empty")
                break
            }
            if isPlain, id.hasPrefix("T"), let encoding = reader[0], encoding > 3 {
                problems.append("frame \(id) names encoding \(encoding), which does not exist")
            }
            reader.skip(size)
        }
        return problems
    }

    /// The size of a frame, with its flags stepped over, whether it is stated in eight bits a byte where seven are due, and
    /// whether its content is neither compressed nor encrypted.
    private static func frameSize(
        _ reader: inout ByteReader, _ version: Int
    ) -> (size: Int, isEightBit: Bool, isPlain: Bool)? {
        if version == 2 { return reader.number(3).map { ($0, false, true) } }
        guard let stated = version == 4 ? ID3Tag.frameSize(&reader) : reader.u32().map({ ($0, false) }),
            let flags = reader.u16()
        else { return nil }
        return (stated.0, stated.1, flags & (version == 4 ? 0x0C : 0xC0) == 0)
    }
}

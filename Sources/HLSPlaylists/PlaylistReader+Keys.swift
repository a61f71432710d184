extension PlaylistReader {
    mutating func readKey(_ value: Range<Int>) {
        var reader = attributes("EXT-X-KEY", value, "4.4.4.4")
        guard let key = encryptionKey(&reader) else {
            if reader.attributes["METHOD"]?.value == "NONE" { setKeys([]) }
            return
        }
        // A new key replaces the one of its format, and all keys from before the last segment.
        var keys = pending.keys.filter { $0.keyFormat != key.keyFormat }
        guard keys.count < 16 else {
            log.add(.warning, "playlist-key-limit", "more than 16 key formats at once", line: line)
            return
        }
        keys.append(key)
        setKeys(keys)
    }

    private mutating func setKeys(_ keys: [EncryptionKey]) {
        pending.keys = keys
        if keys.isEmpty {
            pending.keySet = -1
        } else {
            pending.keySet = Int32(truncatingIfNeeded: media.segments.keySets.count)
            media.segments.keySets.append(keys)
        }
    }

    /// A key, or `nil` for METHOD=NONE and for tags that are ignored.
    mutating func encryptionKey(_ reader: inout AttributeReader) -> EncryptionKey? {
        if reader.attributes["METHOD"] == nil { reader.reject("playlist-attribute-missing", "METHOD is missing") }
        let method = reader.enumeration("METHOD", ["NONE", "AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR"])
        let uri = reader.string("URI")
        let format = reader.string("KEYFORMAT") ?? "identity"
        if let method, method != "NONE", uri == nil {
            reader.reject("playlist-attribute-missing", "URI is missing")
        }
        reader.report(to: &log)
        guard let method, method != "NONE", !reader.isIllegal else { return nil }
        return EncryptionKey(
            method: method, uri: uri, keyFormat: format, attributes: reader.attributes, line: line)
    }

    mutating func readMap(_ value: Range<Int>) {
        var reader = attributes("EXT-X-MAP", value, "4.4.4.5")
        let uri = reader.requiredString("URI")
        let range = mapRange(&reader)
        reader.report(to: &log)
        guard let uri, !reader.isIllegal else { return }
        pending.map = Int32(truncatingIfNeeded: media.segments.maps.count)
        media.segments.maps.append(
            InitializationSection(uri: uri, byteRange: range, keys: pending.keys, line: line))
    }

    private func mapRange(_ reader: inout AttributeReader) -> ByteRange? {
        guard let text = reader.string("BYTERANGE") else { return nil }
        guard let (length, offset) = byteRange(text) else {
            reader.reject("playlist-byterange", "'\(text.prefix(40))' is no byte range")
            return nil
        }
        return ByteRange(offset: offset ?? 0, length: length)
    }

    mutating func readPart(_ value: Range<Int>) {
        var reader = attributes("EXT-X-PART", value, "4.4.4.9")
        let uri = reader.requiredString("URI")
        if reader.attributes["DURATION"] == nil { reader.reject("playlist-attribute-missing", "DURATION is missing") }
        let duration = reader.seconds("DURATION")
        let isIndependent = reader.flag("INDEPENDENT")
        let isGap = reader.flag("GAP")
        var range: ByteRange?
        if let text = reader.string("BYTERANGE") {
            if let (length, offset) = byteRange(text) {
                let continues = pending.partRangeURI == uri
                let begin = offset ?? (continues ? pending.partRangeEnd : 0)
                range = ByteRange(offset: begin, length: length)
                pending.partRangeURI = uri ?? ""
                pending.partRangeEnd = begin.addingReportingOverflow(length).partialValue
            } else {
                reader.reject("playlist-byterange", "'\(text.prefix(40))' is no byte range")
            }
        }
        reader.report(to: &log)
        guard let uri, let duration, !reader.isIllegal else { return }
        pending.parts.append(
            PartialSegment(
                uri: uri, duration: duration, isIndependent: isIndependent, byteRange: range, isGap: isGap, line: line))
    }
}

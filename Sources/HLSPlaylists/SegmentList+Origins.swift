extension SegmentList {
    /// The beginnings of absolute URIs of segments and initialization sections up to the end of the host, each once, in
    /// order of first appearance: `https://cdn.example.com`. Relative URIs lead back to the playlist's own host.
    package var statedOrigins: [String] {
        var seen: Set<String> = []
        var origins: [String] = []
        func add(_ origin: String?) {
            if let origin, seen.insert(origin).inserted { origins.append(origin) }
        }
        var last: ArraySlice<UInt8> = []
        for row in rows {
            let uri = text[Int(row.uriStart)..<Int(row.uriStart + row.uriLength)]
            // Most segments have the origin of the one before them.
            if !last.isEmpty, uri.starts(with: last), uri.count > last.count, uri[uri.startIndex + last.count] == 0x2F {
                continue
            }
            guard let origin = Self.origin(uri) else { continue }
            last = origin
            add(String(decoding: origin, as: UTF8.self))
        }
        for map in maps { add(Self.origin(Array(map.uri.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }) }
        return origins
    }

    /// All keys, each once, in order of first appearance.
    package var distinctKeys: [EncryptionKey] {
        var seen: Set<String> = []
        return usedKeySets.joined().filter { seen.insert("\($0.method) \($0.keyFormat) \($0.uri ?? "")").inserted }
    }

    /// The ways in which segments are encrypted, each a set of keys that all unlock the same segments.
    package var distinctKeySets: [[EncryptionKey]] {
        var seen: Set<Set<String>> = []
        return usedKeySets.filter { keys in seen.insert(Set(keys.map { "\($0.method) \($0.keyFormat)" })).inserted }
    }

    /// The sets under which segments are encrypted; while its tags are read, a set is there in parts as well.
    private var usedKeySets: [[EncryptionKey]] {
        Set(rows.map(\.keys)).filter { $0 >= 0 }.sorted().map { keySets[Int($0)] }
    }

    /// `scheme:` and, where there is one, `//host:port` of an absolute URI.
    private static func origin(_ uri: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = uri.prefix(32).firstIndex(of: 0x3A), let first = uri.first, first | 0x20 &- 97 < 26,
            uri[uri.startIndex..<colon].allSatisfy({
                $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return nil }
        var end = colon + 1
        if uri[end...].starts(with: [0x2F, 0x2F]) {
            end += 2
            while end < uri.endIndex, uri[end] != 0x2F, uri[end] != 0x3F { end += 1 }
        }
        return uri[uri.startIndex..<end]
    }
}

import MediaFormats

/// The place of one box of an ISO base media file (ISO 14496-12 section 4.2).
struct Box: Hashable {
    /// First byte of the box.
    let offset: Int
    /// First byte after its header.
    let content: Int
    /// First byte after the box.
    let end: Int
    /// The four-character code.
    let type: String

    /// The boxes of a range, as far as their headers are here; at most 1024, and none after a size that cannot be.
    static func sequence(in input: MediaInput, from start: Int, to limit: Int) -> [Box] {
        var boxes: [Box] = []
        var offset = start
        while offset < limit, boxes.count < 1024, let box = Box(in: input, at: offset, limit: limit) {
            boxes.append(box)
            offset = box.end
        }
        return boxes
    }

    private init?(in input: MediaInput, at offset: Int, limit: Int) {
        let header = input.peek(at: offset, count: 16)
        guard header.count >= 8 else { return nil }
        var size = header[..<4].reduce(0) { $0 << 8 | Int($1) }
        var length = 8
        if size == 1 {
            guard header.count == 16, header[8] < 0x40 else { return nil }
            size = header[8...].reduce(0) { $0 << 8 | Int($1) }
            length = 16
        }
        let (end, overflow) = offset.addingReportingOverflow(size)
        guard size == 0 || (size >= length && !overflow) else { return nil }
        self.offset = offset
        content = offset + length
        self.end = size == 0 ? limit : end
        type = String(decoding: header[4..<8], as: UTF8.self)
    }
}

extension Box {
    /// Whether an ISO base media file keeps its samples in movie fragments: a movie extends box, or a fragment.
    static func isFragmented(_ input: MediaInput) -> Bool {
        for box in sequence(in: input, from: 0, to: .max) {
            switch box.type {
            case "moof", "styp": return true
            case "moov": return box.child("mvex", in: input) != nil
            default: continue
            }
        }
        return false
    }

    /// Calls back with the track identifier and each sample entry of a file (ISO 14496-12 section 8.5.2).
    static func forEachSampleEntry(in input: MediaInput, _ visit: (_ track: Int, _ entry: Box) -> Void) {
        guard let movie = sequence(in: input, from: 0, to: .max).first(where: { $0.type == "moov" }) else { return }
        for track in sequence(in: input, from: movie.content, to: movie.end) where track.type == "trak" {
            guard let header = track.child("tkhd", in: input),
                let version = input.peek(at: header.content, count: 1).first,
                let table = track.child("mdia", in: input)?.child("minf", in: input)?.child("stbl", in: input)?
                    .child("stsd", in: input)
            else { continue }
            let identifier = input.peek(at: header.content + (version == 0 ? 12 : 20), count: 4)
                .reduce(0) { $0 << 8 | Int($1) }
            for entry in sequence(in: input, from: table.content + 8, to: table.end) { visit(identifier, entry) }
        }
    }

    /// The scheme that a sample entry announces (ISO 14496-12 section 8.12); `nil` for a clear one.
    func protectionScheme(in input: MediaInput) -> ProtectionScheme? {
        guard type == "encv" || type == "enca" else { return nil }
        let scheme = extensionBox("sinf", in: input)?.child("schm", in: input).map {
            input.peek(at: $0.content + 4, count: 4)
        }
        return ProtectionScheme(rawValue: scheme.map { String(decoding: $0, as: UTF8.self) } ?? "unknown")
    }

    /// A box behind the fixed fields of a visual or audio sample entry.
    func extensionBox(_ type: String, in input: MediaInput) -> Box? {
        let fixed = self.type == "encv" ? 78 : 28
        return Self.sequence(in: input, from: content + fixed, to: end).first { $0.type == type }
    }

    private func child(_ type: String, in input: MediaInput) -> Box? {
        Self.sequence(in: input, from: content, to: end).first { $0.type == type }
    }
}

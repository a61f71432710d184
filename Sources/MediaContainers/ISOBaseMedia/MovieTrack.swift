import MediaFormats

/// One `trak` of a movie header: what it is, its clock, its edit list and its sample descriptions.
struct MovieTrack {
    /// `track_ID`.
    var identifier = 0
    /// `handler_type`: `vide`, `soun`, `text`, `sbtl`, `subt`, `clcp`, `meta`.
    var handler: FourCC?
    /// Degrees by which the matrix turns the picture clockwise; `nil` for none, and for a turn that is no quarter.
    var rotation: Int?
    /// Ticks a second of the media.
    var timescale = 0
    /// Language as BCP 47.
    var language: Language?
    /// The edit list.
    var edits = EditList()
    /// Boxes of `stbl`.
    var sampleTable: ByteReader?
    /// User data, where loudness stands.
    var userData: ByteReader?

    /// A language and the box that names it.
    struct Language: Hashable {
        var tag: String
        var box: String
    }

    /// Reads a `trak` box.
    init(_ track: ByteReader) {
        for box in track.boxes {
            switch box.type {
            case "tkhd": readTrackHeader(box.content)
            case "edts": if let list = box.content.first("elst") { edits = EditList(list) }
            case "udta": userData = box.content
            case "mdia":
                for inner in box.content.boxes {
                    switch inner.type {
                    case "mdhd": readMediaHeader(inner.content)
                    case "elng": readExtendedLanguage(inner.content)
                    case "hdlr":
                        var content = inner.content
                        if content.skip(8) != nil { handler = content.fourCC() }
                    case "minf": sampleTable = inner.content.first("stbl")
                    default: continue
                    }
                }
            default: continue
            }
        }
    }

    private mutating func readTrackHeader(_ box: ByteReader) {
        var box = box
        guard let version = box.fullBox()?.version, box.skip(version == 1 ? 16 : 8) != nil else { return }
        identifier = box.u32() ?? 0
        // Reserved, the duration, and 16 bytes of layer, group and volume stand in front of the matrix.
        guard box.skip((version == 1 ? 12 : 8) + 16) != nil, let a = box.i32(), let b = box.i32() else { return }
        switch (a.signum(), b.signum()) {
        case (0, 1): rotation = 90
        case (-1, 0): rotation = 180
        case (0, -1): rotation = 270
        default: return
        }
    }

    private mutating func readMediaHeader(_ box: ByteReader) {
        var box = box
        guard let version = box.fullBox()?.version, box.skip(version == 1 ? 16 : 8) != nil else { return }
        timescale = box.u32() ?? 0
        guard box.skip(version == 1 ? 8 : 4) != nil, let packed = box.u16(), language == nil else { return }
        // Three letters of five bits each, from 'a' - 1 on; smaller numbers are QuickTime's own codes.
        guard packed >= 0x400, packed != 0x7FFF else { return }
        let letters = [packed >> 10 & 31, packed >> 5 & 31, packed & 31]
        guard letters.allSatisfy({ (1...26).contains($0) }) else { return }
        let code = String(decoding: letters.map { UInt8($0 + 0x60) }, as: UTF8.self)
        language = LanguageTag.bcp47(iso639: code).map { Language(tag: $0, box: "mdhd") }
    }

    private mutating func readExtendedLanguage(_ box: ByteReader) {
        var box = box
        guard box.fullBox() != nil else { return }
        let tag = box.textUntilZero()
        guard !tag.isEmpty, tag != "und", tag.utf8.count <= 35, tag.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return
        }
        language = Language(tag: tag, box: "elng")
    }

    /// What the handler says the track carries; `nil` for a handler that says nothing.
    var kind: TrackTiming.Kind {
        switch handler {
        case "vide", "auxv": .video
        case "soun": .audio
        case "text", "sbtl", "subt", "clcp", "subp": .subtitle
        case "meta": .metadata
        default: .other
        }
    }
}

/// An edit list (ISO 14496-12 section 8.6.6).
struct EditList: Hashable {
    /// Delay in ticks of the movie that empty edits put before the track.
    var emptyTicks = 0
    /// Media time at which the track begins, in ticks of the media; `nil` without an edit that shows media.
    var mediaTime: Int?
    /// How much of the media from there on the first such edit shows, in ticks of the movie; 0 for all there is.
    var shownTicks = 0
    /// Edits that show media: more than one means that parts are left out or repeated.
    var shownEdits = 0

    /// No edits.
    init() {}

    /// Reads an `elst` box, at most its first 64 entries.
    init(_ box: ByteReader) {
        var box = box
        guard let version = box.fullBox()?.version, let count = box.u32() else { return }
        for _ in 0..<min(count, 64) {
            let duration: Int?
            let time: Int?
            if version == 1 {
                duration = box.u64()
                // An empty edit has all bits set, which is no time.
                let isEmpty = box.prefix(8).rest.allSatisfy { $0 == 0xFF }
                time = isEmpty ? box.skip(8).map { -1 } : box.u64()
            } else {
                duration = box.u32()
                time = box.i32()
            }
            guard let duration, let time, box.skip(4) != nil else { return }
            if time < 0 {
                if mediaTime == nil { emptyTicks = emptyTicks.addingReportingOverflow(duration).partialValue }
            } else {
                if mediaTime == nil { (mediaTime, shownTicks) = (time, duration) }
                shownEdits += 1
            }
        }
    }
}

import MediaFormats

/// Reads a sample description (ISO 14496-12 section 8.5.2): what a track's samples are.
enum SampleEntryReader {
    /// Reads the first entry of an `stsd` box, and of the others how they are protected.
    static func read(_ table: ByteReader, into facts: inout TrackFacts) {
        var table = table
        guard let version = table.fullBox()?.version, table.skip(4) != nil else { return }
        var entries = table.boxes
        guard let entry = entries.next() else { return }
        // A clear beginning has an entry of its own: the track is protected if any entry is.
        if let scheme = protection(among: table.boxes, tableVersion: version) {
            facts.set(\VideoParameters.protection, scheme, .videoProtection, .box("stsd"))
            facts.set(\AudioParameters.protection, scheme, .audioProtection, .box("stsd"))
        }
        switch facts.timing.kind {
        case .video: readVisual(entry, into: &facts)
        case .audio: readSound(entry, tableVersion: version, into: &facts)
        case .subtitle: readText(entry, into: &facts)
        case .metadata, .other: return
        }
    }

    /// Entries that are looked at.
    static let entryLimit = 64

    /// How the last protected entry of picture or sound is protected; `nil` when all are clear.
    private static func protection(among entries: BoxSequence, tableVersion: Int) -> ProtectionScheme? {
        var scheme: ProtectionScheme?
        for entry in entries.prefix(entryLimit) where entry.type == "encv" || entry.type == "enca" {
            guard let content = inside(entry, tableVersion: tableVersion) else { continue }
            scheme = ProtectionBoxes(content, entry: entry.type).scheme
        }
        return scheme
    }

    /// The boxes of an entry of picture (`encv`) or sound (any other), behind its fixed fields.
    static func inside(_ entry: Box, tableVersion: Int) -> ByteReader? {
        var content = entry.content
        if entry.type == "encv" { return content.skip(78).map { content } }
        return skipSoundFields(&content, tableVersion: tableVersion).map { _ in content }
    }

    private static func readVisual(_ entry: Box, into facts: inout TrackFacts) {
        let place = Provenance.box("stsd")
        var content = entry.content
        guard content.skip(24) != nil, let width = content.u16(), let height = content.u16(), content.skip(50) != nil
        else { return }
        let protection = ProtectionBoxes(content, entry: entry.type)
        let type = protection.original ?? entry.type
        // An encrypted entry without its original format is of no codec that is known.
        if type != "encv" {
            facts.set(\.sampleEntry, SampleEntry(rawValue: type.description), .videoSampleEntry, place)
            facts.set(\.codec, codec(ofVideo: type), .videoCodec, place)
        }
        facts.set(\VideoParameters.protection, protection.scheme, .videoProtection, place)
        var extensions = VisualExtensions()
        for box in content.boxes {
            VideoConfiguration.read(box, into: &facts)
            BitRateBox.read(box, into: &facts)
            extensions.read(box)
        }
        extensions.apply(to: &facts)
        facts.set(\.resolution, Resolution(width: width, height: height), .videoResolution, place)
    }

    private static func codec(ofVideo type: FourCC) -> VideoCodec? {
        switch type {
        case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav": .avc
        case "hvc1", "hev1", "hvc2", "hev2", "dvh1", "dvhe": .hevc
        case "vvc1", "vvi1": .vvc
        case "av01", "dav1": .av1
        case "vp09": .vp9
        case "mp4v": nil
        case "mjpg", "jpeg", "mjpa": .mjpeg
        case "apcn", "apch", "apcs", "apco", "ap4h", "ap4x": .proRes
        case "s263": VideoCodec(rawValue: "h263")
        default: VideoCodec(rawValue: type.description)
        }
    }

    private static func readSound(_ entry: Box, tableVersion: Int, into facts: inout TrackFacts) {
        let place = Provenance.box("stsd")
        var content = entry.content
        guard var fields = skipSoundFields(&content, tableVersion: tableVersion) else { return }
        let protection = ProtectionBoxes(content, entry: entry.type)
        let type = protection.original ?? entry.type
        facts.set(\AudioParameters.protection, protection.scheme, .audioProtection, place)
        let boxes = content.boxes.flatMap { $0.type == "wave" ? Array($0.content.boxes) : [$0] }
        if type != "enca" { facts.set(\.codec, SoundConfiguration.codec(of: type), .audioCodec, place) }
        for box in boxes {
            SoundConfiguration.read(box, into: &facts)
            BitRateBox.read(box, into: &facts)
            if tableVersion > 0, box.type == "srat" { fields.readRate(box.content) }
        }
        SoundConfiguration.fillIn(&facts, type: type, entry: fields)
    }

    /// Steps over the fixed fields of an audio sample entry (ISO 14496-12 section 12.2.3) and returns what they say.
    static func skipSoundFields(_ content: inout ByteReader, tableVersion: Int) -> SoundConfiguration.Entry? {
        guard content.skip(8) != nil, let stated = content.u16(), content.skip(6) != nil,
            let channels = content.u16(), let bits = content.u16(), content.skip(4) != nil, let rate = content.u32()
        else { return nil }
        // QuickTime's sound descriptions of version 1 and 2 go on with fields of their own, in a table of version 0. In one of
        // version 1 the entry is an AudioSampleEntryV1, which has the same fields as that of version 0.
        let version = tableVersion == 0 ? stated : 0
        if version == 1 { _ = content.skip(16) }
        if version == 2 { _ = content.skip(36) }
        return SoundConfiguration.Entry(channels: channels, bits: bits, rate: rate >> 16, version: version)
    }

    private static func readText(_ entry: Box, into facts: inout TrackFacts) {
        let format: String? =
            switch entry.type {
            case "wvtt": "webvtt"
            case "stpp": "imsc1"
            case "c608": "cea-608"
            case "c708": "cea-708"
            case "tx3g", "text": "tx3g"
            case "encv", "enct", "encs": nil
            default: entry.type.description
            }
        facts.subtitles = [SubtitleParameters(format: format)]
        facts.provenance.note(.subtitleTracks, .box("stsd"))
    }
}

/// What a sample entry says about the protection of its samples (ISO 14496-12 section 8.12, ISO 23001-7).
struct ProtectionBoxes: Hashable {
    /// The entry that the track would have without protection.
    private(set) var original: FourCC?
    /// The scheme; clear for an entry that is not protected.
    private(set) var scheme: ProtectionScheme

    /// Looks among the boxes of a sample entry.
    init(_ content: ByteReader, entry: FourCC) {
        guard ["encv", "enca", "enct", "encs"].contains(entry) else {
            scheme = .none
            return
        }
        scheme = ProtectionScheme(rawValue: "unknown")
        guard let information = content.first("sinf") else { return }
        var format = information.first("frma")
        original = format?.fourCC()
        var type = information.first("schm")
        if type?.fullBox() != nil, let code = type?.fourCC() { scheme = ProtectionScheme(rawValue: code.description) }
    }
}

public import MediaFormats

/// Recognises media by its first bytes and by file names.
public enum MediaSniffer {
    /// The container of a resource that begins with these bytes; `nil` when none is recognised.
    public static func container(of head: [UInt8]) -> ContainerFormat? {
        if head.count >= 8 {
            let type = head[4..<8]
            for box in ["ftyp", "styp", "moov", "moof", "sidx", "emsg"] where type.elementsEqual(box.utf8) {
                return box == "styp" || box == "moof" || box == "sidx" || box == "emsg" ? .fragmentedMP4 : .mp4
            }
        }
        if ContainerFormat.beginsTransportStream(head) { return .transportStream }
        if head.starts(with: Array("ID3".utf8)) { return .packedAudio }
        if head.count >= 2, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return .packedAudio }
        if head.count >= 2, head[0] == 0x0B, head[1] == 0x77 { return .packedAudio }
        if head.starts(with: Array("WEBVTT".utf8)) { return .webVTT }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .matroska }
        if head.starts(with: Array("fLaC".utf8)) { return .flac }
        if head.starts(with: Array("OggS".utf8)) { return .ogg }
        if head.count >= 12, head.starts(with: Array("RIFF".utf8)), head[8..<12].elementsEqual("WAVE".utf8) {
            return .wav
        }
        return isMPEGAudio(head) ? .packedAudio : nil
    }

    /// Whether bytes begin with a frame of MPEG audio (ISO 11172-3 2.4.1.3): no reserved version, layer or rate.
    private static func isMPEGAudio(_ head: [UInt8]) -> Bool {
        head.count >= 4 && head[0] == 0xFF && head[1] & 0xE0 == 0xE0 && head[1] & 0x18 != 0x08 && head[1] & 0x06 != 0
            && head[2] & 0xF0 != 0xF0 && head[2] & 0x0C != 0x0C
    }

    /// The container that a resource's name suggests; `nil` for names that suggest none.
    ///
    /// - Parameter uri: A URI or path; its query and fragment are not looked at.
    public static func container(named uri: String) -> ContainerFormat? {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "ts", "m2ts", "mts", "tsv", "tsa": return .transportStream
        case "m4s", "cmfv", "cmfa", "cmft", "m4f", "fmp4", "m4v", "m4a": return .fragmentedMP4
        case "mp4", "mov": return .mp4
        case "aac", "ac3", "ec3", "mp3": return .packedAudio
        case "vtt", "webvtt": return .webVTT
        case "mkv", "webm": return .matroska
        case "flac": return .flac
        case "ogg", "oga", "opus": return .ogg
        case "wav": return .wav
        default: return nil
        }
    }
}

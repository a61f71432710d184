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
        if head.first == 0x47, head.count < 189 ? head.count < 5 || head[1] & 0x80 == 0 : head[188] == 0x47 {
            return .transportStream
        }
        if head.starts(with: Array("ID3".utf8)) { return .packedAudio }
        if head.count >= 2, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return .packedAudio }
        if head.count >= 2, head[0] == 0x0B, head[1] == 0x77 { return .packedAudio }
        if head.starts(with: Array("WEBVTT".utf8)) { return .webVTT }
        return nil
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
        default: return nil
        }
    }
}

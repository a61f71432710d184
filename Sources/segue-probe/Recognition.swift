import MediaFormats

/// Says what a resource is that libavformat could make nothing of.
///
/// - Parameters:
///   - head: The first bytes, as far as they are here.
///   - totalSize: Size of the resource, if known.
///   - input: The resource, for a walk over the boxes of an ISO base media file.
func recognise(_ head: [UInt8], totalSize: Int?, input: MediaInput) -> ProbeFailure {
    guard !head.isEmpty else { return ProbeFailure(.empty, "the file is empty") }
    if isBox(head) { return damageOfBoxes(totalSize: totalSize, input: input) }
    if ContainerFormat.beginsTransportStream(head) {
        return ProbeFailure(.truncated, "an MPEG transport stream that ends before its first program map")
    }
    if let name = foreignContainer(head) {
        return ProbeFailure(.noTracks, "\(name), which is not read here: no receiver plays it over HLS")
    }
    if let name = pictureOrArchive(head) { return ProbeFailure(.notMedia, name) }
    if head.allSatisfy({ $0 == 0 }) { return ProbeFailure(.damaged, "the file begins with \(head.count) zero bytes") }
    guard head.allSatisfy({ $0 >= 0x20 || [0x09, 0x0A, 0x0C, 0x0D].contains($0) }) else {
        return ProbeFailure(.notMedia, "bytes of no format that is known")
    }
    let marks = head.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(64)
    let text = String(decoding: marks, as: UTF8.self).lowercased()
    let names = [
        ("<!doctype html", "an HTML page"), ("<html", "an HTML page"), ("<head", "an HTML page"),
        ("#extm3u", "an HLS playlist"), ("webvtt", "WebVTT text"), ("<mpd", "a DASH manifest"),
        ("<?xml", "an XML document"), ("{", "a JSON document"), ("[", "a JSON document"),
    ]
    return ProbeFailure(.notMedia, names.first { text.hasPrefix($0.0) }?.1 ?? "a text file")
}

private func foreignContainer(_ head: [UInt8]) -> String? {
    if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("AVI ".utf8)) {
        return "an AVI file"
    }
    let names: [([UInt8], String)] = [
        (Array("FLV".utf8), "a Flash video file"), ([0x30, 0x26, 0xB2, 0x75], "a Windows Media file"),
        ([0, 0, 1, 0xBA], "an MPEG program stream"),
    ]
    return names.first { head.starts(with: $0.0) }?.1
}

private func pictureOrArchive(_ head: [UInt8]) -> String? {
    let names: [([UInt8], String)] = [
        ([0xFF, 0xD8, 0xFF], "a JPEG picture"), ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
        ([0x47, 0x49, 0x46, 0x38], "a GIF picture"), ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"), ([0x1F, 0x8B], "gzip data"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ]
    return names.first { head.starts(with: $0.0) }?.1
}

private func isBox(_ head: [UInt8]) -> Bool {
    guard head.count >= 8 else { return false }
    let types = ["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "pnot"]
    return types.contains(String(decoding: head[4..<8], as: UTF8.self))
}

private func damageOfBoxes(totalSize: Int?, input: MediaInput) -> ProbeFailure {
    var types: [String] = []
    for box in input.outermostBoxes(to: totalSize ?? .max) {
        types.append(box.type.description)
        if let totalSize, box.end > totalSize {
            return ProbeFailure(
                .truncated,
                "its '\(box.type)' box at byte \(box.offset) reaches \(box.end - totalSize) bytes beyond the end")
        }
    }
    if !types.contains("moov") {
        return types.contains("moof") || types.contains("styp")
            ? ProbeFailure(.truncated, "a media segment without its initialization section")
            : ProbeFailure(.truncated, "an MP4 file without its 'moov' box")
    }
    return ProbeFailure(.damaged, "an MP4 file whose 'moov' box cannot be read")
}

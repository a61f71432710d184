import AirPlayReceivers
import MediaFormats

/// Holds the rows of a file of the model table against what a row may hold: keys that nothing reads, words and numbers that
/// mean nothing, facts without a source.
struct ModelRowCheck {
    /// The file.
    var document: MatrixDocument

    private static let row: Set = [
        "match", "maker", "product", "class", "tier", "switching", "outputPath", "identity", "capabilities", "note",
        "purchasable", "example", "checked",
    ]
    private static let match: Set = ["exact", "pattern", "except", "manufacturers", "showsVideo"]
    private static let facts: Set = [
        "airPlayVideo", "dynamicRanges", "dolbyVisionProfiles", "audioCodecs", "maxAudioChannels", "atmos",
        "interstitials",
    ]
    private static let decoder: Set = [
        "codec", "maxLevel", "maxResolution", "maxFrameRate", "maxBitDepth", "source", "confidence",
    ]
    private static let confidences = ["confirmed", "device-stated", "one-source", "guess"]

    /// Refuses what is wrong; to be called once the file could be decoded.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing.
    func check(_ entries: [ModelEntry]) throws(MatrixError) {
        try document.requireKeys(["models", "checked"], at: [])
        for (index, entry) in entries.enumerated() {
            let path = ["models", "\(index)"]
            try document.requireKeys(Self.row, at: path)
            try document.requireKeys(Self.match, at: path + ["match"])
            if let problem = entry.match.problem { throw wrong(path + ["match"], problem) }
            if entry.product.isEmpty { throw wrong(path + ["product"], "it has no name") }
            try document.requireKeys(["source", "confidence"], at: path + ["identity"])
            try backing(entry.identity.source, entry.identity.confidence, at: path + ["identity"])
            try document.requireKeys(["airplay", "raop", "info", "source"], at: path + ["example"])
            try check(entry.example, at: path + ["example"])
            if let capabilities = entry.capabilities { try check(capabilities, at: path + ["capabilities"]) }
        }
    }

    private func check(_ example: ModelExample?, at path: [String]) throws(MatrixError) {
        guard let example else { return }
        if example.source.isEmpty { throw wrong(path + ["source"], "say where the record is from") }
        for (key, strings) in [("airplay", example.airplay), ("raop", example.raop)] {
            for (index, text) in (strings ?? []).enumerated() {
                let count = TXTEscape.bytes(text).count
                guard count > TXTRecord.longestEntry else { continue }
                throw wrong(path + [key, "\(index)"], "a TXT string of \(count) bytes; 255 is the limit of DNS")
            }
        }
    }

    private func check(_ capabilities: ModelCapabilities, at path: [String]) throws(MatrixError) {
        try document.requireKeys(Self.facts.union(["videoDecoders", "videoCodecsComplete"]), at: path)
        for key in Self.facts.sorted() where !document.keys(of: path + [key]).isEmpty {
            let fact = path + [key]
            try document.requireKeys(["value", "source", "confidence"], at: fact)
            try backing(
                document.text(at: fact + ["source"]) ?? "", document.text(at: fact + ["confidence"]) ?? "", at: fact)
        }
        for (index, decoder) in (capabilities.videoDecoders ?? []).enumerated() {
            try check(decoder, at: path + ["videoDecoders", "\(index)"])
        }
        for codec in capabilities.audioCodecs?.value ?? [] where !Self.audioCodecs.contains(codec) {
            throw wrong(
                path + ["audioCodecs", "value"], Self.unknown(codec.rawValue, Self.audioCodecs.map(\.rawValue)))
        }
        if let channels = capabilities.maxAudioChannels?.value {
            try range(channels, 1...64, "channels", at: path + ["maxAudioChannels", "value"])
        }
        for profile in capabilities.dolbyVisionProfiles?.value ?? [] {
            try range(profile, 0...20, "as a Dolby Vision profile", at: path + ["dolbyVisionProfiles", "value"])
        }
    }

    private func check(_ decoder: ModelVideoDecoder, at path: [String]) throws(MatrixError) {
        try document.requireKeys(Self.decoder, at: path)
        try backing(decoder.source, decoder.confidence, at: path)
        guard Self.videoCodecs.contains(decoder.codec) else {
            throw wrong(
                path + ["codec"], Self.unknown(decoder.codec.rawValue, Self.videoCodecs.map(\.rawValue)))
        }
        if let text = decoder.maxResolution, Resolution(text) == nil {
            throw wrong(path + ["maxResolution"], "'\(text.prefix(40))' is no size; write it as 3840x2160")
        }
        if let level = decoder.maxLevel {
            // AVC's 1 to HEVC's 8.5; a 5 for level 5.0 is the mistake to expect.
            guard (10...85).contains(level) else {
                throw wrong(path + ["maxLevel"], "\(level) is no level; write it times ten: 51 is level 5.1")
            }
        }
        if let rate = decoder.maxFrameRate { try range(rate, 1...480, "frames a second", at: path + ["maxFrameRate"]) }
        if let depth = decoder.maxBitDepth { try range(depth, 8...16, "bits", at: path + ["maxBitDepth"]) }
    }

    private static let videoCodecs: [VideoCodec] = [.avc, .hevc, .vvc, .av1, .vp9, .mpeg2, .mpeg4, .mjpeg, .proRes]
    private static let audioCodecs: [AudioCodec] = [
        .aac, .ac3, .eac3, .ac4, .alac, .flac, .mp3, .opus, .pcm, .dts, .apac, .mpegH, .iamf,
    ]

    private static func unknown(_ word: String, _ known: [String]) -> String {
        "'\(word.prefix(40))' is no codec that assets are compared by; known are \(known.joined(separator: ", "))"
    }

    private func backing(_ source: String, _ confidence: String, at path: [String]) throws(MatrixError) {
        if source.allSatisfy(\.isWhitespace) { throw wrong(path + ["source"], "a fact needs a source") }
        guard Self.confidences.contains(confidence) else {
            throw wrong(
                path + ["confidence"],
                "'\(confidence.prefix(40))' is none of \(Self.confidences.joined(separator: ", "))")
        }
    }

    private func range(
        _ value: Int, _ range: ClosedRange<Int>, _ what: String, at path: [String]
    ) throws(MatrixError) {
        guard !range.contains(value) else { return }
        throw wrong(path, "\(value) \(what) is not within \(range.lowerBound)…\(range.upperBound)")
    }

    private func wrong(_ path: [String], _ message: String) -> MatrixError {
        MatrixError(
            file: document.file, line: document.line(of: path), message: "\(path.joined(separator: ".")): \(message)")
    }
}

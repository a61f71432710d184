/// A key that a receiver published, with what its value says as far as anybody knows.
package struct KeyReading: Sendable, Hashable {
    /// Where it stands: `_airplay._tcp`, `/info`.
    package var place: String
    /// The key; in `/info` with the keys above it.
    package var key: String
    /// The value as published, shortened.
    package var value: String
    /// What the value says in words, where it is a code; `nil` where it speaks for itself.
    package var decoded: String?
    /// What is known of the key; `nil` for one that was never seen before.
    package var meaning: KeyMeaning?

    /// Longest value that is kept; keys and bytes say nothing to people.
    private static let longest = 60
    /// Most keys of one answer that are read.
    private static let mostKeys = 300

    /// All keys of a record and its answers, in the order published, those of answers by name.
    package static func all(of record: ServiceRecord) -> [KeyReading] {
        var readings = record.txt.keys.map { key in
            let value = record.txt.string(key)
            return KeyReading(
                place: record.serviceType.rawValue, key: key.rawValue,
                value: record.txt.bytes(key).map { shortened(TXTEscape.text($0)) } ?? "",
                decoded: value.flatMap { decoded($0, of: key) }, meaning: .txt(key))
        }
        for (place, info) in [("/info", record.info), ("/server-info", record.serverInfo)] {
            guard let info else { continue }
            var found: [KeyReading] = []
            collect(.dictionary(info.values), at: "", place, into: &found)
            readings += found.prefix(mostKeys)
        }
        return readings
    }

    private static func collect(
        _ value: InfoValue, at path: String, _ place: String, into found: inout [KeyReading]
    ) {
        guard found.count < mostKeys else { return }
        switch value {
        case .dictionary(let values):
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                collect(value, at: path.isEmpty ? key : "\(path).\(key)", place, into: &found)
            }
        case .list(let values) where values.contains { if case .dictionary = $0 { true } else { false } }:
            for value in values { collect(value, at: path, place, into: &found) }
        case .list(let values):
            found.append(reading(path, place, values.prefix(16).map(text).joined(separator: " ")))
        default: found.append(reading(path, place, text(value), decoded(value, of: path)))
        }
    }

    private static func reading(
        _ path: String, _ place: String, _ value: String, _ decoded: String? = nil
    ) -> KeyReading {
        KeyReading(place: place, key: path, value: shortened(value), decoded: decoded, meaning: .info(path))
    }

    private static func shortened(_ text: String) -> String {
        text.count > longest ? String(text.prefix(longest - 1)) + "…" : text
    }

    private static func text(_ value: InfoValue) -> String {
        switch value {
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): text
        case .data(let bytes): "\(bytes.count) bytes"
        case .list(let values): "\(values.count) values"
        case .dictionary(let values): "\(values.count) keys"
        }
    }

    // MARK: Values that are codes.

    private static func decoded(_ value: String, of key: TXTKey) -> String? {
        switch key {
        case .features, .raopFeatures: FeatureFlags(value).map(names)
        case .extendedFeatures: FeatureFlags(extended: value).map { "bits beyond 63: \(numbers($0.beyond))" }
        case .flags, .raopFlags: StatusFlags(value).map { $0.names.joined(separator: ", ") }
        case .encryptionTypes: codes(value, encryptions)
        case "cn": codes(value, codecs)
        case "md": codes(value, ["0": "text", "1": "artwork", "2": "progress"])
        case "pw": ["true", "1"].contains(value.lowercased()) ? "yes" : "no"
        case "act": value == "2" ? "the current user" : nil
        default: nil
        }
    }

    private static func decoded(_ value: InfoValue, of path: String) -> String? {
        switch path {
        case "features": value.mask.map { names(FeatureFlags(rawValue: $0)) }
        case "featuresEx":
            value.text.flatMap { FeatureFlags(extended: $0) }.map { "bits beyond 63: \(numbers($0.beyond))" }
        case "statusFlags": value.mask.map { StatusFlags(rawValue: $0).names.joined(separator: ", ") }
        case "supportedFormats.audioStream", "supportedFormats.screenStream", "supportedFormats.bufferStream",
            "supportedFormats.lowLatencyAudioStream", "audioFormats.audioInputFormats",
            "audioFormats.audioOutputFormats":
            value.mask.map { AudioFormatBit.description(ofMask: $0) }
        default: nil
        }
    }

    private static func names(_ flags: FeatureFlags) -> String {
        flags.described.map { $0.name ?? "bit \($0.number)" }.joined(separator: ", ")
    }

    private static func numbers(_ bits: [Int]) -> String {
        bits.isEmpty ? "none" : bits.map(String.init).joined(separator: ", ")
    }

    private static let codecs = ["0": "PCM", "1": "ALAC", "2": "AAC", "3": "AAC-ELD", "4": "Opus"]
    private static let encryptions = [
        "0": "none", "1": "RSA", "3": "FairPlay", "4": "MFi", "5": "FairPlay 2.5",
    ]

    private static func codes(_ value: String, _ words: [String: String]) -> String {
        value.split(separator: ",").prefix(16).map { words[String($0)] ?? "unknown \($0)" }.joined(separator: ", ")
    }
}

extension AudioFormatBit {
    /// The formats of a mask for people: `alac 44100/2`, `bit 60` for one of which nobody knows.
    package static func description(ofMask mask: UInt64) -> String {
        guard mask != 0 else { return "none" }
        return formats(in: mask).map { number, format in
            format.map { "\($0.codec.rawValue) \($0.sampleRate)/\($0.channels)" } ?? "bit \(number)"
        }
        .joined(separator: ", ")
    }
}

extension StatusFlags {
    private static let named: [(StatusFlags, String)] = [
        (.problemDetected, "problem detected"), (.notConfigured, "not set up"), (.linkPresent, "link present"),
        (.pinRequired, "PIN wanted"), (.fromCloud, "AirPlay from the cloud"), (.passwordRequired, "password wanted"),
        (.oneTimePairing, "code on the screen wanted once"), (.homeKitAccessControl, "HomeKit access control"),
        (.relay, "plays for somebody"), (.silentPrimary, "silent primary"), (.tightSyncLeader, "leads a stereo pair"),
        (.tightSyncBuddyMissing, "the other of the pair is out of reach"),
        (.musicSubscriber, "Apple Music subscriber"), (.cloudLibrary, "iCloud library on"),
        (.sessionActive, "session active"),
    ]

    /// The set bits in words, ascending, `bit 19` for one of which nobody knows.
    package var names: [String] {
        (0..<64).filter { rawValue >> UInt64($0) & 1 == 1 }.map { number in
            let bit = StatusFlags(rawValue: 1 << UInt64(number))
            return StatusFlags.named.first { $0.0 == bit }?.1 ?? "bit \(number)"
        }
    }
}

/// What is known of one feature bit. Nobody documents them; the names come from people who took receivers apart.
package struct FeatureBit: Sendable, Hashable, Codable {
    /// How far a name can be trusted.
    package enum Confidence: String, Sendable, Hashable, Codable {
        /// At least two independent readers say the same.
        case confirmed
        /// One reader says so.
        case oneSource = "one-source"
        /// Readers disagree; the likeliest name is given.
        case disputed
        /// Nobody knows.
        case unknown
    }

    /// The bit's number.
    package let number: Int
    /// A short name in kebab case; `nil` when nobody has given one.
    package let name: String?
    /// How far the name can be trusted.
    package let confidence: Confidence

    /// What is known of a bit; any number is accepted.
    package static func number(_ number: Int) -> FeatureBit {
        table[number].map { FeatureBit(number: number, name: $0.0, confidence: $0.1) }
            ?? FeatureBit(number: number, name: nil, confidence: .unknown)
    }

    private static let table: [Int: (String, Confidence)] = [
        0: ("video-v1", .confirmed), 1: ("photo", .confirmed), 2: ("video-fairplay", .oneSource),
        3: ("video-volume-control", .oneSource), 4: ("video-hls", .oneSource), 5: ("slideshow", .confirmed),
        7: ("screen", .confirmed), 8: ("screen-rotate", .oneSource), 9: ("audio", .confirmed),
        11: ("audio-redundant", .confirmed), 12: ("fairplay-secure-auth-2-5", .oneSource),
        13: ("photo-caching", .disputed), 14: ("authentication-fairplay", .confirmed),
        15: ("metadata-artwork", .confirmed), 16: ("metadata-progress", .confirmed),
        17: ("metadata-text", .confirmed), 18: ("audio-format-1", .confirmed), 19: ("audio-format-2", .confirmed),
        20: ("audio-format-3", .confirmed), 21: ("audio-format-4", .confirmed), 22: ("audio-unencrypted", .disputed),
        23: ("authentication-rsa", .confirmed), 25: ("itunes-windows-encryption", .oneSource),
        26: ("authentication-mfi", .disputed), 27: ("legacy-pairing", .confirmed),
        29: ("metadata-property-list", .oneSource), 30: ("unified-advertiser-info", .disputed),
        32: ("car-play", .confirmed), 33: ("video-play-queue", .confirmed), 34: ("from-cloud", .confirmed),
        35: ("tls-psk", .confirmed), 37: ("car-play-control", .oneSource), 38: ("airplay-2-control", .disputed),
        40: ("buffered-audio", .confirmed), 41: ("ptp-clock", .confirmed), 42: ("screen-multi-codec", .confirmed),
        43: ("system-pairing", .confirmed), 44: ("screen-sender", .confirmed), 45: ("ntp-clock", .oneSource),
        46: ("homekit-pairing", .confirmed), 47: ("peer-management", .confirmed), 48: ("transient-pairing", .disputed),
        49: ("video-v2", .confirmed), 50: ("now-playing-property-list", .confirmed),
        51: ("unified-pair-setup-and-mfi", .confirmed), 52: ("set-peers-extended", .confirmed),
        54: ("ap-sync", .confirmed), 55: ("wake-on-lan", .confirmed), 56: ("wake-on-lan-2", .confirmed),
        58: ("remote-control", .confirmed), 59: ("audio-stream-connection-setup", .confirmed),
        60: ("audio-media-data-control", .confirmed), 61: ("rfc-2198-redundancy", .confirmed),
    ]
}

extension FeatureFlags {
    /// All set bits with what is known of them, ascending; unknown ones included.
    package var described: [FeatureBit] { bits.map { FeatureBit.number($0) } }
}

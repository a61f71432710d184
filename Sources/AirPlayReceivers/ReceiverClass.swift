/// The kinds of receiver that WWDC23 10275 tells teams to test apart, plus what poses as one and what cannot be told.
package enum ReceiverClass: String, Sendable, Hashable, Codable, CaseIterable {
    case appleTV = "apple-tv"
    case mac
    case smartTV = "smart-tv"
    case setTopBox = "set-top-box"
    case mediaStick = "media-stick"
    case soundBar = "sound-bar"
    case smartSpeaker = "smart-speaker"
    case avReceiver = "av-receiver"
    case software
    case unknown
}

/// How much a receiver can decode. This says nothing of how well it switches; see ``Switching``.
package enum DecodingTier: String, Sendable, Hashable, Codable, CaseIterable {
    /// 2160p, HEVC and at least one HDR format; for audio devices: multichannel.
    case high
    /// Anything less; for audio devices: stereo.
    case low
    /// Cannot be told.
    case unknown
}

/// What a receiver's player does at a change of item.
///
/// A 4K HDR television can decode everything and still rebuild its pipeline at each item, because its player is a web
/// application; so this is an axis of its own beside ``DecodingTier``.
package enum Switching: String, Sendable, Hashable, Codable, CaseIterable {
    /// Keeps or adapts decoders, preloads the next item.
    case adaptive
    /// Tears the pipeline down and reloads.
    case reload
    /// Not measured and not stated.
    case unknown
}

/// Where a receiver's picture and sound go.
package enum OutputPath: String, Sendable, Hashable, Codable, CaseIterable {
    /// A panel of its own: no link to re-train.
    case internalPanel = "internal-panel"
    /// A television or AV receiver behind HDMI.
    case hdmi
    /// Sound only.
    case audioOnly = "audio-only"
    /// Cannot be told.
    case unknown
}

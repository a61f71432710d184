/// What a catalogue can use, by which facets ask for it.
package enum CatalogueTrait: String, Sendable, Hashable, Codable, CaseIterable {
    /// `AVC`, `HEVC`, …
    case videoCodec = "video-codec"
    /// `SDR`, `HLG`, `PQ`, `HDR10+`, `Dolby Vision`.
    case dynamicRange = "dynamic-range"
    /// `5`, `8.1`: profile and what remains without Dolby Vision.
    case dolbyVisionProfile = "dolby-vision-profile"
    /// `24`, `25`, `30`, `50`, `60`: the nearest of these.
    case frameRate = "frame-rate"
    /// `sd`, `hd`, `uhd`.
    case resolution
    /// `aac`, `ac-3`, …
    case audioCodec = "audio-codec"
    /// `mono`, `stereo`, `surround`.
    case channels
    /// `none`, `cbcs`, …
    case protection
    /// `fmp4`, `ts`, …
    case container
    /// `video`, `audio-only`.
    case content
    /// `vod`, `live`.
    case presentation
    /// What the breaks do: `skip`, `jump`, `asset-list`, `pod`, …
    case interstitial
    /// A parameter that changes at a transition, by its name: `video-codec`, …
    case change
    /// What is looked at beside the breaks themselves: `deep-link`, `now-playing`, `timed-metadata`, `picture-in-picture`.
    case appleSide = "apple-side"
}

/// What tells receivers apart, by which facets ask for one.
package enum ReceiverTrait: String, Sendable, Hashable, Codable, CaseIterable {
    /// The class: `apple-tv`, `smart-tv`, …
    case receiverClass = "class"
    /// `high`, `low`, `unknown`.
    case tier
    /// `apple`, `other`.
    case maker
    /// `adaptive`, `reload`, `unknown`.
    case switching
    /// `internal-panel`, `hdmi`, `audio-only`, `unknown`.
    case output
    /// A video codec with a decoder.
    case decodes
    /// A dynamic range that it shows.
    case shows
    /// `sdr-only`: all that it shows, as far as is claimed.
    case showsAtMost = "shows-at-most"
    /// `uhd`: a decoder for 3840x2160.
    case resolution
    /// An audio codec that it decodes.
    case plays
    /// `stereo-aac`: all that it decodes, as far as is claimed.
    case playsAtMost = "plays-at-most"
    /// `surround`: more than two channels.
    case channels
    /// `yes`, `no`: whether AirPlay video reaches it.
    case airPlayVideo = "airplay-video"
    /// `match-content-on`, `match-content-off`: what its owner can set.
    case setting
}

/// A trait with a value: `dynamic-range=PQ`. The empty value stands for any.
package struct TraitValue<Trait>: Sendable, Hashable
where Trait: RawRepresentable & Sendable & Hashable, Trait.RawValue == String {
    /// The trait.
    package var trait: Trait
    /// The value.
    package var value: String

    /// Names a value of a trait.
    package init(_ trait: Trait, _ value: String) {
        self.trait = trait
        self.value = value
    }

    /// Reads `trait=value`; `nil` for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let trait = Trait(rawValue: parts[0]) else { return nil }
        self.init(trait, parts[1])
    }

    /// `trait=value`.
    package var text: String { "\(trait.rawValue)=\(value)" }
}

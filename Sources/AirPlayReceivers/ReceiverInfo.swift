/// A receiver's answer to `GET /info`: the whole property list, and names for what the project reads of it.
package struct ReceiverInfo: Sendable, Hashable, Codable {
    /// All keys as answered.
    package let values: [String: InfoValue]

    /// Keeps an answer.
    package init(values: [String: InfoValue]) { self.values = values }

    package init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: InfoValue].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    /// The value of a key.
    package subscript(key: String) -> InfoValue? { values[key] }

    /// The model.
    package var model: String? { self["model"]?.text }
    /// The name.
    package var name: String? { self["name"]?.text }
    /// The maker; only third-party receivers state it.
    package var manufacturer: String? { self["manufacturer"]?.text }
    /// The operating system of a third-party receiver: `Tizen`, `Android`.
    package var operatingSystem: String? { self["operatingSystem"]?.text }
    /// The AirPlay version.
    package var sourceVersion: String? { (self["sourceVersion"] ?? self["srcvers"])?.text }
    /// The device id. `/server-info` spells the key as the TXT record does.
    package var deviceID: DeviceID? { (self["deviceID"] ?? self["deviceid"])?.text.flatMap { DeviceID($0) } }
    /// The status bits.
    package var status: StatusFlags? { self["statusFlags"]?.mask.map { StatusFlags(rawValue: $0) } }

    /// The feature bits: `featuresEx` where it can be read, since it holds those beyond 63 as well, else `features`,
    /// which is an integer on receivers and a text on one program.
    package var features: FeatureFlags? {
        if let extended = self["featuresEx"]?.text.flatMap({ FeatureFlags(extended: $0) }) { return extended }
        return self["features"]?.mask.map { FeatureFlags(rawValue: $0) }
            ?? self["features"]?.text.flatMap { FeatureFlags($0) }
    }

    /// Whether the player handles HLS interstitials itself; `nil` when it does not say.
    package var supportsInterstitials: Bool? { self["playbackCapabilities"]?["supportsInterstitials"]?.bool }

    /// Version of the web player's hls.js; `nil` for a native player, or when it does not say.
    package var webPlayerVersion: String? { self["playbackCapabilities"]?["hlsJSVersion"]?.text }
}

/// AirPlay receivers unlock FairPlay, and whole segments under AES-128.
enum ProtectionSystemRule: ReachabilityRule {
    static let id: RuleID = "receiver-protection-system"
    static let documentation = RuleDocumentation(
        title: "The media are protected by a key system that AirPlay does not carry",
        looksAt: "The key formats of EXT-X-KEY that unlock the same segments.",
        rationale:
            "AirPlay video carries FairPlay Streaming. Media with Widevine or PlayReady keys alone play "
            + "in another app of the phone, but on no receiver.",
        example: "SAMPLE-AES-CTR with Widevine as the only KEYFORMAT.",
        source: "FairPlay Streaming overview; rfc8216bis 4.4.4.4")
    static let severity = Band.high
    static let fix = "add a FairPlay key (com.apple.streamingkeydelivery) for the same media, encrypted with cbcs"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        itinerary.keySets.compactMap { subject, keys in
            let formats = keys.map { $0.keyFormat.lowercased() }
            guard !formats.contains("com.apple.streamingkeydelivery"), !formats.contains("identity") else { return nil }
            let names = Set(keys.map { Self.name($0.keyFormat) }).sorted().joined(separator: ", ")
            return Obstacle(
                subject: subject, message: "A receiver has no key for media protected by \(names)", address: names)
        }
    }

    private static func name(_ format: String) -> String {
        switch format.lowercased() {
        case "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine"
        case "com.microsoft.playready", "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady"
        default: format
        }
    }
}

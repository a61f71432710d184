/// Only an application resolves a scheme of its own.
enum CustomSchemeRule: ReachabilityRule {
    static let id: RuleID = "receiver-custom-scheme"
    static let documentation = RuleDocumentation(
        title: "An address has a scheme that only the app knows",
        looksAt: "The schemes of playlists, asset lists, segments and plain keys.",
        rationale:
            "An app can answer such a request through its resource loader; a receiver has no app, so "
            + "the request goes nowhere.",
        example: "my-app://ads/main.m3u8 as X-ASSET-URI, which works on the phone and fails on the television.",
        source: "AVAssetResourceLoader; WWDC23 10275")
    static let severity = Band.high
    static let fix = "publish it under https"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        itinerary.visits.compactMap { visit in
            guard let scheme = visit.scheme, !["http", "https", "data"].contains(scheme) else { return nil }
            return Obstacle(
                subject: visit.subject, message: "A receiver cannot fetch '\(scheme):' (\(visit.kind.rawValue))",
                address: visit.shown)
        }
    }
}

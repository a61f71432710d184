/// Every machine calls itself localhost.
enum LoopbackHostRule: ReachabilityRule {
    static let id: RuleID = "receiver-loopback-host"
    static let documentation = RuleDocumentation(
        title: "An address leads back to the machine that asks",
        looksAt: "The hosts of playlists, lists, segments and plain keys.",
        rationale: "A receiver that asks 127.0.0.1 or localhost asks itself, and nothing answers.",
        example: "http://localhost:8080/main.m3u8, which plays on the Mac and not on the television.",
        source: "RFC 6761 6.3; RFC 5735 3")
    static let severity = Band.low
    static let fix = "serve from an address of the network before testing on a receiver"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        itinerary.visits.compactMap { visit in
            guard let host = visit.host, NetworkScope(host: host) == .loopback else { return nil }
            return Obstacle(
                subject: visit.subject, message: "A receiver that asks '\(host)' asks itself", address: visit.shown)
        }
    }
}

/// What is not encrypted can be changed on the way.
enum InsecureTransportRule: ReachabilityRule {
    static let id: RuleID = "receiver-insecure-transport"
    static let documentation = RuleDocumentation(
        title: "An address is not protected by TLS",
        looksAt: "The schemes of playlists, lists, segments and plain keys on hosts that are not local.",
        rationale:
            "Apple asks for TLS 1.2 or later; hotel and company networks put pages of their own in "
            + "front of plain http.",
        example: "http://cdn.example.com/ad/main.m3u8.",
        source: "HLS Authoring Specification 12.1")
    static let severity = Band.none
    static let fix = "publish under https"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        itinerary.visits.compactMap { visit in
            guard visit.scheme == "http", let host = visit.host, NetworkScope(host: host) == .global else { return nil }
            return Obstacle(
                subject: visit.subject, message: "'\(host)' is asked without TLS", address: visit.shown)
        }
    }
}

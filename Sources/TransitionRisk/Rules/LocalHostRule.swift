/// Some addresses exist in one network only.
enum LocalHostRule: ReachabilityRule {
    static let id: RuleID = "receiver-local-host"
    static let documentation = RuleDocumentation(
        title: "An address exists in the local network only",
        looksAt:
            "The hosts of playlists, lists, segments and plain keys: private and link-local ranges, and "
            + "names under .local.",
        rationale:
            "Receivers in the same network reach it, those of viewers do not; a link-local address is "
            + "worthless behind a router, and some receivers do not resolve .local names.",
        example: "http://192.168.1.20/main.m3u8 or http://studio.local/main.m3u8.",
        source: "RFC 1918; RFC 4193; RFC 3927; RFC 6762")
    static let severity = Band.none
    static let fix = "use a public name for what viewers get"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        itinerary.visits.compactMap { visit in
            guard let host = visit.host else { return nil }
            let what: String? =
                switch NetworkScope(host: host) {
                case .linkLocal: "reaches '\(host)' on the same link only"
                case .privateNetwork: "reaches '\(host)' inside its own network only"
                case .multicastName: "may not resolve '\(host)', a name of multicast DNS"
                case .loopback, .global: nil
                }
            return what.map { Obstacle(subject: visit.subject, message: "A receiver \($0)", address: visit.shown) }
        }
    }
}

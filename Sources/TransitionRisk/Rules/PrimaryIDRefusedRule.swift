/// Players add a query of their own to the addresses of breaks.
enum PrimaryIDRefusedRule: ReachabilityRule {
    static let id: RuleID = "receiver-primary-id-refused"
    static let documentation = RuleDocumentation(
        title: "The origin refuses the query that players add",
        looksAt:
            "Whether asset lists and assets are served with _HLS_primary_id in the query, and, if not, "
            + "without it.",
        rationale:
            "Players add _HLS_primary_id to the addresses of lists and assets. An origin whose "
            + "signature covers the whole query answers 403, and the break is cancelled.",
        example: "A signed ad URL that works in a browser and fails in every player.",
        source: "rfc8216bis D.1")
    static let severity = Band.high
    static let fix = "leave names that begin with _HLS_ out of the signature"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        itinerary.refusals.compactMap { refusal in
            guard case .primaryID(let status) = refusal.reason else { return nil }
            return Obstacle(
                subject: "breaks", message: "The origin answers \(status) when _HLS_primary_id is in the query",
                address: refusal.address)
        }
    }
}

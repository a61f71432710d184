/// Signed addresses end.
enum TokenExpiryRule: ReachabilityRule {
    static let id: RuleID = "receiver-token-expires"
    static let documentation = RuleDocumentation(
        title: "A token in an address ends before the presentation does",
        looksAt:
            "Times of expiry in queries that CDNs use, against the time of the check and the length of "
            + "the presentation.",
        rationale:
            "A receiver asks for the last segments, and for breaks again after a seek, with the address "
            + "it was given at the start.",
        example: "An ad URL signed for five minutes in a film of two hours.",
        source: "Akamai, CloudFront, Google Cloud CDN and S3 signed URLs")
    static let severity = Band.medium
    static let fix = "sign for longer than the presentation can last, pauses included"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        guard let now = itinerary.now else { return [] }
        let plays = Int(itinerary.plays?.components.seconds ?? 0)
        return itinerary.visits.compactMap { visit in
            guard let end = SignedAddress(visit.address)?.expires else { return nil }
            if end <= now {
                return Obstacle(
                    subject: visit.subject, message: "A token in the query has expired", address: visit.shown)
            }
            guard end < now.addingReportingOverflow(plays).partialValue else { return nil }
            return Obstacle(
                subject: visit.subject, message: "A token in the query expires while the presentation plays",
                address: visit.shown)
        }
    }
}

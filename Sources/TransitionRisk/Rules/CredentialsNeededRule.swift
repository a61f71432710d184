/// A receiver has no session with the origin.
enum CredentialsNeededRule: ReachabilityRule {
    static let id: RuleID = "receiver-credentials-needed"
    static let documentation = RuleDocumentation(
        title: "The origin refuses a request without cookies, headers or credentials",
        looksAt: "Addresses that answer 401 or 403 to a plain request.",
        rationale: "AirPlay hands over a URL. Cookies, headers and logins of the app stay on the phone.",
        example: "Segments that need the cookie which the playlist sets.",
        source: "AVURLAsset; HLS Authoring Specification 12")
    /// What was refused could not be checked either, which ends the check with a code of its own.
    static let severity = Band.medium
    static let fix = "put what the origin needs into the URL"

    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle] {
        itinerary.refusals.compactMap { refusal in
            guard case .status(let status) = refusal.reason else { return nil }
            return Obstacle(
                subject: "requests", message: "The origin answers \(status) to a request without cookies or headers",
                address: refusal.address)
        }
    }
}

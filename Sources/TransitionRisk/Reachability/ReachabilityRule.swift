import HLSPlaylists

/// A rule with documentation for users.
protocol DocumentedRule: Sendable {
    /// Stable identifier in kebab case, with its group as prefix.
    static var id: RuleID { get }
    /// What a user is told about the rule.
    static var documentation: RuleDocumentation { get }
}

/// Something that keeps a receiver from fetching what the sender could: AirPlay video hands over a URL, and the receiver
/// goes there by itself, with its own network, clock and key systems.
protocol ReachabilityRule: DocumentedRule {
    /// How bad it is for a viewer. ``Band/none`` for what is right in a lab and wrong outside of it.
    static var severity: Band { get }
    /// What to do.
    static var fix: String { get }
    /// What a receiver would meet, one entry for each address.
    static func obstacles(on itinerary: ReceiverItinerary) -> [Obstacle]
}

/// One thing in a receiver's way.
struct Obstacle: Hashable {
    /// The primary, or the break.
    var subject: String
    /// What stands in the way, in words.
    var message: String
    /// The address in question, redacted.
    var address: String
}

/// All rules about reaching.
package enum Reachability {
    static let rules: [any ReachabilityRule.Type] = [
        CustomSchemeRule.self, ProtectionSystemRule.self, PrimaryIDRefusedRule.self, CredentialsNeededRule.self,
        TokenExpiryRule.self, LoopbackHostRule.self, LocalHostRule.self, InsecureTransportRule.self,
        FileAssetRule.self,
    ]

    /// What a receiver would meet, in the order of the rules; addresses of one host and subject make one finding.
    package static func findings(on itinerary: ReceiverItinerary) -> [Finding] {
        rules.flatMap { rule -> [Finding] in
            var seen: Set<Obstacle> = []
            var order: [String] = []
            var places: [String: [Obstacle]] = [:]
            for obstacle in rule.obstacles(on: itinerary) where seen.insert(obstacle).inserted {
                if places[obstacle.message] == nil { order.append(obstacle.message) }
                places[obstacle.message, default: []].append(obstacle)
            }
            return order.map { message in
                let found = places[message] ?? []
                let subjects = found.map(\.subject).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
                return Finding(
                    rule: rule.id, severity: rule.severity, message: message, subject: subjects.summarised,
                    receivers: [],
                    evidence: found.prefix(8).map {
                        Finding.Evidence(name: "address", value: $0.address, place: $0.subject)
                    }, source: rule.documentation.source, fix: rule.fix)
            }
        }
    }
}

extension [String] {
    /// Up to three of them by name, and how many more there are.
    fileprivate var summarised: String {
        count <= 3 ? joined(separator: ", ") : "\(prefix(3).joined(separator: ", ")) and \(count - 3) more"
    }
}

extension ReceiverVisit {
    /// The address without what may be secret.
    var shown: String {
        isFile ? address : (try? AssetReference(argument: address))?.description ?? String(address.prefix { $0 != "?" })
    }
}

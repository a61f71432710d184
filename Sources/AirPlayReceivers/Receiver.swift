/// A receiver: the services it announces as one device, what it is, what it can do, and how that is known.
package struct Receiver: Sendable, Hashable, Codable {
    /// Identity within a scan: the device id, or `name@host` where it publishes none. Stable from scan to scan.
    package var id: String
    /// The name people see.
    package var name: String
    /// The model it claims; `nil` when it publishes none.
    package var model: String?
    /// The maker it states, else that of the model table's row; `nil` when neither is there.
    package var manufacturer: String?
    /// The product's name by the model table; `nil` when no row covers it, or when the claim was found false.
    package var product: String?
    /// What it is.
    package var receiverClass: ReceiverClass
    /// How sure the class is.
    package var certainty: Verdict.Certainty
    /// The next likely class where it is close; `nil` otherwise.
    package var runnerUp: ReceiverClass?
    /// How much it can decode.
    package var tier: DecodingTier
    /// What its player does at a change of item.
    package var switching: Switching
    /// Where its picture and sound go.
    package var outputPath: OutputPath
    /// What it can play, by its own word and the model table; class defaults are not among them.
    package var capabilities: Capabilities
    /// Firmware of a third party, else the version of Apple's system; `nil` when it publishes neither.
    package var firmware: String?
    /// Its feature bits; `nil` when it publishes none that can be read.
    package var features: FeatureFlags?
    /// Its status bits; `nil` as above.
    package var status: StatusFlags?
    /// The group it plays in; `nil` when it publishes none.
    package var group: ReceiverGroup?
    /// Everything seen that says something of its class, in the order of the rules.
    package var evidence: [Evidence]
    /// Its services, sorted.
    package var services: [ServiceRecord]

    private enum CodingKeys: String, CodingKey {
        case id, name, model, manufacturer, product, certainty, runnerUp, tier, switching, outputPath, capabilities
        case firmware, features, status, group, evidence, services
        case receiverClass = "class"
    }

    /// All its addresses, IPv4 before IPv6.
    package var addresses: [String] {
        let all = Set(services.flatMap(\.addresses)).sorted()
        return all.filter { !$0.contains(":") } + all.filter { $0.contains(":") }
    }
}

/// A group of receivers that play together: a stereo pair, a home theatre, or a set the user has put together.
///
/// Receivers of a group stay receivers of their own: they may differ in model and firmware.
package struct ReceiverGroup: Sendable, Hashable, Codable {
    /// The id they share, in lower case.
    package var id: String
    /// The name they show; `nil` when none is published.
    package var name: String?
    /// Whether the two play one stereo picture.
    package var isStereoPair: Bool
}

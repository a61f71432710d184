package import AirPlayReceivers
package import DeviceMatrix
package import NowPlaying
package import TransitionRisk

/// One thing for a person with a phone to do, and what must be seen.
package struct TestCase: Sendable, Hashable, Codable {
    /// Its stable name: the same as long as the same kind of break plays under the same plan on the same receiver from the
    /// same sender.
    package var id: String
    /// What is tried beside the breaks themselves; `nil` where it is about the breaks.
    package var kind: AppleSideCase.Kind?
    /// What it is about, in a line.
    package var title: String
    /// Which presentation of the catalogue.
    package var presentation: Subject
    /// Events that play, in order; empty where the service plan lets none play.
    package var breaks: [String]
    /// Primary time at which playback leaves, in seconds.
    package var atSeconds: Double
    /// The receiver.
    package var receiver: ReceiverName
    /// Settings that the receiver must have.
    package var settings: [String]
    /// From where playback is started.
    package var sender: Sender
    /// The service plan of the account.
    package var servicePlan: String
    /// How many breaks of the catalogue it stands for, itself included.
    package var standsFor: Int
    /// The worst band that is predicted.
    package var band: Band
    /// Severity of the worst transition, 0…1.
    package var risk: Double
    /// How little is known of it, 0…1.
    package var uncertainty: Double
    /// What decides the order: risk × uncertainty.
    package var score: Double
    /// Must facets, and then should facets, that it shows.
    package var facets: [String]
    /// Why it is in the plan, a sentence each.
    package var why: [String]
    /// What must be so before it begins.
    package var preconditions: [String]
    /// What to do, in order.
    package var steps: [CaseStep]
    /// The test place, from 1, where a budget was given.
    package var rig: Int?

    /// A presentation by name.
    package struct Subject: Sendable, Hashable, Codable {
        /// Its stable name in the catalogue.
        package var id: String
        /// What people call it.
        package var title: String
        /// Where it is, as it may be printed.
        package var uri: String
    }

    /// A receiver by name.
    package struct ReceiverName: Sendable, Hashable, Codable {
        /// Its stable name.
        package var id: String
        /// What people call it.
        package var title: String
        /// Its class.
        package var receiverClass: ReceiverClass
        /// Its decoding tier.
        package var tier: DecodingTier

        private enum CodingKeys: String, CodingKey {
            case id, title, tier
            case receiverClass = "class"
        }
    }
}

/// One action and what must follow.
package struct CaseStep: Sendable, Hashable, Codable {
    /// Its stable name in the case: a transition's id, or a word such as `start`.
    package var id: String
    /// What to do.
    package var action: String
    /// What must be seen and heard.
    package var expected: String
    /// Primary time at which it happens, in seconds; `nil` when it has none.
    package var atSeconds: Double?
    /// Time since playback began, watched from the start, in seconds; `nil` when it has none.
    package var onAirSeconds: Double?
    /// The predicted delay, for a change of asset.
    package var delay: Prediction?
    /// What to write down.
    package var record: [String]
}

/// One thing that was seen and what it says of a receiver.
package struct Evidence: Sendable, Hashable, Codable {
    /// How much one thing seen weighs, strongest first.
    package enum Strength: String, Sendable, Hashable, Codable, CaseIterable {
        /// Settles the class alone: it is never seen on another one.
        case decisive
        /// Settles the class when nothing speaks against it.
        case strong
        /// Makes a class likely.
        case fair
        /// Only tips a balance.
        case weak
    }

    /// The rule that saw it: a stable word in kebab case.
    package var rule: String
    /// Where it was seen: `_airplay._tcp TXT model`, `/info manufacturer`.
    package var place: String
    /// What was seen, as published.
    package var seen: String
    /// What it says, for people.
    package var says: String
    /// The class it speaks for; `nil` when it only rules out or describes.
    package var supports: ReceiverClass?
    /// Classes it rules out, in the order of the contract; empty for none.
    package var excludes: [ReceiverClass]
    /// How much it weighs.
    package var strength: Strength

    /// Records what was seen.
    package init(
        rule: String, place: String, seen: String, says: String, supports: ReceiverClass? = nil,
        excludes: [ReceiverClass] = [], strength: Strength
    ) {
        self.rule = rule
        self.place = place
        self.seen = seen
        self.says = says
        self.supports = supports
        self.excludes = excludes
        self.strength = strength
    }
}

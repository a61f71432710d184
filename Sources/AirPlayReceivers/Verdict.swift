/// The class that all evidence together speaks for.
package struct Verdict: Sendable, Hashable, Codable {
    /// How sure the class is.
    package enum Certainty: String, Sendable, Hashable, Codable {
        /// Strong evidence, nothing near it.
        case certain
        /// The best explanation, without proof.
        case likely
        /// Too little, or too much for another class.
        case open
    }

    /// The class; ``ReceiverClass/unknown`` when nothing reaches the threshold.
    package var receiverClass: ReceiverClass
    /// How sure it is.
    package var certainty: Certainty
    /// The next class with evidence for it when that is close, or when the class stays unknown; `nil` otherwise.
    package var runnerUp: ReceiverClass?

    /// Weighs evidence.
    ///
    /// The weights order the strengths and no more: one strong piece outweighs a fair and three weak ones, and a fair
    /// one outweighs the weak. A class is certain from one strong piece with the next at least a fair piece behind,
    /// likely from one fair piece with the next at least two weak ones behind: any number of fair pieces makes it no more than
    /// likely. A class that any piece rules out cannot win, and decisive evidence rules out every other class.
    package init(weighing evidence: [Evidence]) {
        let decided = Set(evidence.filter { $0.strength == .decisive }.compactMap(\.supports))
        let excluded = Set(evidence.flatMap(\.excludes))
        var weights: [ReceiverClass: Int] = [:]
        for piece in evidence {
            guard let supported = piece.supports, !excluded.contains(supported) else { continue }
            if !decided.isEmpty, !decided.contains(supported) { continue }
            weights[supported, default: 0] += Verdict.weight(piece.strength)
        }
        let order = ReceiverClass.allCases
        let ranked = order.filter { weights[$0] != nil }.sorted { weights[$0, default: 0] > weights[$1, default: 0] }
        guard let best = ranked.first, let weight = weights[best] else {
            self.init(.unknown, .open, nil)
            return
        }
        let second = ranked.dropFirst().first
        let lead = weight - (second.flatMap { weights[$0] } ?? 0)
        let isProved = evidence.contains { $0.supports == best && [.decisive, .strong].contains($0.strength) }
        if isProved, lead >= Verdict.weight(.fair) {
            self.init(best, .certain, nil)
        } else if weight >= Verdict.weight(.fair), lead >= 2 * Verdict.weight(.weak) {
            self.init(best, .likely, second)
        } else {
            self.init(.unknown, .open, best)
        }
    }

    private init(_ receiverClass: ReceiverClass, _ certainty: Certainty, _ runnerUp: ReceiverClass?) {
        self.receiverClass = receiverClass
        self.certainty = certainty
        self.runnerUp = runnerUp
    }

    private static func weight(_ strength: Evidence.Strength) -> Int {
        switch strength {
        case .decisive: 12
        case .strong: 8
        case .fair: 4
        case .weak: 1
        }
    }
}

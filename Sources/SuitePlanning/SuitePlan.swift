package import AirPlayReceivers
package import DeviceMatrix

/// A device test suite: which receivers, which cases, in what order, and what that leaves untested.
package struct SuitePlan: Sendable, Hashable, Codable {
    /// The cost table behind the predictions.
    package var costs: String
    /// What was planned for.
    package var catalogue: CatalogueSummary
    /// Which receivers are used.
    package var receivers: ReceiverChoice
    /// What the suite must and should show, and whether it does.
    package var facets: [FacetStatus]
    /// Pairs of sender, receiver and service plan that some case shows.
    package var pairs: [PairCoverage]
    /// The cases, in the order in which they are to be done.
    package var cases: [TestCase]
    /// The time that was given; `nil` when none was.
    package var budget: Budget?
    /// What is not tested.
    package var leftOut: Remainder
    /// What keeps the plan from being complete, a sentence each.
    package var problems: [String]

    /// Whether nothing keeps it from being complete.
    package var isComplete: Bool { problems.isEmpty }

    /// The catalogue in figures.
    package struct CatalogueSummary: Sendable, Hashable, Codable {
        /// Presentations with at least one break.
        package var presentations: Int
        /// Breaks times service plans.
        package var visits: Int
        /// How many of these differ in what decides a verdict or what a viewer may do.
        package var distinct: Int
        /// What it uses, as `trait=value`.
        package var uses: [String]
    }

    /// The receivers of a suite.
    package struct ReceiverChoice: Sendable, Hashable, Codable {
        /// Where they come from: `inventory`, `scan`, `models`.
        package var source: String
        /// How many there were to choose from.
        package var considered: Int
        /// The chosen ones.
        package var chosen: [ChosenReceiver]
        /// No set with fewer receivers covers as much.
        package var lowerBound: Int
        /// Whether no smaller set does; false only beyond the limits of the exact search.
        package var isSmallest: Bool
    }

    /// A receiver of the suite.
    package struct ChosenReceiver: Sendable, Hashable, Codable {
        /// Its stable name.
        package var id: String
        /// What people call it.
        package var title: String
        /// Its class.
        package var receiverClass: ReceiverClass
        /// Its decoding tier.
        package var tier: DecodingTier
        /// Its model; `nil` when nobody said.
        package var model: String?
        /// Must facets that no other chosen receiver covers.
        package var neededFor: [String]

        private enum CodingKeys: String, CodingKey {
            case id, title, tier, model, neededFor
            case receiverClass = "class"
        }
    }

    /// A facet and what became of it.
    package struct FacetStatus: Sendable, Hashable, Codable {
        /// Its stable name.
        package var id: String
        /// What it is.
        package var title: String
        /// Why it matters.
        package var why: String
        /// Where it comes from.
        package var source: String
        /// `must` or `should`.
        package var level: FacetRule.Level
        /// Chosen receivers that can show it; `nil` where receivers make no difference.
        package var receivers: [String]?
        /// How many cases show it.
        package var cases: Int
        /// Where no receiver at hand can show it: models that could, or nearly could.
        package var nearest: [String]
    }

    /// How many pairs of two kinds of thing some case shows.
    package struct PairCoverage: Sendable, Hashable, Codable {
        /// `sender × receiver`, `sender × servicePlan`, `receiver × servicePlan`.
        package var pair: String
        /// Pairs shown.
        package var covered: Int
        /// Pairs there are.
        package var of: Int
    }

    /// The time for the suite.
    package struct Budget: Sendable, Hashable, Codable {
        /// Hours at each rig.
        package var hours: Double
        /// Minutes for each case.
        package var minutesPerCase: Double
        /// How many people work side by side.
        package var rigs: Int
        /// How many cases fit.
        package var fits: Int
        /// Must facets and pairs that the plan's cases show.
        package var shown: Int
        /// No plan with this budget shows more of them.
        package var atMost: Int
    }

    /// What is left out, and what risk that leaves.
    package struct Remainder: Sendable, Hashable, Codable {
        /// Cases that could be made and are not in the plan.
        package var cases: Int
        /// The same by the worst band predicted.
        package var bands: [String: Int]
        /// How many of them put a receiver through changes that no case of the plan puts it through; the others repeat such
        /// changes under another service plan.
        package var untested: Int
        /// The share of these in the risk × uncertainty of all changes on all receivers, 0…1.
        package var share: Double
        /// The worst of these, at most five, in words.
        package var worst: [String]
    }
}

extension SuitePlan {
    /// What no plan can say, in words; `nil` when nothing. A document that was read back can say anything.
    package var impossibility: String? {
        func isShare(_ value: Double) -> Bool { (0...1).contains(value) }
        func isTime(_ value: Double?) -> Bool { value.map((0...1e9).contains) ?? true }
        guard isShare(leftOut.share) else { return "leftOut.share is not within 0…1" }
        if let budget, !isTime(budget.hours) || !isTime(budget.minutesPerCase) { return "the budget is no time" }
        for entry in cases {
            let shares = [entry.risk, entry.uncertainty, entry.score]
            guard shares.allSatisfy(isShare) else {
                return "case '\(entry.id)': risk, uncertainty or score is not within 0…1"
            }
            var times = [entry.atSeconds] as [Double?]
            for step in entry.steps {
                times += [step.atSeconds, step.onAirSeconds, step.delay?.p50Milliseconds, step.delay?.p95Milliseconds]
            }
            guard times.allSatisfy(isTime) else { return "case '\(entry.id)': a time is not within 0…1000000000" }
        }
        return nil
    }
}

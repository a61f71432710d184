import AirPlayReceivers

/// The verdict on one transition for one receiver: what will be seen, how sure that is, why, and what to change.
package struct RiskAssessment: Sendable, Hashable {
    /// The receiver or class it is about.
    package var receiver: ReceiverProfile
    /// How visible the transition is, by the excess of the likely pair.
    package var band: Band
    /// The delay of the likely pair; `nil` when nothing plays or nothing is known.
    package var delay: Delay?
    /// Chance that playback ends instead of continuing.
    package var failureProbability: Double
    /// Why the receiver cannot play one of the assets; what it may lack when ``band`` is ``Band/unknown``.
    package var blocking: [Block]
    /// The pair it would most likely play, and the worst that it could.
    package var pairs: [AssessedPair]
    /// Reasons of the likely pair, costliest first.
    package var reasons: [Reason]
    /// Changes that lower the delay, the most useful first, each on top of those before it.
    package var fixPath: [FixStep]
    /// Everything that reproduces the verdict, on one line.
    package var vector: String
    /// Share of the excess that rests on published measurements, 0…1; `nil` when there is no excess.
    package var measuredShare: Double?
    /// Why the verdict is unknown, for a reader; `nil` otherwise.
    package var doubt: String?
}

/// One pair of variants with its own verdict.
package struct AssessedPair: Sendable, Hashable {
    /// Why the pair is shown.
    package enum Role: String, Sendable, Hashable, Codable {
        /// The one a receiver with enough bandwidth plays.
        case likely
        /// The worst among those it can decode.
        case worst
    }

    /// Why the pair is shown.
    package var role: Role
    /// Label of the variant that ends.
    package var from: String
    /// Label of the variant that begins.
    package var to: String
    /// Both sides, parameter by parameter.
    package var differences: [Difference]
    /// The pair's band.
    package var band: Band
    /// The pair's delay over the floor.
    package var excess: DelayEstimate
}

/// One rule that fired, with what it costs on this receiver.
package struct Reason: Sendable, Hashable {
    /// The rule.
    package var rule: RuleID
    /// What happens, in words: `The video codec changes from AVC to HEVC`.
    package var summary: String
    /// Why this kind of receiver minds.
    package var rationale: String
    /// The document behind the rule.
    package var source: String
    /// Who can mend it.
    package var cause: Cause
    /// The parameter and both values, for rules about a parameter.
    package var difference: Difference?
    /// The changes behind it, with their cost here.
    package var costs: [ReasonCost]
    /// The delay if this were the only reason, over the floor.
    package var alone: DelayEstimate
    /// The band of ``alone``.
    package var band: Band
    /// What to change.
    package var fix: String
}

/// The cost of one change on one receiver.
package struct ReasonCost: Sendable, Hashable {
    /// The change.
    package var change: ChangeID
    /// The stage it occupies.
    package var stage: Stage
    /// What the receiver does.
    package var action: String
    /// Chance of the action, 0…1.
    package var trigger: Double
    /// Median size in milliseconds.
    package var p50Milliseconds: Double
    /// 95th percentile in milliseconds.
    package var p95Milliseconds: Double
    /// Grade of the size.
    package var grade: Grade
    /// What would hide it.
    package var hiddenBy: String
    /// Where the numbers come from.
    package var sources: [String]
}

/// One change on the way to a better band.
package struct FixStep: Sendable, Hashable {
    /// The rule it satisfies.
    package var rule: RuleID
    /// What to do.
    package var advice: String
    /// 95th percentile of the excess after this and all steps before it, in milliseconds.
    package var p95Milliseconds: Double
    /// The band then reached.
    package var band: Band
}
